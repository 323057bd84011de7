# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from record_factory import invalid, make_record

from nav2_composition_bench.aggregate.invalid_spread import invalid_spread, spread_p_value
from nav2_composition_bench.trial.record import TrialRecord


@pytest.mark.parametrize("table", [((10, 10), (4, 0)), ((7, 12), (3, 1)), ((5, 5), (1, 1))])
def test_for_two_arms_it_is_fishers_exact_test(
    table: tuple[tuple[int, int], tuple[int, int]],
) -> None:
    from scipy import stats  # slow to import

    trials, bad = table
    square = [[b, t - b] for t, b in zip(trials, bad)]
    assert spread_p_value(trials, bad) == pytest.approx(stats.fisher_exact(square).pvalue)


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


def test_without_invalid_trials_or_with_one_arm_there_is_nothing_to_judge() -> None:
    assert invalid_spread([make_record("isolated"), make_record("manual")]) is None
    assert invalid_spread([invalid(make_record()), make_record(attempt=1)]) is None
