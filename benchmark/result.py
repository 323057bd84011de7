# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a benchmark answers."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class Bound(enum.Enum):
    """Which side of its target a figure has to be on."""

    AT_MOST = "≤"
    AT_LEAST = "≥"


@dataclass(frozen=True)
class Result:
    """One figure and the target it has to meet.

    Ratios of paired runs are preferred to absolute figures, which say as much about the machine.

    :param name: what was measured, one line.
    :param unit: of value and target; empty for a ratio.
    :param detail: the figures that a ratio was made of, or other circumstances.
    """

    name: str
    value: float
    bound: Bound
    target: float
    unit: str = ""
    detail: str = ""

    @property
    def is_met(self) -> bool:
        """True when the figure is on the right side of its target."""
        if self.bound is Bound.AT_MOST:
            return self.value <= self.target
        return self.value >= self.target

    def __str__(self) -> str:
        unit = f" {self.unit}" if self.unit else ""
        verdict = "met   " if self.is_met else "MISSED"
        line = f"{verdict} {self.name}: {self.value:.4g}{unit}"
        line += f" ({self.bound.value} {self.target:.4g}{unit})"
        return f"{line}; {self.detail}" if self.detail else line
