# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The end of a process as an event that signal handlers may set."""

from __future__ import annotations

import os
import select
import signal
import threading
import weakref

from nav2_composition_bench.processes.interruption import signals_to_handle


class StopEvent(threading.Event):
    """An event that a handler may set while the thread it interrupts waits for it.

    The lock inside ``threading.Event`` is not reentrant: a handler that runs while its thread holds
    it, at the beginning or the end of a wait, never returns. This one has no lock, and stays set.
    """

    def __init__(self) -> None:
        super().__init__()
        self._is_set = False
        self._descriptor = os.eventfd(0, os.EFD_CLOEXEC | os.EFD_NONBLOCK)
        weakref.finalize(self, os.close, self._descriptor)

    def is_set(self) -> bool:
        """Whether it was set."""
        return self._is_set

    def set(self) -> None:
        """Wake all who wait, now and later."""
        self._is_set = True
        os.eventfd_write(self._descriptor, 1)

    def clear(self) -> None:
        """Refuse: what was asked to end is not asked to go on."""
        raise NotImplementedError("a StopEvent stays set")

    def wait(self, timeout: float | None = None) -> bool:
        """Wait until it is set or the time is over; return whether it is set.

        :param timeout: seconds; None waits forever.
        """
        if not self._is_set:
            select.select(
                [self._descriptor], [], [], timeout if timeout is None else max(0, timeout)
            )
        return self._is_set


def set_by_signals() -> StopEvent:
    """Return an event that SIGINT, SIGTERM and SIGHUP (not under ``nohup``) set from now on."""
    stop = StopEvent()
    for number in signals_to_handle():
        signal.signal(number, lambda *_: stop.set())
    return stop
