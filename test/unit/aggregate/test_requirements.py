# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from message_records import make_entities, make_latency, make_topology_record
from record_factory import MEGABYTE, invalid

from nav2_composition_bench.aggregate.requirements import (
    JudgedRequirement,
    judge_requirements,
    outcome,
)
from nav2_composition_bench.aggregate.verdict import Outcome
from nav2_composition_bench.trial.message_record import PathRecord
from nav2_composition_bench.trial.record import TrialRecord


def stamp(**limits: Any) -> dict[str, Any]:
    return {"study": {"requirements": {"pair": limits}}}


def trials(**series: Sequence[Any]) -> list[TrialRecord]:
    """Trials of one arm, a field of the record each."""
    count = len(next(iter(series.values())))
    return [
        make_topology_record(block=n, **{field: values[n] for field, values in series.items()})
        for n in range(count)
    ]


def only(records: Sequence[TrialRecord], **limits: Any) -> JudgedRequirement:
    (judged,) = judge_requirements(records, stamp(**limits))
    return judged


@pytest.mark.parametrize(
    ("values", "limit", "expected"),
    [
        ([10.0, 10.1, 9.9], 20.0, Outcome.BELOW),
        ([30.0, 30.1, 29.9], 20.0, Outcome.ABOVE),
        ([10.0, 30.0, 20.0], 20.5, Outcome.UNDECIDED),
        ([10.0], 20.0, Outcome.UNDECIDED),
        ([], 20.0, Outcome.UNDECIDED),
        ([20.0, 20.0], 20.0, Outcome.BELOW),
        ([0.0, 0.0], 0.0, Outcome.BELOW),
        ([0.0], 0.0, Outcome.UNDECIDED),
    ],
)
def test_the_interval_of_the_mean_decides(
    values: list[float], limit: float, expected: Outcome
) -> None:
    assert outcome(values, limit) is expected


def test_one_loss_shows_that_not_nothing_is_lost() -> None:
    assert outcome([0.0, 0.0, 0.001], 0.0) is Outcome.ABOVE
    assert outcome([0.001], 0.0) is Outcome.ABOVE


def test_one_latency_above_the_greatest_allowed_is_too_many() -> None:
    records = trials(latency_max_us=[1000.0, 1000.0, 5100.0])
    assert only(records, latency_max_ms=5.0).outcome is Outcome.ABOVE
    assert only(records, latency_max_ms=50.0).outcome is Outcome.BELOW


def test_requirements_are_judged_in_their_own_units() -> None:
    records = trials(latency_p99_us=[900.0, 901.0], cpu_percent=[12.0, 12.1])
    latency, cpu = judge_requirements(records, stamp(latency_p99_ms=1.0, cpu_percent=10))
    assert latency.description is not None and latency.description.mean == pytest.approx(0.9005)
    assert (latency.unit, latency.outcome) == ("ms", Outcome.BELOW)
    assert (cpu.unit, cpu.outcome) == ("%", Outcome.ABOVE)


def test_memory_is_the_footprint_and_pss_only_where_a_trial_lacks_it() -> None:
    records = trials(
        footprint_bytes=[36 * MEGABYTE, 36 * MEGABYTE], pss_bytes=[18 * MEGABYTE, 18 * MEGABYTE]
    )
    judged = only(records, memory_mb=20)
    assert (judged.quantity, judged.outcome) == ("footprint", Outcome.ABOVE)
    without = trials(footprint_bytes=[36 * MEGABYTE, None], pss_bytes=[18 * MEGABYTE] * 2)
    judged = only(without, memory_mb=20)
    assert (judged.quantity, judged.outcome) == ("PSS", Outcome.BELOW)


def test_the_path_of_each_replica_is_judged_by_itself() -> None:
    paths = [
        PathRecord("robot_1_seeing", make_latency(p99_us=9000.0)),
        PathRecord("robot_2_seeing", make_latency(p99_us=31000.0)),
    ]
    records = trials(message_entities=[make_entities(*paths)] * 2)
    limits = {"robot_1_seeing": 20.0, "robot_2_seeing": 20.0}
    first, second = judge_requirements(records, stamp(path_p99_ms=limits))
    assert first.outcome is Outcome.BELOW and second.outcome is Outcome.ABOVE
    assert second.requirement == "path_p99_ms robot_2_seeing"


def test_a_path_on_which_nothing_arrived_is_not_met_by_that() -> None:
    found = [PathRecord("seeing", latency) for latency in (make_latency(), make_latency(), None)]
    records = trials(message_entities=[make_entities(path) for path in found])
    judged = only(records, path_p99_ms={"seeing": 20.0})
    assert judged.missing == 1 and judged.outcome is Outcome.UNDECIDED


def test_invalid_trials_do_not_count_and_arms_are_told_apart() -> None:
    records = [
        *trials(cpu_percent=[10.0, 10.1]),
        invalid(make_topology_record(block=2, cpu_percent=90.0)),
        make_topology_record("manual", 0, cpu_percent=40.0),
        make_topology_record("manual", 1, cpu_percent=40.1),
    ]
    judged = {one.arm: one.outcome for one in judge_requirements(records, stamp(cpu_percent=20))}
    assert judged == {"isolated": Outcome.BELOW, "manual": Outcome.ABOVE}


def test_other_topologies_of_the_study_require_nothing() -> None:
    records = [make_topology_record(topology="other")]
    assert judge_requirements(records, stamp(cpu_percent=20)) == ()
    assert judge_requirements(records, {}) == ()
