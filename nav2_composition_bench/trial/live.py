# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A trial while it runs, for people to look at: figures, leg, whether the load is steady yet."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.sampling.cumulative_counter import CumulativeCounter
from nav2_composition_bench.sampling.live import LiveFigures, LiveWatch
from nav2_composition_bench.steady_state.detector import POINT_S, find_steady_window
from nav2_composition_bench.steady_state.window import NotSteady, SteadyWindow
from nav2_composition_bench.trial.goal_legs import LegsSeen


@dataclass(frozen=True)
class LiveStatus:
    """One look at a running trial.

    :param figures: None before the first reading.
    :param goal: of the leg that is being driven; None between legs.
    :param driven_s: how long it is being driven; None between legs.
    :param steady_s: how long the load has been steady, were the leg to end now; None while it is
        not.
    """

    figures: LiveFigures | None
    goal: str | None = None
    driven_s: float | None = None
    steady_s: float | None = None


class LiveTrial:
    """Looks at a trial when asked; may be asked from any thread, once a second is often enough.

    The answer to "steady yet?" is the detector's on the readings that were looked at, so it may
    differ from the record's by what was not looked at.

    :param legs: returns the legs so far.
    """

    def __init__(self, watch: LiveWatch, legs: Callable[[], LegsSeen]) -> None:
        self._watch = watch
        self._legs = legs
        self._lock = threading.Lock()
        self._goal_id: str | None = None
        self._totals: list[tuple[float, float]] = []

    def look(self) -> LiveStatus:
        """Return what is known now."""
        with self._lock:
            figures, leg = self._watch.figures(), self._legs().current
            if figures is None:
                return LiveStatus(None)
            if leg is None or leg.goal_id != self._goal_id:
                self._goal_id = leg.goal_id if leg else None
                del self._totals[:-1]  # the last look before the leg bounds its first second
            if not self._totals or figures.monotonic_s > self._totals[-1][0]:
                self._totals.append((figures.monotonic_s, figures.cpu_time_s))
            if leg is None:
                return LiveStatus(figures)
            driven_s = max(0.0, figures.monotonic_s - leg.accepted_monotonic_s)
            window = steady_window(self._totals, leg.accepted_monotonic_s, figures.monotonic_s)
            steady_s = (
                window.end_monotonic_s - window.start_monotonic_s
                if isinstance(window, SteadyWindow)
                else None
            )
            return LiveStatus(figures, leg.goal, driven_s, steady_s)


def steady_window(
    totals: list[tuple[float, float]], begin_s: float, end_s: float
) -> SteadyWindow | NotSteady:
    """Find the steady part of a leg from cumulative CPU at the moments somebody looked; pure.

    :param totals: (CLOCK_MONOTONIC, CPU seconds), in order of time.
    """
    begin_s = max(begin_s, totals[0][0])
    edges = np.arange(begin_s, end_s + 1e-9, POINT_S)
    load = 100.0 * CumulativeCounter.of(totals).increases(edges) / POINT_S
    return find_steady_window(list(load), begin_s, end_s)
