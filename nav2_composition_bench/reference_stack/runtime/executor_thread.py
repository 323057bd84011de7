# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""An executor that spins on a named thread of its own."""

from __future__ import annotations

import os
import threading
from concurrent.futures import ThreadPoolExecutor

from rclpy._rclpy_pybind11 import InvalidHandle
from rclpy.context import Context
from rclpy.executors import (
    Executor,
    ExternalShutdownException,
    MultiThreadedExecutor,
    SingleThreadedExecutor,
)
from rclpy.node import Node

from nav2_composition_bench.reference_stack.runtime.named_thread import (
    NamedThread,
    name_this_thread,
)

MINIMUM_THREADS = 2
"""Fewest threads of a multi-threaded executor by default, as in rclcpp."""


def default_thread_count() -> int:
    """Return max(cores this process may use, 2), rclcpp's default."""
    return max(len(os.sched_getaffinity(0)), MINIMUM_THREADS)


class ExecutorThread:
    """Spins nodes until stopped.

    :param name: kernel name of the thread (and of its workers, where there are several).
    :param threads: 1 makes a SingleThreadedExecutor, more a MultiThreadedExecutor.

    An exception that a callback lets out ends the thread and reaches threading.excepthook, where
    the process decides.
    """

    def __init__(
        self,
        name: str,
        *,
        context: Context | None = None,
        threads: int = 1,
    ) -> None:
        self.executor = _make_executor(name, context, threads)
        self.name = name
        self._thread = NamedThread(self._spin, name)
        self._thread.start()

    @property
    def is_alive(self) -> bool:
        """Whether the thread still runs."""
        return self._thread.is_alive()

    def add_node(self, node: Node) -> None:
        """Serve a node's callbacks from now on."""
        self.executor.add_node(node)

    def remove_node(self, node: Node, timeout_s: float = 2.0) -> None:
        """Serve a node's callbacks no more; afterwards the executor does not look at it."""
        self.executor.remove_node(node)
        if threading.current_thread() is not self._thread and self._thread.is_alive():
            passed = threading.Event()
            self.executor.create_task(passed.set)
            passed.wait(timeout_s)

    def request_stop(self) -> None:
        """Ask the thread to end; returns at once."""
        self._thread.request_stop()
        # A wake-up alone makes the executor wait again; a task makes spin_once return.
        self.executor.create_task(_nothing)

    def stop(self, timeout_s: float = 2.0) -> bool:
        """End the thread and wait for it.

        :return: whether it has ended; a callback that does not return keeps it.
        """
        self.request_stop()
        ended = self._thread.stop(timeout_s)
        if ended:
            for node in self.executor.get_nodes():
                self.executor.remove_node(node)
            if isinstance(self.executor, MultiThreadedExecutor):
                self.executor._executor.shutdown(wait=False, cancel_futures=True)
            self.executor.shutdown(timeout_sec=timeout_s)
        return ended

    def _spin(self, stop: threading.Event) -> None:
        try:
            while not stop.is_set():
                try:
                    self.executor.spin_once()
                except InvalidHandle:
                    # Another thread destroyed an entity while it was being looked at.
                    continue
        except ExternalShutdownException:
            return


def _nothing() -> None:
    """Be a task that does nothing."""


def _make_executor(name: str, context: Context | None, threads: int) -> Executor:
    if threads == 1:
        return SingleThreadedExecutor(context=context)
    executor = MultiThreadedExecutor(threads, context=context)
    # The stock pool's threads are anonymous; the same pool, with names.
    executor._executor.shutdown(wait=False)
    executor._executor = ThreadPoolExecutor(
        threads, thread_name_prefix=name, initializer=name_this_thread, initargs=(name,)
    )
    return executor
