# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Known costs, found again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from record_factory import at_speed, make_process, make_record
from stored_studies import write_study

from nav2_composition_bench.aggregate.calibration import findings, node_changes
from nav2_composition_bench.aggregate.describe import mean_interval
from nav2_composition_bench.aggregate.samples import blocks_of
from nav2_composition_bench.aggregate.stored_study import StoredStudy, read_study
from nav2_composition_bench.trial.record import ThreadRecord, TrialRecord

STATED = {"cpu_percent": 5.0, "memory_mb": 20.0}
DRIFT = (0.0, 6.0, -4.0, 2.0, 9.0)
"""CPU % by which the machine differs from block to block, far more than what is looked for."""


def trial(
    composition: str, block: int, cpu: float, memory_mb: float, start_s: float
) -> TrialRecord:
    threads = [ThreadRecord("amcl", "amcl", 1, 30.0 + DRIFT[block])]
    if cpu:
        threads.append(ThreadRecord("known_cost", "known_cost", 2, cpu))
    process = make_process(
        nodes=("amcl", "known_cost") if cpu else ("amcl", "map_server"),
        cpu_percent=40.0 + DRIFT[block] + cpu,
        threads=tuple(threads),
    )
    size = round(1e6 * (100.0 + 0.1 * (block % 2) + memory_mb))
    return make_record(
        composition,
        block,
        started_wall_s=start_s,
        cpu_percent=process.cpu_percent,
        pss_bytes=size,
        footprint_bytes=size + 5_000_000,
        processes=(process,),
    )


@pytest.fixture
def stored(tmp_path: Path) -> Any:
    def write(
        name: str,
        cost: tuple[float, float],
        known: dict[str, float] | None,
        later_s: float | None = None,
    ) -> StoredStudy:
        """In turn with a study without cost, unless it began so much later."""
        offset_s = later_s if later_s is not None else 10.0 * bool(cost[0])
        wobble = (0.2, -0.1, 0.1, -0.2, 0.05)
        records = [
            trial(
                composition,
                block,
                cost[0] + wobble[block] * bool(cost[0]),
                cost[1],
                1.79e9 + 100 * block + offset_s,
            )
            for block in range(5)
            for composition in ("multi_process", "isolated")
        ]
        stamp = {"study": {"known_cost": known}} if known else {}
        return read_study(write_study(tmp_path / "vm" / name, records, stamp))

    return write


def test_a_known_cost_is_found_with_its_size_inside_the_interval(stored: Any) -> None:
    baseline = stored("plain", (0.0, 0.0), None)
    candidate = stored("dear", (5.0, 20.05), STATED)
    found = {one.metric: one for one in findings(baseline, candidate)}
    assert {one.arm for one in found.values()} == {"isolated"}
    assert found["cpu_percent"].found == pytest.approx(5.0, abs=0.05)
    assert found["cpu_percent"].interval is not None
    assert found["cpu_percent"].interval.low > 0.0  # despite the drift: blocks are paired
    assert found["cpu_percent"].is_inside
    assert found["cpu_percent"].of_the_node == pytest.approx(5.0, abs=0.05)
    assert found["pss_bytes"].stated == 20e6
    assert found["footprint_bytes"].found == pytest.approx(20.05e6)


def test_a_cost_that_is_not_what_was_stated_lies_outside(stored: Any) -> None:
    baseline = stored("plain", (0.0, 0.0), None)
    found = findings(baseline, stored("dear", (9.0, 20.0), STATED))
    assert [one.is_inside for one in found if one.metric == "cpu_percent"] == [False]


def test_studies_that_are_not_interleaved_are_no_pairs(stored: Any) -> None:
    baseline = stored("plain", (0.0, 0.0), None)
    found = findings(baseline, stored("dear", (5.0, 20.0), STATED, later_s=3600.0))
    (cpu,) = (one for one in found if one.metric == "cpu_percent")
    assert cpu.found == pytest.approx(5.0, abs=0.05)
    assert cpu.interval is not None and cpu.interval.low < 0.0  # the drift is in it


def test_a_cost_is_found_at_one_speed_of_the_machine_where_it_is_known(tmp_path: Path) -> None:
    """Without the adjustment the machine's speed is in the interval."""
    slowness = (1.0, 1.3, 1.1, 0.9, 1.2, 1.25, 0.95, 1.15, 1.0, 1.35)
    paths = [
        write_study(
            tmp_path / "vm" / name,
            [
                at_speed(
                    make_record(
                        "isolated",
                        block,
                        started_wall_s=1.79e9 + 100 * block + 10.0 * cost,
                        cpu_percent=(40.0 + cost) * slowness[2 * block + bool(cost)],
                    ),
                    *[100.0 * slowness[2 * block + bool(cost)]] * 2,
                )
                for block in range(5)
            ],
            {"study": {"known_cost": {"cpu_percent": cost, "memory_mb": 0.0}}},
        )
        for name, cost in (("plain", 0.0), ("dear", 5.0))
    ]
    found = {one.metric: one for one in findings(*map(read_study, paths))}
    assert "cpu_percent" not in found
    cpu = found["cpu_adjusted_percent"]
    assert cpu.is_inside and cpu.interval is not None
    assert cpu.interval.high - cpu.interval.low < 5.0
    measured = [blocks_of(read_study(path).records, "isolated", "cpu_percent") for path in paths]
    without = mean_interval(measured[1].array() - measured[0].array())
    assert without.high - without.low > 15.0


def test_a_single_trial_of_each_tells_cpu_as_measured_without_an_interval(tmp_path: Path) -> None:
    """Two trials at known speeds give no interval of adjusted CPU."""
    baseline, candidate = (
        read_study(
            write_study(
                tmp_path / "vm" / name,
                [at_speed(make_record(cpu_percent=40.0 + cost), 100.0, 100.0)],
                {"study": {"known_cost": {"cpu_percent": cost, "memory_mb": 0.0}}},
            )
        )
        for name, cost in (("plain", 0.0), ("dear", 5.0))
    )
    cpu, *_ = findings(baseline, candidate)
    assert (cpu.metric, cpu.stated, cpu.found) == ("cpu_percent", 5.0, 5.0)
    assert cpu.interval is None and cpu.is_inside is None


def test_a_cost_on_another_processor_is_told_as_measured(tmp_path: Path) -> None:
    paths = [
        write_study(
            tmp_path / "vm" / name,
            [
                at_speed(make_record(block=block, cpu_percent=40.0 + cost), 100.0, 100.0)
                for block in range(3)
            ],
            {
                "study": {"known_cost": {"cpu_percent": cost, "memory_mb": 0.0}},
                "machine": {"cpu_model": model},
            },
        )
        for name, cost, model in (("plain", 0.0, "A"), ("dear", 5.0, "A"), ("other", 5.0, "B"))
    ]
    plain, dear, other = map(read_study, paths)
    assert findings(plain, dear)[0].metric == "cpu_adjusted_percent"
    assert findings(plain, other)[0].metric == "cpu_percent"


def test_a_baseline_with_the_node_at_no_cost_allows_multi_process_too(stored: Any) -> None:
    baseline = stored("none", (0.0, 0.0), {"cpu_percent": 0.0, "memory_mb": 0.0})
    found = findings(baseline, stored("dear", (5.0, 20.0), STATED))
    assert {one.arm for one in found} == {"multi_process", "isolated"}
    half = stored("half", (0.0, 0.0), {"cpu_percent": 2.0, "memory_mb": 5.0})
    stated = {one.metric: one.stated for one in findings(half, stored("d", (5.0, 20.0), STATED))}
    assert stated == {"cpu_percent": 3.0, "pss_bytes": 15e6, "footprint_bytes": 15e6}


def test_without_a_known_cost_there_is_nothing_to_find(stored: Any) -> None:
    plain = stored("plain", (0.0, 0.0), None)
    assert findings(plain, plain) == ()


def test_a_change_is_attributed_to_the_node_it_lies_with(stored: Any) -> None:
    baseline = stored("plain", (0.0, 0.0), None)
    changes = node_changes(baseline, stored("dear", (5.0, 20.0), STATED), "isolated")
    assert changes[0].node == "known_cost"
    assert changes[0].before is None
    assert changes[0].difference == pytest.approx(5.0, abs=0.05)
    assert all(abs(change.difference) < 0.1 for change in changes[1:])
