# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The one table of nodes from which every composition is generated."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from dataclasses import dataclass

from nav2_composition_bench.errors import UserError

COMM_LENGTH = 15
"""Characters Linux keeps of a thread's name (TASK_COMM_LEN - 1, see prctl(2))."""


@dataclass(frozen=True)
class NodeEntry:
    """One launched node.

    :param package: the package that provides it.
    :param executable: its stand-alone executable.
    :param plugin: its class for LoadNode.
    :param name: the node's name.
    :param remappings: (from, to) pairs, the same in every composition.
    :param lifecycle_manager: the manager that drives it; None for a manager itself.
    :param hidden_nodes: fully qualified names of nodes it constructs inside itself, each with a
        section of its own in the parameter file.
    :param client_nodes: the same of nodes that it makes to speak through: they have neither
        parameters nor threads of their own.
    :param header: what C++ includes to construct ``plugin``; None for a Python class.
    :param library: the library that exports it, without ``lib`` and ``.so``.
    """

    package: str
    executable: str
    plugin: str
    name: str
    remappings: tuple[tuple[str, str], ...] = ()
    lifecycle_manager: str | None = None
    hidden_nodes: tuple[str, ...] = ()
    client_nodes: tuple[str, ...] = ()
    header: str | None = None
    library: str | None = None


def thread_names(names: Iterable[str]) -> dict[str, str]:
    """Map node names to thread names of at most 15 characters, unique among them.

    The first 15 characters where these are unique, else the first and last seven joined by ``~``.

    :raises ValueError: if two names collide even so.
    """
    names = list(names)
    heads = [name[:COMM_LENGTH] for name in names]
    short = {
        name: head if heads.count(head) == 1 else f"{name[:7]}~{name[-7:]}"
        for name, head in zip(names, heads)
    }
    if len(set(short.values())) != len(names):
        raise ValueError(f"thread names of {names} are not unique: {sorted(short.values())}")
    return short


STACK = "nav2_composition_bench.reference_stack"
SYSTEMS = ("reference", "nav2")
NEWEST_DISTRO = "lyrical"
LOCALIZATION_MANAGER = "lifecycle_manager_localization"
NAVIGATION_MANAGER = "lifecycle_manager_navigation"
CMD_VEL_TO_NAV = (("cmd_vel", "cmd_vel_nav"),)


def _reference(
    executable: str,
    plugin: str,
    manager: str | None,
    *,
    name: str | None = None,
    remappings: tuple[tuple[str, str], ...] = (),
    hidden_nodes: tuple[str, ...] = (),
) -> NodeEntry:
    return NodeEntry(
        package="nav2_composition_bench",
        executable=executable,
        plugin=f"{STACK}.{plugin}",
        name=name or executable,
        remappings=remappings,
        lifecycle_manager=manager,
        hidden_nodes=hidden_nodes,
    )


REFERENCE_TABLE: tuple[NodeEntry, ...] = (
    _reference("map_server", "mapping.map_server.MapServer", LOCALIZATION_MANAGER),
    _reference("amcl", "localization.amcl.Amcl", LOCALIZATION_MANAGER),
    _reference(
        "controller_server",
        "control.controller_server.ControllerServer",
        NAVIGATION_MANAGER,
        remappings=CMD_VEL_TO_NAV,
        hidden_nodes=("/local_costmap/local_costmap",),
    ),
    _reference("smoother_server", "planning.smoother_server.SmootherServer", NAVIGATION_MANAGER),
    _reference(
        "planner_server",
        "planning.planner_server.PlannerServer",
        NAVIGATION_MANAGER,
        hidden_nodes=("/global_costmap/global_costmap",),
    ),
    _reference(
        "behavior_server",
        "behaviors.behavior_server.BehaviorServer",
        NAVIGATION_MANAGER,
        remappings=CMD_VEL_TO_NAV,
    ),
    _reference("bt_navigator", "navigation.bt_navigator.BtNavigator", NAVIGATION_MANAGER),
    _reference(
        "waypoint_follower", "navigation.waypoint_follower.WaypointFollower", NAVIGATION_MANAGER
    ),
    _reference(
        "velocity_smoother",
        "safety.velocity_smoother.VelocitySmoother",
        NAVIGATION_MANAGER,
        remappings=CMD_VEL_TO_NAV,
    ),
    _reference(
        "collision_monitor", "safety.collision_monitor.CollisionMonitor", NAVIGATION_MANAGER
    ),
    _reference(
        "lifecycle_manager",
        "runtime.lifecycle_manager.LifecycleManager",
        None,
        name=LOCALIZATION_MANAGER,
    ),
    _reference(
        "lifecycle_manager",
        "runtime.lifecycle_manager.LifecycleManager",
        None,
        name=NAVIGATION_MANAGER,
    ),
)
"""The reference stack, in loading order. A plugin is the dotted path of a Python class."""


def nodes_of_any_distro(system: str) -> tuple[NodeEntry, ...]:
    """Return every node that the system has in some distribution."""
    from nav2_composition_bench.study.nav2_table import ALL_NODES

    return ALL_NODES if system == "nav2" else REFERENCE_TABLE


def all_node_names(table: Iterable[NodeEntry]) -> tuple[str, ...]:
    """Return the base names of the launched nodes and of those hidden in them, in table order.

    Client nodes are left out.
    """
    names: list[str] = []
    for entry in table:
        names.append(entry.name)
        names.extend(hidden.rpartition("/")[2] for hidden in entry.hidden_nodes)
    return tuple(names)


def configured_names(table: Iterable[NodeEntry]) -> tuple[str, ...]:
    """Return the names, with namespace, of the nodes that read the parameter file."""
    return tuple(name for entry in table for name in (f"/{entry.name}", *entry.hidden_nodes))


def managed_nodes(nodes: Iterable[NodeEntry]) -> dict[str, tuple[str, ...]]:
    """Return lifecycle manager -> names of the nodes it drives, in table order."""
    managed: dict[str, tuple[str, ...]] = {}
    for node in nodes:
        manager = node.lifecycle_manager
        if manager is not None:
            managed[manager] = (*managed.get(manager, ()), node.name)
    return managed


def fully_qualified_names(table: Iterable[NodeEntry]) -> tuple[str, ...]:
    """Return every node's name with its namespace, hidden ones included, in table order."""
    return tuple(
        name
        for entry in table
        for name in (f"/{entry.name}", *entry.hidden_nodes, *entry.client_nodes)
    )


REFERENCE_THREAD_NAMES = thread_names(all_node_names(REFERENCE_TABLE))
"""Node name -> kernel thread name, for every node of the reference stack."""


def thread_name_of(node_name: str) -> str:
    """Return the thread name of a node, in the reference table or not."""
    return REFERENCE_THREAD_NAMES.get(node_name, node_name[:COMM_LENGTH])


def table_for(system: str, distro: str | None = None) -> tuple[NodeEntry, ...]:
    """Return the nodes of a system, in loading order.

    :param distro: ROS distribution; the reference stack is the same in all of them.
    :raises UserError: for an unknown system, or a distribution without a table.
    """
    # Imported here, since it builds on this module.
    from nav2_composition_bench.study.nav2_table import NAV2_TABLES

    if system == "reference":
        return REFERENCE_TABLE
    if system != "nav2":
        raise UserError(f"unknown system '{system}'; known: {', '.join(SYSTEMS)}")
    if distro in NAV2_TABLES:
        return NAV2_TABLES[distro]
    known = ", ".join(NAV2_TABLES)
    if distro is None:
        raise UserError(
            "which Nav2? ROS_DISTRO is not set: source the setup.bash of ROS 2, or give the study"
            f" a distro; known: {known}"
        )
    if distro == "rolling":
        raise UserError(
            f"ROS distribution 'rolling' changes too often for a node table; '{NEWEST_DISTRO}' is"
            f" the nearest, say distro: {NEWEST_DISTRO} to use it; known: {known}"
        )
    close = difflib.get_close_matches(distro, list(NAV2_TABLES), n=1)
    hint = f"did you mean '{close[0]}'? " if close else ""
    raise UserError(f"no Nav2 node table for ROS distribution '{distro}'; {hint}known: {known}")
