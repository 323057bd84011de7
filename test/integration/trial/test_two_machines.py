# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Host and board as two machines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from bench_runner import Bench
from link_loss import assert_a_cut_cable_costs_one_trial

STUDY: dict[str, Any] = {
    "validity": {"real_time_factor": 0.0, "control_loop_ratio": 0.0},
    "limits": {"first_goal_s": 120, "leg_s": 100, "bring_up_s": 200, "shutdown_s": 60},
    "goals": [
        {"name": "A", "x_m": -0.5, "y_m": -2.4, "yaw_rad": 0.0},
        {"name": "B", "x_m": -3.8, "y_m": -2.2, "yaw_rad": 0.8},
    ],
}


def test_a_study_goes_on_when_the_link_to_the_host_returns(
    start: Callable[..., Bench], tmp_path: Path, domain_id: int
) -> None:
    assert_a_cut_cable_costs_one_trial(start, STUDY, tmp_path, domain_id)
