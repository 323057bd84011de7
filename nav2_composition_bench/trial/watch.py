# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where the legs of a trial come from, and the source for systems in which nothing is driven."""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from nav2_composition_bench.trial.goal_legs import SUCCEEDED, Leg, LegsSeen


class Watch(Protocol):
    """Tells of the legs of one trial after another; may be called from any thread."""

    def begin(self, legs: Sequence[str]) -> None:
        """Forget the last trial; the system is about to be started."""

    def active(self, at_s: float) -> None:
        """Note that the system is ready since that moment, CLOCK_MONOTONIC."""

    def legs(self) -> LegsSeen:
        """Return the legs so far."""

    def wait_for_change(self, known: LegsSeen, timeout_s: float) -> LegsSeen:
        """Return the legs when they differ from those known, or when the time is over."""

    def commands_s(self) -> tuple[float, ...]:
        """When velocity commands came, CLOCK_MONOTONIC; empty without any."""

    def simulated(self) -> tuple[tuple[float, float], ...]:
        """(CLOCK_MONOTONIC, simulated time), seconds; empty without a simulator."""


class WindowWatch:
    """One leg of a fixed length, from some time after the system is ready.

    :param rest_s: that time.
    :param window_s: that length.
    """

    def __init__(self, rest_s: float, window_s: float) -> None:
        self._rest_s = rest_s
        self._window_s = window_s
        self._seen = LegsSeen(())
        self._turns_s: tuple[float, ...] = ()
        self._pause = threading.Event()

    def begin(self, legs: Sequence[str]) -> None:
        """Forget the last trial."""
        self._seen = LegsSeen(tuple(legs))
        self._turns_s = ()

    def active(self, at_s: float) -> None:
        """Set when the leg begins and when it ends."""
        begin_s = at_s + self._rest_s
        self._turns_s = (begin_s, begin_s + self._window_s)

    def legs(self) -> LegsSeen:
        """Return the leg, which has succeeded once its time is over."""
        now_s = time.monotonic()
        past = [turn_s for turn_s in self._turns_s if turn_s <= now_s]
        legs: tuple[Leg, ...] = ()
        if len(past) == 1:
            legs = (Leg(self._seen.goals[0], "", past[0]),)
        elif past:
            legs = (Leg(self._seen.goals[0], "", past[0], past[1], SUCCEEDED),)
        self._seen = replace(self._seen, legs=legs, heard=True)
        return self._seen

    def wait_for_change(self, known: LegsSeen, timeout_s: float) -> LegsSeen:
        """Return the leg when it has begun or is over, or when the time is."""
        if self.legs().legs == known.legs:
            now_s = time.monotonic()
            to_come = [turn_s - now_s for turn_s in self._turns_s if turn_s > now_s]
            self._pause.wait(min([timeout_s, *to_come]))
        return self.legs()

    def commands_s(self) -> tuple[float, ...]:
        """Nobody drives."""
        return ()

    def simulated(self) -> tuple[tuple[float, float], ...]:
        """Nothing is simulated."""
        return ()
