# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Keep simulated time in step with real time, and say how well that works."""

from __future__ import annotations

import time
from collections.abc import Callable

CATCH_UP_S = 0.5
"""A lag up to this is made up; a longer one is given up, so that no burst follows a suspend."""


class RealTimePacer:
    """Delays a simulation to a stated multiple of real time.

    :param factor: simulated seconds per real second; 0 means as fast as possible.
    :param clock: seconds on a monotonic clock.
    :param sleep: waits that many seconds, or less where the simulation is to end.
    """

    def __init__(
        self,
        factor: float = 1.0,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._factor, self._clock, self._sleep = factor, clock, sleep
        self._start_wall = self._anchor_wall = self._mark_wall = clock()
        self._start_sim = self._anchor_sim = self._mark_sim = 0.0

    def start(self, sim_time_s: float) -> None:
        """Begin here: whatever went before (loading) does not count as lag."""
        self._start_wall = self._anchor_wall = self._mark_wall = self._clock()
        self._start_sim = self._anchor_sim = self._mark_sim = sim_time_s

    def wait(self, sim_time_s: float) -> None:
        """Return when real time has come to that simulated time, or the sleep ends early."""
        if self._factor == 0.0:
            return
        due = self._anchor_wall + (sim_time_s - self._anchor_sim) / self._factor
        left = due - self._clock()
        if left > 0.0:
            self._sleep(left)
        elif left < -CATCH_UP_S:
            self._anchor_wall, self._anchor_sim = self._clock(), sim_time_s

    def real_time_factor(self, sim_time_s: float) -> float:
        """Return the factor reached since the last call of this method, or since the start."""
        now = self._clock()
        factor = (sim_time_s - self._mark_sim) / max(now - self._mark_wall, 1e-9)
        self._mark_wall, self._mark_sim = now, sim_time_s
        return factor

    def overall_factor(self, sim_time_s: float) -> float:
        """Return the factor reached since the start."""
        elapsed = max(self._clock() - self._start_wall, 1e-9)
        return (sim_time_s - self._start_sim) / elapsed
