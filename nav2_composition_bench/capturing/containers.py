# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What spins the nodes of captured containers, and of their replay; pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import PurePath

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.settling.containers import (
    EXECUTOR_TYPES,
    ON_RCLCPP_ALONE,
    OWN_CONTAINERS,
    container_words,
)
from nav2_composition_bench.study.executor import Executor, Spinning
from nav2_composition_bench.study.placement import ISOLATED, MULTI_THREADED, SINGLE_THREADED
from nav2_composition_bench.topology.captured import CapturedProcess
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.units import captured_groups

_PER_NODE = Spinning(Executor.SINGLE_THREADED, per_node=True)
_EXECUTORS = {
    "component_container": Executor.SINGLE_THREADED,
    "component_container_isolated": Executor.SINGLE_THREADED,
    "component_container_mt": Executor.MULTI_THREADED,
    "component_container_event": Executor.RCLCPP_EVENTS,
    "component_container_events_cbg": Executor.EVENTS_CBG_MULTI_THREADED,
    **{program: executor for executor, program in OWN_CONTAINERS.items()},
}
"""Program of a container → its executors, unless an option says otherwise."""
_TYPES = {told: executor for executor, told in EXECUTOR_TYPES.items()}
"""What ``--executor-type`` may say from Lyrical on; the last executor of a type is what it means
without further words."""
_ONE_WORKER = re.compile(r"(?:-p|--param) (?:\S+:)?thread_num:=1\b")


def spinning_told(command: str) -> Spinning | None:
    """Return what spins the nodes of a container; None where its command line does not tell."""
    own, _, ros_arguments = command.partition(" --ros-args")
    program, *options = own.split() or [""]
    name = PurePath(program).name
    executor = _EXECUTORS.get(name)
    if "--executor-type" in options[:-1]:
        executor = _TYPES.get(options[options.index("--executor-type") + 1])
    if "--use_multi_threaded_executor" in options:
        executor = Executor.MULTI_THREADED
    if executor is Executor.EVENTS_CBG_MULTI_THREADED and _ONE_WORKER.search(ros_arguments):
        executor = Executor.EVENTS_CBG
    if executor is None or "--loop" in options:
        return None
    return Spinning(executor, per_node=name.endswith("_isolated") or "--isolated" in options)


def replayed_spinning(topology: Topology, distro: str | None) -> Spinning:
    """Return what spins nodes that share a process where the captured placement is replayed.

    It is as captured in one container that holds all nodes. Otherwise, and where that is not known
    or not to be had, each node has an executor: so a placement of several processes is replayed.

    :param distro: that is sourced; None on the wheels, which lack rclcpp's executors of events.
    """
    containers = _containers(topology)
    if not containers or len(captured_groups(topology)) > 1:
        return _PER_NODE
    told = spinning_told(containers[0].command)
    return told if told is not None and _is_here(told, distro) else _PER_NODE


def _is_here(spinning: Spinning, distro: str | None) -> bool:
    """Tell whether there is a container with such executors."""
    if distro is None:
        return spinning.executor not in ON_RCLCPP_ALONE
    try:
        container_words(spinning, distro, lambda package, name: name)
    except UserError:
        return False
    return True


def levels_of(spinning: Spinning) -> dict[str, str]:
    """Return the levels of an arm whose nodes all share a process and are spun so."""
    if spinning == Spinning(Executor.MULTI_THREADED, per_node=False):
        return {"composition": MULTI_THREADED.name}
    shared = ISOLATED if spinning.per_node else SINGLE_THREADED
    if spinning.executor is Executor.SINGLE_THREADED:
        return {"composition": shared.name}
    return {"composition": shared.name, "executor": spinning.executor.value}


def other_executors(topology: Topology, distro: str | None) -> Iterator[str]:
    """Say which containers had other executors than the replay of the captured placement."""
    replayed = replayed_spinning(topology, distro)
    for process in _containers(topology):
        told = spinning_told(process.command)
        if told != replayed:
            program = PurePath(process.command.partition(" ")[0]).name or "a container"
            what = "executors are not known" if told is None else "executor cannot be had here"
            yield (
                f"captured in {program}, whose {what}: its {len(process.nodes)} nodes have a"
                " single-threaded executor each in the replay of what was captured"
            )


def _containers(topology: Topology) -> list[CapturedProcess]:
    """Return the containers in which nodes share a process."""
    processes = () if topology.captured is None else topology.captured.processes
    return [each for each in processes if each.is_container and len(each.nodes) > 1]
