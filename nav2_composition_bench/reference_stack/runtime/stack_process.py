# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What every process of the reference stack has in common: signals, threads, an orderly end."""

from __future__ import annotations

import faulthandler
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from nav2_composition_bench.processes.garbage_collection import collection_paused
from nav2_composition_bench.processes.stop_event import StopEvent

if TYPE_CHECKING:
    from rclpy.node import Node

    from nav2_composition_bench.reference_stack.runtime.executor_thread import ExecutorThread

SHUTDOWN_LIMIT_S = 60.0
"""An end that takes longer is cut short; the stacks of all threads and status 1 then say so. An
orderly end takes more than 12 s where other processes leave it a tenth of a core."""


class StackProcess:
    """A process that holds nodes until SIGINT or SIGTERM, then takes them down in order.

    A SIGTERM meanwhile has it write the stacks of all threads, and it goes on.

    Create it first thing in ``main``: signals are caught from then on. rclpy is imported later, as
    that takes a while.

    :param name: the process's name in the kernel (comm).
    """

    def __init__(self, name: str) -> None:
        self.stop = StopEvent()
        """Set when the process should end."""
        self.status = 0
        self._nodes: list[tuple[Any, ExecutorThread]] = []
        self._executors: list[ExecutorThread] = []
        self._before_shutdown: list[Callable[[], None]] = []
        self._lock = threading.Lock()
        self._leftover = False
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._receive_signal)
        threading.excepthook = self._receive_exception
        from nav2_composition_bench.reference_stack.runtime.named_thread import name_this_thread

        name_this_thread(name)

    def start_ros(self, ros_arguments: list[str]) -> None:
        """Initialise rclpy with the process's ROS arguments.

        :raises UserError: for ROS arguments that cannot be read.
        """
        from nav2_composition_bench.ros_domain.ros_start import init_ros

        init_ros(ros_arguments)

    def start_executor(self, name: str, threads: int = 1) -> ExecutorThread:
        """Start an executor on a named thread; it is stopped with the process."""
        from nav2_composition_bench.reference_stack.runtime.executor_thread import ExecutorThread

        executor = ExecutorThread(name, threads=threads)
        with self._lock:
            self._executors.append(executor)
        return executor

    def add_node(self, node: Node, executor: ExecutorThread) -> None:
        """Spin a node; it is destroyed with the process, in reverse order of addition."""
        with self._lock:
            self._nodes.append((node, executor))
        executor.add_node(node)

    def destroy_node(self, node: Node, *, stop_executor: bool) -> None:
        """Take one node down before the process ends.

        :param stop_executor: whether the executor was the node's alone and ends with it.
        """
        with self._lock:
            executor = next(thread for other, thread in self._nodes if other is node)
            self._nodes = [pair for pair in self._nodes if pair[0] is not node]
        request_stop(node)
        executor.remove_node(node)
        if stop_executor:
            executor.stop()
            with self._lock:
                self._executors.remove(executor)
        node.destroy_node()

    def before_shutdown(self, action: Callable[[], None]) -> None:
        """Have something done first when the process ends."""
        self._before_shutdown.append(action)

    def abandon(self) -> None:
        """Note that a thread cannot be ended, so that the process ends without waiting for it."""
        self._leftover = True

    def run(self, start: Callable[[], None]) -> int:
        """Call ``start``, hold until the process should end, take everything down.

        :return: the process's exit status.
        """
        from nav2_composition_bench.errors import UserError

        try:
            with collection_paused():
                start()
            self.stop.wait()
        except UserError as error:
            print(f"error: {error}", file=sys.stderr)
            self.status = 2
        except Exception:  # a bug: its traceback, an orderly end, status 1
            traceback.print_exc()
            self.status = 1
        self.stop.set()
        self._arm_watchdog()
        self._take_down()
        if self._leftover:
            # A thread that did not end would crash as the interpreter is taken down: end here.
            sys.stderr.flush()
            os._exit(self.status or 1)
        return self.status

    def _take_down(self) -> None:
        import rclpy

        from nav2_composition_bench.reference_stack.runtime.named_thread import JOIN_S

        for action in self._before_shutdown:
            action()
        with self._lock:
            nodes, executors = list(self._nodes), list(self._executors)
        for node, _ in nodes:
            request_stop(node)
        for executor in executors:
            executor.request_stop()
        deadline_s = time.monotonic() + JOIN_S
        for executor in executors:
            if not executor.stop(max(0.1, deadline_s - time.monotonic())):
                print(f"error: executor '{executor.name}' did not end in time", file=sys.stderr)
                self._leftover = True
        for node, executor in reversed(nodes):
            if executor.is_alive:
                continue
            try:
                node.destroy_node()
            except Exception:  # the other nodes are destroyed all the same
                traceback.print_exc()
                self.status = 1
        if rclpy.ok():
            rclpy.shutdown()

    def _receive_signal(self, _number: int, _frame: Any) -> None:
        if not self.stop.is_set():
            self.stop.set()
            self._arm_watchdog()

    def _arm_watchdog(self) -> None:
        # A thread of Python's would wait for the interpreter with one that hangs in a library.
        faulthandler.dump_traceback_later(SHUTDOWN_LIMIT_S, exit=True)
        # Whoever does not want to wait as long sends SIGTERM before SIGKILL.
        faulthandler.register(signal.SIGTERM)

    def _receive_exception(self, arguments: threading.ExceptHookArgs) -> None:
        """End the process when a thread dies of an exception, as an rclcpp process would."""
        if self.stop.is_set() and self._leftover:
            return
        threading.__excepthook__(arguments)
        self.status = 1
        self.stop.set()


def request_stop(node: Any) -> None:
    """Ask a node's own threads to end, if it has any."""
    ask = getattr(node, "request_stop", None)
    if ask is not None:
        ask()
