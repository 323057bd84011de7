# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The order in which waypoints are driven to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class WaypointOrder:
    """Indices of the waypoints to visit.

    :param count: how many waypoints there are.
    :param first: where the first round begins.
    :param loops: further rounds after the first, each from waypoint 0.
    :raises ValueError: if there are none, or the first does not exist.
    """

    count: int
    first: int = 0
    loops: int = 0

    def __post_init__(self) -> None:
        """Refuse what cannot be driven."""
        if self.count == 0:
            raise ValueError("no waypoints given")
        if not 0 <= self.first < self.count:
            raise ValueError(f"there is no waypoint {self.first} among {self.count}")

    def __iter__(self) -> Iterator[int]:
        yield from range(self.first, self.count)
        for _ in range(self.loops):
            yield from range(self.count)
