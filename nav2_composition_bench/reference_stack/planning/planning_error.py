# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Why there is no path."""

from __future__ import annotations

import enum


class PlanningFailure(enum.Enum):
    """Names are those of the error codes of nav2_msgs/action/ComputePathToPose."""

    START_OUTSIDE_MAP = "START_OUTSIDE_MAP"
    GOAL_OUTSIDE_MAP = "GOAL_OUTSIDE_MAP"
    START_OCCUPIED = "START_OCCUPIED"
    GOAL_OCCUPIED = "GOAL_OCCUPIED"
    NO_VALID_PATH = "NO_VALID_PATH"


class PlanningError(Exception):
    """No path; ``failure`` says why in one word, the text in one line."""

    def __init__(self, failure: PlanningFailure, message: str) -> None:
        super().__init__(message)
        self.failure = failure
