# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""An executor that spins on a named thread of its own."""

from __future__ import annotations

import os
import sys
import threading
import traceback
from collections.abc import Callable
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


def end_process_on_error() -> None:
    """Report the exception of a callback and end the process, as an rclcpp node would."""
    traceback.print_exc()
    sys.stderr.flush()
    os._exit(1)


class ExecutorThread:
    """Spins nodes until stopped.

    :param name: kernel name of the thread (and of its workers, where there are several).
    :param threads: 1 makes a SingleThreadedExecutor, more a MultiThreadedExecutor.
    :param on_error: called inside the thread, in the handler of an exception that a callback let
        out.
    """

    def __init__(
        self,
        name: str,
        *,
        context: Context | None = None,
        threads: int = 1,
        on_error: Callable[[], None] = end_process_on_error,
    ) -> None:
        self.executor = _make_executor(name, context, threads)
        self._on_error = on_error
        self._thread = NamedThread(self._spin, name)
        self._thread.start()

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
        self.executor.wake()

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
        except Exception:
            self._on_error()


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
