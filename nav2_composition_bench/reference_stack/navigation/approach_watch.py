# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whether a navigation task still gets nearer to its goal."""

from __future__ import annotations

MARGIN_M = 0.1
"""By less than this, a shorter way to go is no progress."""


class ApproachWatch:
    """Notices a robot that moves, but to and fro: between two ways that are both blocked, say.

    :param patience_s: how long the shortest way to go may stay what it is; 0 waits forever.
    """

    def __init__(self, patience_s: float, now_s: float) -> None:
        self._patience_s = patience_s
        self._shortest_m = float("inf")
        self._since_s = now_s

    def update(self, remaining_m: float | None, now_s: float) -> bool:
        """Learn how far it is to the goal, if that is known.

        :return: False once patience has run out.
        """
        if remaining_m is not None and remaining_m < self._shortest_m - MARGIN_M:
            self._shortest_m, self._since_s = remaining_m, now_s
        return self._patience_s == 0.0 or now_s - self._since_s <= self._patience_s
