# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""When a growing candidate is long enough."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from record_factory import at_speed, invalid, make_record
from stored_studies import STAMP, four_compositions

from nav2_composition_bench.aggregate.certainty import GrowingCheck, blocks_of_all
from nav2_composition_bench.aggregate.gate import GateOutcome
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.trial.record import TrialRecord


def stored(records: list[TrialRecord], **study: object) -> StoredStudy:
    stamp = {**STAMP, "study": {**STAMP["study"], **study}}
    return StoredStudy(Path("board/default"), {}, stamp, tuple(records), ())


def growing(max_blocks: int = 10) -> GrowingCheck:
    thresholds = {"cpu_percent": 0.1, "pss_bytes": 0.05}
    return GrowingCheck(stored(four_compositions(10)), thresholds, ("commit",), max_blocks)


def test_it_is_certain_as_soon_as_nothing_has_risen() -> None:
    assert not growing().is_certain(stored([]), four_compositions(1))
    assert growing().is_certain(stored([]), four_compositions(3))


def test_a_regression_is_certain_however_uncertain_the_rest_is() -> None:
    noisy = [
        make_record("manual", block, cpu_percent=cpu, pss_bytes=360_000_000)
        for block, cpu in enumerate((20.0, 60.0, 180.0))
    ]
    assert growing().is_certain(stored([]), noisy)


def test_noise_asks_for_another_block() -> None:
    noisy = [
        make_record("manual", block, cpu_percent=cpu, pss_bytes=180_000_000)
        for block, cpu in enumerate((20.0, 60.0, 180.0))
    ]
    assert not growing().is_certain(stored([]), noisy)


@pytest.mark.parametrize("is_memory_noisy", [False, True])
def test_it_goes_on_only_for_metrics_that_more_blocks_may_decide(is_memory_noisy: bool) -> None:
    sizes = (150_000_000, 180_000_000, 210_000_000) if is_memory_noisy else (180_000_000,) * 3
    records = [
        at_speed(make_record(block=block, cpu_percent=40.0, pss_bytes=size), 100.0, 100.0)
        for block, size in enumerate(sizes)
    ]
    thresholds, subjects = {"cpu_percent": 0.1, "pss_bytes": 0.05}, ("commit", "protocol")
    gate = GrowingCheck(stored(records, window_s=1.0), thresholds, subjects, 10)
    candidate = stored([], window_s=2.0)
    cpu, _ = gate.judge(replace(candidate, records=tuple(records)))
    assert cpu.verdict.outcome is GateOutcome.NOT_ENOUGH_TRIALS
    assert not cpu.verdict.may_be_decided
    assert gate.is_certain(candidate, records) is not is_memory_noisy


def test_the_error_rate_is_shared_out_among_all_looks() -> None:
    candidate = stored(four_compositions(3))
    (few, *_), (many, *_) = growing(3).judge(candidate), growing(30).judge(candidate)
    assert (growing(3).looks, growing(30).looks) == (2, 29)
    assert few.verdict.interval is not None and many.verdict.interval is not None
    assert many.verdict.interval.high > few.verdict.interval.high


def test_unlike_studies_are_refused_before_any_block() -> None:
    with pytest.raises(UserError, match=r"compared with board/default: study\.simulator"):
        growing().is_certain(stored([], simulator="gazebo"), [])


def test_a_baseline_without_a_valid_trial_is_refused_before_any_block() -> None:
    baseline = stored([invalid(make_record())])
    gate = GrowingCheck(baseline, {"cpu_percent": 0.1}, ("commit",), 10)
    with pytest.raises(UserError, match="no valid trial of isolated with cpu_percent"):
        gate.is_certain(stored([]), [])


def test_a_block_counts_when_it_holds_every_arm() -> None:
    records = [
        make_record("manual", 0),
        make_record("isolated", 0),
        make_record("manual", 1),
        invalid(make_record("isolated", 1)),
    ]
    assert blocks_of_all(records) == 1
    assert blocks_of_all([]) == 0
