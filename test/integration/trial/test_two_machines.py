# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Host and board as two machines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from bench_runner import Bench
from link_loss import assert_a_cut_cable_costs_one_trial
from loose_study import LOOSE, NEAR_GOALS


def test_a_study_goes_on_when_the_link_to_the_host_returns(
    start: Callable[..., Bench], tmp_path: Path, domain_id: int
) -> None:
    study = {**LOOSE, "goals": NEAR_GOALS, "limits": {**LOOSE["limits"], "leg_s": 100}}
    assert_a_cut_cable_costs_one_trial(start, study, tmp_path, domain_id)
