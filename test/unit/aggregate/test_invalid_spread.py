# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import numpy as np
import pytest
from record_factory import invalid, make_record

from nav2_composition_bench.aggregate.invalid_spread import (
    SIGNIFICANCE,
    invalid_spread,
    spread_p_value,
)
from nav2_composition_bench.trial.record import TrialRecord


@pytest.mark.parametrize("table", [((4, 4), (8, 0)), ((7, 12), (3, 1)), ((5, 5), (1, 1))])
def test_for_two_arms_it_is_that_of_two_negative_binomials_with_a_known_sum(
    table: tuple[tuple[int, int], tuple[int, int]],
) -> None:
    from scipy import stats  # slow to import

    (first, second), bad = table
    total, share = sum(bad), 0.3  # which the sum makes irrelevant
    chances = np.array(
        [
            stats.nbinom.pmf(x, first, 1 - share) * stats.nbinom.pmf(total - x, second, 1 - share)
            for x in range(total + 1)
        ]
    )
    rare = chances[chances <= chances[bad[0]] * (1 + 1e-9)].sum() / chances.sum()
    assert spread_p_value((first, second), bad) == pytest.approx(rare)


def test_it_is_wrong_in_at_most_one_study_in_twenty_whose_arms_are_alike() -> None:
    random = np.random.default_rng(3)
    blocks = [4, 4, 4, 8]
    studies = [random.negative_binomial(blocks, 0.7).tolist() for _ in range(600)]
    judged = [spread_p_value(blocks, bad) for bad in studies if any(bad)]
    assert len(judged) > 590
    assert 0.02 < np.mean(np.array(judged) < SIGNIFICANCE) < 0.055


def test_the_same_share_in_every_arm_is_even() -> None:
    assert spread_p_value([6, 6, 6, 6], [1, 1, 1, 1]) == pytest.approx(1.0)


def test_all_in_one_of_many_arms_is_uneven_even_where_tables_are_drawn() -> None:
    many = 14
    assert spread_p_value([10] * many, [10] + [0] * (many - 1)) < 0.001
    drawn = spread_p_value([10] * many, [1] * 10 + [0] * (many - 10))
    assert drawn > 0.3
    assert drawn == spread_p_value([10] * many, [1] * 10 + [0] * (many - 10))


def study(bad_cpu: float | None) -> list[TrialRecord]:
    """Return eight valid trials of either arm, and eight invalid ones of isolated."""
    return [
        *(make_record("multi_process", block, cpu_percent=80.0) for block in range(8)),
        *(make_record("isolated", block, attempt=1, cpu_percent=40.0) for block in range(8)),
        *(invalid(make_record("isolated", block, cpu_percent=bad_cpu)) for block in range(8)),
    ]


def test_it_says_what_the_table_would_be_with_invalid_trials() -> None:
    found = invalid_spread(study(60.0))
    assert found is not None and found.is_uneven
    base, isolated = found.arms
    assert (base.invalid, base.trials, isolated.invalid, isolated.trials) == (0, 8, 8, 16)
    assert base.saved is None
    assert isolated.saved == pytest.approx(0.5)
    assert isolated.saved_of_all == pytest.approx(1 - 50.0 / 80.0)
    assert isolated.unmeasured == 0


def test_an_invalid_trial_without_a_figure_is_counted_and_changes_none() -> None:
    found = invalid_spread(study(None))
    assert found is not None
    isolated = found.arms[1]
    assert isolated.unmeasured == 8
    assert isolated.saved_of_all == isolated.saved


def test_an_arm_that_never_had_a_valid_trial_counts_with_the_block_that_it_was_tried_in() -> None:
    given_up = [invalid(make_record("isolated", attempt=attempt)) for attempt in range(3)]
    found = invalid_spread(
        [*(make_record("multi_process", block) for block in range(9)), *given_up]
    )
    assert found is not None
    # 1 way out of C(9 + 1 + 3 - 1, 3), and no other table has as few
    assert found.p_value == pytest.approx(1 / 220)


def test_without_invalid_trials_or_with_one_arm_there_is_nothing_to_judge() -> None:
    assert invalid_spread([make_record("isolated"), make_record("manual")]) is None
    assert invalid_spread([invalid(make_record()), make_record(attempt=1)]) is None
