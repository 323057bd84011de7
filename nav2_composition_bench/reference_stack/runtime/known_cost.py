# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A node that burns a stated share of a core and holds a stated amount of memory."""

from __future__ import annotations

import hashlib
import mmap
import threading
import time
from typing import Any

from rclpy.node import Node

from nav2_composition_bench.reference_stack.runtime.managed_node import declared_value
from nav2_composition_bench.reference_stack.runtime.named_thread import NamedThread
from nav2_composition_bench.study.reference_table import thread_name_of

PERIOD_S = 0.05
"""As the rate of most nodes of the stack."""
MAX_DEBT_S = 1.0
"""CPU time that is made up for after others kept the thread from running."""
_BLOCK = bytes(64 * 1024)  # hashed without Python's global lock, so that no other node waits


class Burner:
    """Uses a share of a core by the calling thread's own CPU clock.

    Everything that the thread does counts, its waking up included, so that the kernel's figure
    for the thread is the share itself.

    :param share: of one core, below 1.
    """

    def __init__(self, share: float) -> None:
        self._share = share
        self._began_s = time.monotonic()
        self._used_before_s = time.thread_time()

    def catch_up(self, stop: threading.Event) -> None:
        """Burn what is due by now."""
        while not stop.is_set():
            due_s = self._share * (time.monotonic() - self._began_s)
            debt_s = due_s - (time.thread_time() - self._used_before_s)
            if debt_s <= 0.0:
                return
            if debt_s > MAX_DEBT_S:
                self._used_before_s -= debt_s - MAX_DEBT_S
            hashlib.sha256(_BLOCK)


def held_memory(size_bytes: int) -> mmap.mmap | None:
    """Map anonymous memory and write to each of its pages; None for none.

    A mapping of its own, so that it neither shares pages with anything nor is kept when closed.
    """
    if size_bytes <= 0:
        return None
    memory = mmap.mmap(-1, size_bytes, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
    for offset in range(0, size_bytes, mmap.PAGESIZE):
        memory[offset] = 1 + offset // mmap.PAGESIZE % 255
    return memory


class KnownCostNode(Node):  # type: ignore[misc]
    """A plain node; it costs what it should from its construction to its end.

    Parameters: cpu_percent (of one core), memory_mb (10^6 bytes).
    """

    def __init__(
        self, node_name: str = "known_cost", *, thread_name: str | None = None, **options: Any
    ) -> None:
        super().__init__(node_name, **options)
        self.thread_name = thread_name or thread_name_of(self.get_name())
        self._share = declared_value(self, "cpu_percent", 0.0) / 100.0
        memory_mb = declared_value(self, "memory_mb", 0.0)
        self._memory = held_memory(round(memory_mb * 1e6))
        self._thread = NamedThread(self._run, self.thread_name)
        self._thread.start()

    def request_stop(self) -> None:
        """Ask the thread to end; returns at once."""
        self._thread.request_stop()

    def destroy_node(self) -> None:
        """End the thread, let go of the memory."""
        self._thread.stop()
        if self._memory is not None:
            self._memory.close()
        super().destroy_node()

    def _run(self, stop: threading.Event) -> None:
        if self._share <= 0.0:
            return  # a baseline: not even the waking up is to cost anything
        burner = Burner(self._share)
        while not stop.wait(PERIOD_S):
            burner.catch_up(stop)
