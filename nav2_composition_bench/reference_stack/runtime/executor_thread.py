# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""An executor that spins on named threads of its own."""

from __future__ import annotations

import os
import threading
import time

from rclpy.context import Context
from rclpy.node import Node

from nav2_composition_bench.reference_stack.runtime.executor import StackExecutor
from nav2_composition_bench.reference_stack.runtime.named_thread import JOIN_S, NamedThread

MIN_THREADS = 2
"""Fewest threads of a multi-threaded executor by default, as in rclcpp."""


def default_thread_count() -> int:
    """Return max(cores this process may use, 2), rclcpp's default."""
    return max(len(os.sched_getaffinity(0)), MIN_THREADS)


class ExecutorThread:
    """Spins nodes until stopped.

    An exception that a callback lets out ends its thread and reaches threading.excepthook, where
    the process decides.

    :param name: kernel name of the threads.
    :param threads: 1 makes a single-threaded executor, more a multi-threaded one.
    """

    def __init__(self, name: str, *, context: Context | None = None, threads: int = 1) -> None:
        self.name = name
        self.executor = StackExecutor(context=context)
        self._threads = [NamedThread(self._spin, name) for _ in range(threads)]
        for thread in self._threads:
            thread.start()

    @property
    def is_alive(self) -> bool:
        """Whether a thread still runs."""
        return any(thread.is_alive() for thread in self._threads)

    def add_node(self, node: Node) -> None:
        """Serve a node's callbacks from now on."""
        self.executor.add_node(node)

    def remove_node(self, node: Node, timeout_s: float = JOIN_S) -> bool:
        """Serve a node's callbacks no more.

        :return: whether the node is let go of: no callback of it runs any more.
        """
        self.executor.remove_node(node)
        if not self.is_alive:
            return True
        return self.executor.wait_until_forgotten(node, timeout_s)

    def request_stop(self) -> None:
        """Ask the threads to end; returns at once."""
        self.executor.request_stop()

    def stop(self, timeout_s: float = JOIN_S) -> bool:
        """End the threads, wait for them and let go of all nodes.

        :return: whether they have ended; a callback that does not return keeps one.
        """
        self.request_stop()
        deadline_s = time.monotonic() + timeout_s
        for thread in self._threads:
            thread.stop(max(0.0, deadline_s - time.monotonic()))
        if self.is_alive:
            return False
        for node in self.executor.get_nodes():
            self.executor.remove_node(node)
        self.executor.release_entities()
        self.executor.shutdown(timeout_sec=0.0)
        return True

    def _spin(self, _stop: threading.Event) -> None:
        self.executor.run()
