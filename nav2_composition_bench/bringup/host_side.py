# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Simulator and goal script, kept running over the trials of a study."""

from __future__ import annotations

from nav2_composition_bench.bringup.outcomes import ProcessDeath


class HostSide:
    """Labels are ``simulator`` and ``goal_script``; with an external host every call does nothing."""

    def ensure_running(self) -> tuple[ProcessDeath, ...]:
        """Start what is not running and wait for it to be on the domain.

        :returns: what had died since the last call.
        :raises BringUpFailed: when it cannot be started.
        """

    def deaths(self) -> tuple[ProcessDeath, ...]:
        """Processes that ended unasked since the last ``ensure_running``; never blocks."""

    @property
    def pids(self) -> dict[int, str]:
        """pid → label of what is running."""
