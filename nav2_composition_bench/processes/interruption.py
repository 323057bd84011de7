# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Signals that ask the runner to stop: raised as exceptions, and held back while it cleans up."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

STOPPING_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def signals_to_handle() -> tuple[signal.Signals, ...]:
    """Return the stopping signals; a SIGHUP that is ignored stays so: ``nohup`` asks for that."""
    return tuple(
        number
        for number in STOPPING_SIGNALS
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN
    )


class Held:
    """Which stopping signals came while they were held back."""

    def __init__(self) -> None:
        self._numbers: list[int] = []

    @property
    def requested(self) -> bool:
        """True when one has come: grace periods are to be cut short."""
        return bool(self._numbers)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self._numbers.append(number)


@contextmanager
def stopping_signals_raise() -> Iterator[None]:
    """Make SIGINT, SIGTERM and SIGHUP raise KeyboardInterrupt, also where SIGINT was ignored.

    Under ``nohup`` SIGHUP does nothing.
    """

    def interrupt(number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt(signal.Signals(number).name)

    previous = {number: signal.signal(number, interrupt) for number in signals_to_handle()}
    try:
        yield
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)


@contextmanager
def stopping_signals_held() -> Iterator[Held]:
    """Hold stopping signals back until the block is over, then deliver the first of them.

    Does nothing in other threads than the main one, where no handler ever runs.
    """
    held = Held()
    if threading.current_thread() is not threading.main_thread():
        yield held
        return
    previous = {number: signal.signal(number, held._note) for number in signals_to_handle()}
    try:
        yield held
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
        if held._numbers:
            signal.raise_signal(held._numbers[0])
