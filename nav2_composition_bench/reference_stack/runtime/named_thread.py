# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Threads that carry a name in the kernel, so that CPU can be charged to a node."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable

from nav2_composition_bench.study.node_entry import COMM_LENGTH

PR_SET_NAME = 15
"""See prctl(2)."""

JOIN_S = 10.0
"""How long a thread may take to end, or a callback to return; generous, for loaded machines."""

_libc = ctypes.CDLL(None, use_errno=True)


def name_this_thread(name: str) -> None:
    """Set the calling thread's name in the kernel (comm), cut to 15 characters."""
    _libc.prctl(PR_SET_NAME, name.encode()[:COMM_LENGTH], 0, 0, 0)


class NamedThread(threading.Thread):
    """A thread whose kernel name is ``name``, with a flag that asks it to end.

    :param target: called with the ``stop`` event as its only argument; returns once it is set.
    :param name: kernel thread name, at most 15 characters are kept.
    """

    def __init__(self, target: Callable[[threading.Event], None], name: str) -> None:
        super().__init__(name=name, daemon=True)
        self.stop_event = threading.Event()
        self._body = target

    def run(self) -> None:
        name_this_thread(self.name)
        self._body(self.stop_event)

    def request_stop(self) -> None:
        """Ask the thread to end; returns at once."""
        self.stop_event.set()

    def stop(self, timeout_s: float = JOIN_S) -> bool:
        """Ask the thread to end and wait for it.

        :return: whether it has ended. A thread may not wait for itself; then False.
        """
        self.stop_event.set()
        if threading.current_thread() is self:
            return False
        if self.ident is not None:
            self.join(timeout_s)
        return not self.is_alive()
