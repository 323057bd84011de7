# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The executors that can spin the nodes of a system under test."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from nav2_composition_bench.study.placement import Loop, SharedProcess


class Executor(str, enum.Enum):
    """Levels of the factor ``executor``."""

    STOCK = "stock"
    """What the composition has without further words."""
    SINGLE_THREADED = "single_threaded"
    """rclcpp::executors::SingleThreadedExecutor."""
    STATIC_SINGLE_THREADED = "static_single_threaded"
    """rclcpp::executors::StaticSingleThreadedExecutor."""
    MULTI_THREADED = "multi_threaded"
    """rclcpp::executors::MultiThreadedExecutor, a thread for each core."""
    RCLCPP_EVENTS = "rclcpp_events"
    """rclcpp::experimental::executors::EventsExecutor."""
    EVENTS_CBG = "events_cbg"
    """rclcpp::executors::EventsCBGExecutor with one worker, besides three threads for timers."""
    EVENTS_CBG_MULTI_THREADED = "events_cbg_multi_threaded"
    """The same with a worker for each core."""
    EVENTS = "events"
    """This package's: an event loop that the middleware tells of messages, no wait set."""
    RING_BUFFER = "ring_buffer"
    """The same with a lock-free ring before the loop."""
    INTRA_PROCESS_EVENTS = "intra_process_events"
    """Timers and messages inside the process in an event loop, the rest by a wait set."""
    GUARD_CONDITION_THREADS = "guard_condition_threads"
    """A thread with a guard condition for each subscription inside the process."""
    CONDITION_VARIABLE_THREADS = "condition_variable_threads"
    """The same with condition variables."""
    TIMER_THREADS = "timer_threads"
    """The same, and a thread for each timer."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Spinning:
    """What spins the nodes of a process.

    :param executor: never ``stock``, which is one of the others in every composition.
    :param per_node: an executor for each node; else one for all.
    :param loops: an executor and thread for each of these, instead.
    """

    executor: Executor
    per_node: bool
    loops: tuple[Loop, ...] = ()

    @property
    def executor_words(self) -> tuple[str, ...]:
        """Option of this package's programs for the executor; none for their default."""
        if self.executor is Executor.SINGLE_THREADED:
            return ()
        return ("--executor", self.executor.value)

    @property
    def loop_words(self) -> tuple[str, ...]:
        """Options of this package's containers for the loops; none without."""
        return tuple(word for loop in self.loops for word in ("--loop", str(loop)))


EVENTS_CBG = (Executor.EVENTS_CBG, Executor.EVENTS_CBG_MULTI_THREADED)
"""Those that only recent releases of rclcpp have."""

LOOPED = (Executor.EVENTS, Executor.RING_BUFFER)
"""Executors of which a container can be told what each spins, and where."""


def spinning_of(process: SharedProcess, executor: Executor) -> Spinning:
    """Return what spins the nodes of a shared process.

    :param executor: of the process, never ``stock``.
    """
    return Spinning(executor, process.per_node, process.told)
