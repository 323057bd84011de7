# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""When a message counts as late."""

from __future__ import annotations

from dataclasses import dataclass

_NS_PER_MS = 1e6


@dataclass(frozen=True)
class Lateness:
    """Thresholds of latency: each is the smaller of a time and a share of the period.

    The defaults are those of iRobot's framework.
    """

    late_ms: float = 5.0
    late_percent: float = 20.0
    too_late_ms: float = 50.0
    too_late_percent: float = 100.0

    def thresholds_ns(self, period_ns: float | None) -> tuple[int, int]:
        """Return the latencies above which a message is late, and too late.

        :param period_ns: nominal, between the messages of one publisher; None where there is none,
            which makes both zero: no rule.
        """
        if period_ns is None:
            return 0, 0
        late = min(self.late_ms * _NS_PER_MS, self.late_percent / 100 * period_ns)
        too_late = min(self.too_late_ms * _NS_PER_MS, self.too_late_percent / 100 * period_ns)
        return round(late), round(too_late)


DEFAULT_LATENESS = Lateness()
