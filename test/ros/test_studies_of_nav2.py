# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Nav2, the simulator and the goal script in a study, all real."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from bench_runner import Bench
from nav2_study import GOALS, SMALL, driven

from nav2_composition_bench.study.composition import Composition

Start = Callable[..., Bench]


@pytest.mark.parametrize("composition", list(Composition))
def test_a_trial_of_nav2_reaches_both_goals_and_leaves_nothing(
    start: Start, composition: Composition
) -> None:
    study: dict[str, Any] = {**SMALL, "goals": GOALS, "compositions": [composition.value]}
    record = driven(start(study=study, script=None))
    assert set(record.exit_statuses.values()) == {0}, record.exit_statuses
    assert record.died == ()
    assert record.control_loop_hz is not None and record.control_loop_hz > 0.0
