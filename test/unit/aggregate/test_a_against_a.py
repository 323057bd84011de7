# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A composition against itself: the ten blocks of each committed study, dealt out to two halves.

Once in every possible way rather than some random ones, so that no luck is in the figures.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import pytest

from nav2_composition_bench.aggregate.gate import GateOutcome, gate
from nav2_composition_bench.aggregate.regression import DEFAULT_THRESHOLDS
from nav2_composition_bench.aggregate.samples import arms_of, blocks_of
from nav2_composition_bench.aggregate.stored_study import StoredStudy, read_study
from nav2_composition_bench.aggregate.verdict import Outcome, compare_independent
from nav2_composition_bench.metrics import METRICS

STUDIES = Path(__file__).resolve().parents[3] / "results" / "x86_64-2-core-vm"
NAMES = ("default", "nav2-jazzy-fastrtps", "nav2-jazzy-cyclonedds")
BLOCKS = 10
WRONG_AT_MOST = 0.05
DIFFERENT = (Outcome.BETTER, Outcome.WORSE)

Halves = tuple[str, list[float], list[float]]


@pytest.fixture(scope="module", params=NAMES)
def study(request: pytest.FixtureRequest) -> StoredStudy:
    return read_study(STUDIES / request.param)


def halves(study: StoredStudy) -> Iterator[Halves]:
    """Yield metric and the values of two halves, for each arm and each way to halve."""
    for arm in arms_of(study.records):
        for metric in DEFAULT_THRESHOLDS:
            values = blocks_of(study.records, arm, metric).values
            assert len(values) == BLOCKS
            for chosen in combinations(range(BLOCKS), BLOCKS // 2):
                if chosen[0] != 0:  # the same halves in the other order
                    continue
                rest = [values[block] for block in range(BLOCKS) if block not in chosen]
                yield metric, [values[block] for block in chosen], rest


def test_an_arm_does_not_differ_from_itself(study: StoredStudy) -> None:
    outcomes = [
        compare_independent(first, second, margin=METRICS[metric].margin).outcome
        for metric, first, second in halves(study)
    ]
    assert len(outcomes) == 4 * 3 * 126
    assert sum(outcome in DIFFERENT for outcome in outcomes) <= WRONG_AT_MOST * len(outcomes)


def test_an_arm_has_not_regressed_against_itself(study: StoredStudy) -> None:
    outcomes = [
        gate(compare_independent(*pair, margin=DEFAULT_THRESHOLDS[metric])).outcome
        for metric, first, second in halves(study)
        for pair in ((first, second), (second, first))
    ]
    assert outcomes.count(GateOutcome.REGRESSION) <= WRONG_AT_MOST * len(outcomes)
