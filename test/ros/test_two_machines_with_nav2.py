# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Host and board as two machines, Nav2 on the board."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from pathlib import Path

from bench_runner import Bench
from link_loss import assert_a_cut_cable_costs_one_trial
from nav2_study import SMALL, nav2_study


def test_a_study_of_nav2_goes_on_when_the_link_to_the_host_returns(
    start: Callable[..., Bench], tmp_path: Path, domain_id: int
) -> None:
    limits = {**SMALL["limits"], "leg_s": 100}
    # Far ones: the cable is cut on the way to the first.
    goals = [dataclasses.asdict(goal) for goal in nav2_study().navigation.goals]
    study = {**SMALL, "goals": goals, "compositions": ["isolated"], "limits": limits}
    assert_a_cut_cable_costs_one_trial(start, study, tmp_path, domain_id)
