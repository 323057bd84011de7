# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The nodes of the reference stack."""

from __future__ import annotations

from nav2_composition_bench.study.node_entry import (
    CMD_VEL_TO_NAV,
    COMM_LENGTH,
    LOCALIZATION_MANAGER,
    NAVIGATION_MANAGER,
    NodeEntry,
    all_node_names,
    thread_names,
)

STACK = "nav2_composition_bench.reference_stack"
"""The Python package that holds the stack's plugins."""


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

REFERENCE_THREAD_NAMES = thread_names(all_node_names(REFERENCE_TABLE))
"""Node name -> kernel thread name, for every node of the reference stack."""


def thread_name_of(node_name: str) -> str:
    """Return the thread name of a node, in the reference table or not."""
    return REFERENCE_THREAD_NAMES.get(node_name, node_name[:COMM_LENGTH])
