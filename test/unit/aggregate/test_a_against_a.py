# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Arms against themselves: the ten blocks of each committed study, dealt out to two halves.

Once in every possible way rather than some random ones, so that no luck is in the figures.
"""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from nav2_composition_bench.aggregate.gate import DEFAULT_THRESHOLDS
from nav2_composition_bench.aggregate.model import independent
from nav2_composition_bench.aggregate.samples import arms_of, blocks_of
from nav2_composition_bench.aggregate.stored_study import StoredStudy, read_study
from nav2_composition_bench.aggregate.verdict import Outcome, Verdict, verdicts

STUDIES = Path(__file__).resolve().parents[3] / "results" / "x86_64-2-core-vm"
NAMES = ("default", "nav2-jazzy-fastrtps", "nav2-jazzy-cyclonedds")
BLOCKS = 10
HALVES = [chosen for chosen in combinations(range(BLOCKS), BLOCKS // 2) if chosen[0] == 0]
"""Places of the first half; the same halves in the other order are left out."""


@pytest.fixture(scope="module", params=NAMES)
def study(request: pytest.FixtureRequest) -> StoredStudy:
    return read_study(STUDIES / request.param)


def judged(study: StoredStudy, chosen: tuple[int, ...], scale: float) -> tuple[Verdict, ...]:
    """Judge the second half against the first, all arms and metrics in one family.

    :param scale: of the default thresholds.
    """
    family = []
    for arm in arms_of(study.records):
        for metric, threshold in DEFAULT_THRESHOLDS.items():
            values = blocks_of(study.records, arm, metric).values
            assert len(values) == BLOCKS
            first = [values[place] for place in chosen]
            rest = [value for place, value in enumerate(values) if place not in chosen]
            family.append((independent(first, rest), scale * threshold))
    return verdicts(family)


def test_an_arm_hardly_ever_differs_from_itself(study: StoredStudy) -> None:
    """Five of a hundred halvings is what Holm's procedure promises of independent trials."""
    alarms = 0
    for chosen in HALVES:
        found = judged(study, chosen, 0.0)
        assert len(found) == 4 * 3
        alarms += any(one.outcome is not Outcome.UNDECIDED for one in found)
    assert alarms / len(HALVES) <= 0.10, f"{alarms} of {len(HALVES)}"


def test_an_arm_has_not_risen_against_itself(study: StoredStudy) -> None:
    found = [one.outcome for chosen in HALVES for one in judged(study, chosen, 1.0)]
    assert found.count(Outcome.ABOVE) <= 0.01 * len(found)
