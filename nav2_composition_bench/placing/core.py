# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""One core that its jobs share evenly (processor sharing)."""

from __future__ import annotations

import heapq


class Core:
    """Jobs of loops; each of n has a share of 1/n of the core at any time.

    Time is kept in the service that each job has had: it runs n times slower than the clock, so
    that a job is over when it has had what it came with, whoever joined it meanwhile.
    """

    def __init__(self) -> None:
        self._served_us = 0.0
        self._at_us = 0.0
        self._ends: list[tuple[float, int]] = []
        self.version = 0
        """Changes with every job that comes or goes; ends scheduled before that are void."""

    def __len__(self) -> int:
        return len(self._ends)

    def add(self, now_us: float, loop: int, demand_us: float) -> None:
        """Begin a job of that much CPU time."""
        self._advance(now_us)
        heapq.heappush(self._ends, (self._served_us + demand_us, loop))
        self.version += 1

    def next_end_us(self) -> float:
        """Return when the next job is over if none joins."""
        return self._at_us + max(0.0, self._ends[0][0] - self._served_us) * len(self._ends)

    def finish(self, now_us: float) -> int:
        """End the job that is over, and return its loop."""
        self._advance(now_us)
        _, loop = heapq.heappop(self._ends)
        self.version += 1
        return loop

    def _advance(self, now_us: float) -> None:
        if self._ends:
            self._served_us += (now_us - self._at_us) / len(self._ends)
        self._at_us = now_us
