# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Why an action's goal is aborted. Knows no ROS."""

from __future__ import annotations


class GoalError(Exception):
    """A goal that cannot be reached; the text is one line.

    :param code: error code of the action's result.
    """

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code
