# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the pictures show of the figures."""

from __future__ import annotations

import numpy as np

from nav2_composition_bench.report.charts import MOST_DOTS, drawn_values


def test_every_trial_of_a_usual_study_is_drawn_in_its_order() -> None:
    values = np.array([3.0, 1.0, 2.0])
    assert drawn_values(values).tolist() == [3.0, 1.0, 2.0]


def test_of_too_many_trials_the_extremes_and_the_spread_are_drawn() -> None:
    values = np.random.default_rng(1).normal(50.0, 2.0, 30 * MOST_DOTS)
    drawn = drawn_values(values)
    assert drawn.size == MOST_DOTS
    assert (drawn.min(), drawn.max()) == (values.min(), values.max())
    assert abs(np.median(drawn) - np.median(values)) < 0.01
