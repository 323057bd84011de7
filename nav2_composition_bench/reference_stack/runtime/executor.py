# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Executors for rclpy nodes with the structure of rclcpp's: threads take turns at one wait set.

rclpy's own executors collect the entities of all nodes anew, in Python, before every wait, and its
MultiThreadedExecutor does so up to three times per callback. With eight small idle nodes that
exchange 50 heartbeats per second it took 10.6 % of a core, this one 4.4 %; the cost grows with the
number of entities, and the interpreter lock is held meanwhile. This one collects them when an
entity comes or goes, and otherwise only refills the wait set, as rclcpp does.
"""

from __future__ import annotations

import threading
from collections import Counter, deque
from collections.abc import Callable
from typing import Any

from rclpy._rclpy_pybind11 import InvalidHandle
from rclpy.context import Context
from rclpy.executors import Executor
from rclpy.node import Node

from nav2_composition_bench.reference_stack.runtime.wait_entities import Entity, WaitEntities

_Work = tuple[Callable[[], None], Any, Any]
"""What to run; the callback group it holds meanwhile, or None; the node, or None."""


class StackExecutor(Executor):  # type: ignore[misc]
    """Runs callbacks in the threads that call :meth:`run`: one thread or several.

    With one thread it is a single-threaded executor, with more a multi-threaded one. A mutually
    exclusive callback group has at most one callback running. Callbacks are plain functions: one
    that awaits is an error. Middleware events (incompatible QoS and the like) are not waited for.
    """

    def __init__(self, *, context: Context | None = None) -> None:
        super().__init__(context=context)
        self._turn = threading.Lock()
        """Held by the one thread that waits or picks work."""
        self._state = threading.Condition()
        """Guards what follows."""
        self._stale = True
        self._stopped = False
        self._busy_groups: set[Any] = set()
        self._running: Counter[Node] = Counter()
        self._waits_without: bool = False
        self._entities: WaitEntities | None = None
        self._ready: deque[Entity] = deque()

    def run(self) -> None:
        """Run callbacks until :meth:`request_stop`; an exception of a callback comes through."""
        while (work := self._next_work()) is not None:
            call, group, node = work
            try:
                call()
            finally:
                self._release(group, node)

    def request_stop(self) -> None:
        """Make every :meth:`run` return after the callback it is in."""
        self._stopped = True
        if self._guard is not None:
            self._guard.trigger()

    def wake(self) -> None:
        """Look at the nodes' entities again: nodes call this when one comes or goes."""
        self._stale = True
        super().wake()

    def add_node(self, node: Node) -> bool:
        """Serve a node from now on."""
        added = bool(super().add_node(node))
        self.wake()
        return added

    def remove_node(self, node: Node) -> None:
        """Serve a node no more; :meth:`wait_until_forgotten` tells when that has taken effect."""
        super().remove_node(node)
        self.wake()

    def wait_until_forgotten(self, node: Node, timeout_s: float) -> bool:
        """Wait until no callback of a removed node runs and none can begin.

        Some thread must be in :meth:`run`.
        """
        looked_again = threading.Event()
        self.create_task(looked_again.set)
        if not looked_again.wait(timeout_s):
            return False
        with self._state:
            return self._state.wait_for(lambda: self._running[node] == 0, timeout_s)

    def release_entities(self) -> None:
        """Let go of the entities waited for, once no thread is in :meth:`run`."""
        if self._entities is not None:
            self._entities.release()
            self._entities = None
        self._ready.clear()

    def _next_work(self) -> _Work | None:
        with self._turn:
            while not self._stopped and self._context.ok():
                if self._stale:
                    self._collect()
                task = self._next_task()
                if task is not None:
                    return task, None, None
                while self._ready:
                    work = self._begin(self._ready.popleft())
                    if work is not None:
                        return work
                if not self._stale:
                    self._wait()
        return None

    def _collect(self) -> None:
        self._stale = False
        self._ready.clear()
        fresh = WaitEntities(self._context, self._guard, self.get_nodes())
        if self._entities is not None:
            self._entities.release()
        self._entities = fresh

    def _next_task(self) -> Callable[[], None] | None:
        """Return a task of create_task, as a call that lets its exception through."""
        if not self._tasks:
            return None
        with self._tasks_lock:
            task = self._tasks.pop(0)[0]

        def call() -> None:
            task()
            if task.exception() is not None:
                raise task.exception()

        return call

    def _wait(self) -> None:
        assert self._entities is not None
        with self._state:
            busy = frozenset(self._busy_groups)
            self._waits_without = bool(busy)
        try:
            self._ready.extend(self._entities.wait(busy))
        except InvalidHandle:
            # An entity was destroyed meanwhile; look at what is left.
            self._stale = True
        self._waits_without = False

    def _begin(self, entity: Entity) -> _Work | None:
        """Take an entity's data and claim its group; None if another callback holds that."""
        group = entity.exclusive_group
        with self._state:
            if group is not None:
                if group in self._busy_groups:
                    return None
                self._busy_groups.add(group)
            self._running[entity.node] += 1
        call: Callable[[], Any] | None = None
        try:
            call = getattr(self, entity.take)(entity.item)
        except InvalidHandle:
            self._stale = True
        finally:
            if call is None:
                self._release(group, entity.node)
        if call is None:
            return None
        coroutine_function = call
        return lambda: _run_to_end(coroutine_function()), group, entity.node

    def _release(self, group: Any, node: Node | None) -> None:
        if node is None:
            return
        with self._state:
            self._busy_groups.discard(group)
            self._running[node] -= 1
            if self._running[node] == 0:
                del self._running[node]
                self._state.notify_all()
            excluded = self._waits_without and group is not None
        if excluded and not self._stopped:
            self._guard.trigger()


def _run_to_end(coroutine: Any) -> None:
    """Run what rclpy wraps in a coroutine but never awaits anything unfinished."""
    try:
        coroutine.send(None)
    except StopIteration:
        return
    coroutine.close()
    raise RuntimeError("a callback awaits something; use a thread for work that waits")
