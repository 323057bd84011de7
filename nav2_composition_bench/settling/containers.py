# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The containers of a ROS 2 installation, and this package's."""

from __future__ import annotations

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import PACKAGE
from nav2_composition_bench.settling.commands import Find, Words
from nav2_composition_bench.study.executor import EVENTS_CBG, Executor, Spinning
from nav2_composition_bench.study.placement import SINGLE_THREADED

COMPONENTS = "rclcpp_components"
_ONE_CONTAINER = ("lyrical",)
"""Distributions with a single container executable that is told its executor."""
OWN_CONTAINERS = {
    Executor.STATIC_SINGLE_THREADED: "static_single_threaded_container",
    Executor.RCLCPP_EVENTS: "rclcpp_events_container",
    Executor.EVENTS_CBG: "events_cbg_container",
    Executor.EVENTS: "event_container",
    Executor.RING_BUFFER: "ring_buffer_container",
    Executor.INTRA_PROCESS_EVENTS: "intra_process_event_container",
}
"""This package's, by their executors. No distribution up to Kilted has one of rclcpp's static
executor or EventsExecutor, nor one that gives each component an EventsCBGExecutor."""
ON_RCLCPP_ALONE = (Executor.RCLCPP_EVENTS, *EVENTS_CBG)
"""Executors that this package has no equals of for topologies on the wheels."""
ON_RCL_ALONE = (
    Executor.GUARD_CONDITION_THREADS,
    Executor.CONDITION_VARIABLE_THREADS,
    Executor.TIMER_THREADS,
)
"""Executors that this package has for topologies on the wheels only."""

_CONTAINERS: dict[Spinning, Words] = {
    Spinning(Executor.SINGLE_THREADED, per_node=True): ("component_container_isolated",),
    Spinning(Executor.SINGLE_THREADED, per_node=False): ("component_container",),
    Spinning(Executor.MULTI_THREADED, per_node=False): ("component_container_mt",),
    Spinning(Executor.MULTI_THREADED, per_node=True): (
        "component_container_isolated",
        "--use_multi_threaded_executor",
    ),
    Spinning(Executor.EVENTS_CBG, per_node=False): ("component_container_events_cbg",),
    Spinning(Executor.EVENTS_CBG_MULTI_THREADED, per_node=False): (
        "component_container_events_cbg",
    ),
}
"""Of the other distributions: program and options."""
EXECUTOR_TYPES = {
    Executor.SINGLE_THREADED: "single-threaded",
    Executor.MULTI_THREADED: "multi-threaded",
    Executor.EVENTS_CBG: "events-cbg",
    Executor.EVENTS_CBG_MULTI_THREADED: "events-cbg",
}
"""What the single container executable calls its executors."""
ONE_WORKER = ("--ros-args", "-p", "thread_num:=1")
"""What gives a stock container one worker in place of one for each core."""


def refuse_on_rcl_alone(spinning: Spinning) -> None:
    """Raise UserError for an executor that rclcpp has no binding of."""
    if spinning.executor in ON_RCL_ALONE:
        raise UserError(
            f"the executor {spinning.executor} is for topologies on the ROS 2 wheels; rclcpp has"
            " none"
        )


def has_own_container(spinning: Spinning) -> bool:
    """Tell whether it is a container of this package that has such executors."""
    if spinning.executor is Executor.EVENTS_CBG:
        return spinning.per_node
    return spinning.executor in OWN_CONTAINERS


def container_words(spinning: Spinning, distro: str | None, find: Find) -> Words:
    """Return the program of a container with such executors, and its own options.

    They may end with ROS arguments, behind which others may follow.

    :param distro: ROS distribution.
    :raises UserError: if there is none.
    """
    refuse_on_rcl_alone(spinning)
    if has_own_container(spinning):
        own = find(PACKAGE, OWN_CONTAINERS[spinning.executor])
        return (own, *["--isolated"] * spinning.per_node, *spinning.loop_words)
    one_worker = ONE_WORKER if spinning.executor is Executor.EVENTS_CBG else ()
    if distro in _ONE_CONTAINER:
        each = ("--isolated",) * spinning.per_node
        told = ("--executor-type", EXECUTOR_TYPES[spinning.executor])
        return (find(COMPONENTS, "component_container"), *each, *told, *one_worker)
    if spinning not in _CONTAINERS:
        raise UserError(
            f"before Lyrical no container has an executor {spinning.executor} for each node; take"
            f" {Executor.EVENTS_CBG}, or the composition {SINGLE_THREADED}"
        )
    program, *options = _CONTAINERS[spinning]
    return (find(COMPONENTS, program), *options, *one_worker)
