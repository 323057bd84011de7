# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Sizes of the recovery behaviours, and how long the navigator waits for them."""

from __future__ import annotations

import math
from dataclasses import dataclass

ANSWER_MARGIN_S = 5.0
"""How long after a behaviour's own time its answer may come."""


@dataclass(frozen=True)
class RecoverySettings:
    """Sizes of the recovery behaviours, in Nav2 attributes of the tree's XML.

    :param spin_dist: radians.
    :param wait_duration: seconds.
    :param backup_dist: metres, backup_speed m/s.
    :param recovery_time_allowance: seconds for spin and backup; 0 sets no limit.
    """

    spin_dist: float = 1.57
    wait_duration: float = 5.0
    backup_dist: float = 0.3
    backup_speed: float = 0.15
    recovery_time_allowance: float = 10.0

    @property
    def wait_timeout_s(self) -> float:
        """How long to wait for the end of a wait."""
        return self.wait_duration + ANSWER_MARGIN_S

    @property
    def motion_timeout_s(self) -> float:
        """How long to wait for the end of a spin or a backup; infinity without a limit."""
        if self.recovery_time_allowance <= 0.0:
            return math.inf
        return self.recovery_time_allowance + ANSWER_MARGIN_S
