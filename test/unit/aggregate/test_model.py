# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Contrasts of ln(metric) ~ arm + block: as known tests where these coincide, or by simulation."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping

import numpy as np
import pytest
from scipy import stats

from figures import studies
from nav2_composition_bench.aggregate import model
from nav2_composition_bench.aggregate.describe import student_quantile
from nav2_composition_bench.aggregate.model import (
    Array,
    Columns,
    Contrast,
    contrast,
    difference,
    independent,
    level,
    versus,
)
from nav2_composition_bench.aggregate.precision import blocks_of_all
from nav2_composition_bench.aggregate.samples import arms_of, baseline_of, columns_of
from nav2_composition_bench.trial.store import read_stamp

ARMS = ("base", "quiet", "other", "noisy")
ROUNDS = 3000
EDGE = 3 * math.sqrt(0.05 * 0.95 / ROUNDS)
"""Three standard errors of a coverage of 95 % in so many rounds."""


def table(logs: Array) -> dict[str, dict[int, float]]:
    """Return the columns of logarithms: a row for each block, a column for each arm."""
    return {arm: dict(enumerate(values)) for arm, values in zip(ARMS, np.exp(logs).T.tolist())}


def study(blocks: int = 5, seed: int = 3) -> Array:
    random = np.random.default_rng(seed)
    return random.normal(4.0, 0.3, (blocks, 1)) + random.normal(0.0, 0.05, (blocks, len(ARMS)))


def sure(found: Contrast | None) -> Contrast:
    assert found is not None
    return found


def figures_of(found: Contrast | None) -> tuple[float, float, float]:
    """Return value, standard error and degrees of freedom."""
    assert found is not None and found.error is not None and found.freedom is not None
    return found.value, found.error, found.freedom


def half(found: Contrast | None) -> float:
    """Return half the width of the 95 % interval of the logarithm."""
    _, error, freedom = figures_of(found)
    return student_quantile(0.975, freedom) * error


def test_with_two_arms_it_is_students_test_of_paired_differences() -> None:
    logs = study()[:, :2]
    found = versus(table(logs), "quiet", "base")
    value, error, freedom = figures_of(found)
    known = stats.ttest_rel(logs[:, 1], logs[:, 0])
    assert (value / error, freedom) == pytest.approx((known.statistic, 4))
    assert sure(found).p_value() == pytest.approx(known.pvalue)


def test_an_interval_ends_where_the_p_value_is_the_chance_to_miss() -> None:
    found = sure(versus(table(study()), "noisy", "base"))
    interval = found.ratio(0.9).interval
    assert interval is not None
    for end in (interval.low, interval.high):
        assert found.p_value(end - 1) == pytest.approx(0.1)


@pytest.mark.parametrize(
    "weights",
    [
        {"quiet": 1.0, "base": -1.0},
        {"quiet": 0.5, "other": 0.5, "base": -1.0},
        {"noisy": 1.0, "other": -1.0, "quiet": -1.0, "base": 1.0},
    ],
)
def test_the_estimate_is_the_mean_over_the_blocks_that_hold_its_arms(
    weights: Mapping[str, float],
) -> None:
    columns = table(study())
    del columns["base"][1]
    sums = {
        block: sum(weight * math.log(columns[arm][block]) for arm, weight in weights.items())
        for block in (0, 2, 3, 4)
    }
    found = sure(contrast(columns, weights))
    assert found.by_block == pytest.approx(sums)
    assert found.value == pytest.approx(sum(sums.values()) / 4)


def test_no_other_arm_changes_an_estimate() -> None:
    columns = table(study())
    before = sure(versus(columns, "quiet", "base"))
    del columns["other"][0], columns["other"][3]
    columns["noisy"] = {2: 0.0}
    after = sure(versus(columns, "quiet", "base"))
    assert (after.value, after.by_block) == (before.value, before.by_block)


def test_where_the_pooled_variance_alone_counts_it_is_the_analysis_of_complete_blocks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(model, "POOLED_BETWEEN", (0.0, 1.0))
    logs = study()
    blocks, arms = np.indices(logs.shape).reshape(2, -1)
    levels = [np.equal.outer(numbers, np.unique(numbers)) for numbers in (blocks, arms)]
    design = np.hstack(levels).astype(np.float64)
    fitted = design @ np.linalg.lstsq(design, logs.ravel(), rcond=None)[0]
    mean_square = np.square(logs.ravel() - fitted).sum() / 12
    found = contrast(table(logs), {"noisy": 1.0, "other": -0.5, "base": -0.5})
    _, error, freedom = figures_of(found)
    assert (error**2, freedom) == pytest.approx((1.5 * mean_square / 5, 12))


def test_a_value_of_zero_has_no_logarithm() -> None:
    columns = table(study())
    columns["quiet"][2] = 0.0
    assert versus(columns, "quiet", "base") is None and level(columns, "quiet") is None
    assert versus(columns, "other", "base") is not None
    del columns["base"][2]
    assert versus(columns, "quiet", "base") is not None
    assert independent([1.0, 0.0], [1.0]) is None


def test_without_trials_to_compare_there_is_no_contrast() -> None:
    columns: Columns = {"base": {0: 1.0}, "quiet": {1: 1.0}}
    assert versus(columns, "quiet", "base") is None and versus(columns, "base", "base") is None
    assert level(columns, "noisy") is None and independent([], [1.0]) is None


@pytest.mark.parametrize(
    "found",
    [
        versus(table(study(1)), "quiet", "base"),
        level(table(study(1)), "base"),
        independent([1.0], [1.2]),
    ],
)
def test_a_single_block_has_no_interval_and_decides_nothing(found: Contrast | None) -> None:
    assert sure(found).error is None and sure(found).ratio().interval is None
    assert sure(found).p_value() == 1.0


def test_the_level_of_a_single_arm_is_students_mean() -> None:
    logs = study()[:, :1]
    value, error, freedom = figures_of(level(table(logs), "base"))
    assert value / error == pytest.approx(stats.ttest_1samp(logs[:, 0], 0.0).statistic)
    assert freedom == pytest.approx(4)


@pytest.mark.parametrize(
    ("logs", "variance", "freedom"),
    [
        ([[1.0, 5.0, 2.0], [3.0, 7.0, 4.0]], 2.0, 1.0),  # blocks alone differ
        ([[1.0, 7.0, 2.0], [3.0, 5.0, 2.0]], 4 / 3, 2.0),  # trials alone do
    ],
)
def test_what_the_arms_of_a_block_share_has_the_freedom_of_blocks(
    logs: list[list[float]], variance: float, freedom: float
) -> None:
    _, error, found = figures_of(level(table(np.array(logs)), "base"))
    assert (2 * error**2, found) == pytest.approx((variance, freedom))


@pytest.mark.parametrize(("count", "is_pooled"), [(4, False), (2, True)])
def test_trials_without_common_blocks_are_compared_by_welchs_test_or_with_two_by_students(
    count: int, is_pooled: bool
) -> None:
    first, second = study(10, 1)[:, 0], study(count, 2)[:, 0]
    found = sure(independent(*(np.exp(logs).tolist() for logs in (first, second))))
    value, error, _ = figures_of(found)
    known = stats.ttest_ind(second, first, equal_var=is_pooled)
    assert (value / error, found.p_value()) == pytest.approx((known.statistic, known.pvalue))


def test_two_studies_are_compared_by_welchs_test_of_their_paired_differences() -> None:
    first, second = (study(blocks, seed)[:, :2] for blocks, seed in ((6, 1), (4, 2)))
    found = difference(*(sure(versus(table(logs), "quiet", "base")) for logs in (first, second)))
    value, error, _ = figures_of(found)
    differences = (logs[:, 1] - logs[:, 0] for logs in (second, first))
    known = stats.ttest_ind(*differences, equal_var=False)
    assert (value / error, found.p_value()) == pytest.approx((known.statistic, known.pvalue))


Shape = tuple[int, int, int]
"""Studies, blocks, arms."""


def drifting(random: np.random.Generator, shape: Shape) -> Array:
    """Draw trials on a machine that drifts from each to the next, in an order of every block's."""
    walk = random.normal(0.0, 0.02, (shape[0], shape[1] * shape[2])).cumsum(axis=1)
    return random.permuted(walk.reshape(shape), axis=2) + random.normal(0.0, 0.03, shape)


def two_states(random: np.random.Generator, shape: Shape) -> Array:
    """Draw trials on a machine that now and then is slower by a tenth for some of them."""
    changes = random.random((shape[0], shape[1] * shape[2])) < 0.1
    slow = (changes.cumsum(axis=1) % 2).reshape(shape)
    return random.permuted(0.1 * slow, axis=2) + random.normal(0.0, 0.03, shape)


ONE_SCATTERS = "one arm that scatters three times as much"
KINDS: Mapping[str, Callable[[np.random.Generator, Shape], Array]] = {
    "normal": lambda random, shape: np.log1p(random.normal(0.0, 0.05, shape)),
    "lognormal": lambda random, shape: random.normal(0.0, 0.3, shape),
    "heavy tails": lambda random, shape: 0.05 * random.standard_t(4, shape),
    "drifting machine": drifting,
    "machine of two states": two_states,
    ONE_SCATTERS: lambda random, shape: random.normal(0.0, (0.05, 0.05, 0.05, 0.15), shape),
}
"""Kind of study → what draws logarithms of trials whose arms cost the same."""


@pytest.mark.parametrize("blocks", [2, 3, 4, 6, 8, 10])
@pytest.mark.parametrize(
    ("kind", "arm"), [*((kind, "quiet") for kind in KINDS), (ONE_SCATTERS, "noisy")]
)
def test_intervals_cover_as_they_claim(kind: str, arm: str, blocks: int) -> None:
    logs = KINDS[kind](np.random.default_rng(19), (ROUNDS, blocks, len(ARMS)))
    found = [versus(table(of_study), arm, "base") for of_study in logs]
    covered = sum(abs(sure(one).value) <= half(one) for one in found) / ROUNDS
    said = f"{covered:.1%} cover: {arm} against base, {kind}, {blocks} blocks"
    assert 0.93 - EDGE <= covered <= 0.97 + EDGE, said


@pytest.mark.parametrize(("of_blocks", "least"), [(0.0, 0.94), (0.7, 0.92), (0.9, 0.885)])
def test_levels_of_two_blocks_cover_though_arms_share_the_machine_of_their_block(
    of_blocks: float, least: float
) -> None:
    """With a degree of freedom for each arm they cover in 95, 91 and 86 %.

    :param of_blocks: part of the variance that is between blocks.
    """
    random, rounds = np.random.default_rng(13), 800
    machine = random.normal(0.0, of_blocks**0.5, (rounds, 2, 1))
    trials = random.normal(0.0, (1 - of_blocks) ** 0.5, (rounds, 2, len(ARMS)))
    columns = [table(of_study) for of_study in machine + trials]
    found = [level(each, arm) for each in columns for arm in ARMS]
    covered = sum(abs(sure(one).value) <= half(one) for one in found) / len(found)
    assert least <= covered <= 0.98, f"{covered:.1%} cover"


@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("count", [3, 5])
def test_equal_studies_that_scatter_unlike_differ_in_one_of_fifteen_at_most(
    count: int, times: int
) -> None:
    """By pooled variance it is up to one in four; Welch's is up to 7 % with three trials."""
    random, rounds = np.random.default_rng(24), 2000
    first, second = (
        np.exp(random.normal(0.0, deviation, (rounds, trials))).tolist()
        for deviation, trials in ((0.04, 10), (0.04 * times, count))
    )
    wrong = sum(sure(independent(*pair)).p_value() < 0.05 for pair in zip(first, second))
    assert wrong / rounds <= 0.07 + 0.015, f"{wrong / rounds:.1%} differ"


def of_four_blocks() -> Iterator[tuple[Columns, str, str]]:
    """Yield CPU, arm and baseline of committed studies of Nav2: four blocks, three arms or more."""
    for name in studies.committed():
        stamp = read_stamp(studies.directory(name)) or {}
        if stamp.get("study", {}).get("system") != "nav2":
            continue
        records = studies.records(name)
        arms, base = arms_of(records), baseline_of(records)
        held = {record.block for record in records if record.valid}
        if base in arms and len(arms) >= 3 and len(held) == blocks_of_all(records) == 4:
            columns = columns_of(records, "cpu_percent")
            yield from ((columns, arm, base) for arm in arms if arm != base)


def test_intervals_of_four_blocks_of_nav2_are_narrower_than_those_of_pairs() -> None:
    """Pooling always would make it 0.77 times as wide, and cover in 86 % where one arm scatters."""
    halves = [
        (
            half(versus(columns, arm, base)),
            half(versus({one: columns[one] for one in (arm, base)}, arm, base)),
        )
        for columns, arm, base in of_four_blocks()
    ]
    ours, of_pairs = np.median(halves, axis=0)
    assert ours / of_pairs <= 0.85, f"{ours / of_pairs:.2f} times as wide"
