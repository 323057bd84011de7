# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any

import pytest
from arm_studies import packaged
from fleet_factory import DISCOVERY

from nav2_composition_bench.fleet.figures import Sight
from nav2_composition_bench.fleet.trial_log import FleetLog, record_of
from nav2_composition_bench.sampling.memory_figures import MemoryFigures
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.trial.discovery_record import FleetRecord
from nav2_composition_bench.trial.machine_state import MachineState
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.record_json import from_line, to_line


def record(**changes: Any) -> TrialRecord:
    """The record of a trial of a fleet that went well, changed as told."""
    study = packaged("discovery")
    fields: dict[str, Any] = {
        "started_wall_s": 1.79e9,
        "started_monotonic_s": 1.0,
        "ended_monotonic_s": 55.0,
        "bring_up_began_s": 2.0,
        "robots": (Sight("robot_1", 4.0, (), 0), Sight("robot_2", 5.5, (), 0)),
        "memory": MemoryFigures(100, 90, 120, 60, 30, 10, 0, None),
        "figures": DISCOVERY,
        "fleet": FleetRecord((), None, (), None),
        "machine_before": MachineState(10.0, 0.0, None, None, None),
        "machine_after": MachineState(51.0, 0.41, None, None, None),
    }
    return record_of(FleetLog(**{**fields, **changes}), study, TrialSpec(study.arms[0], 1, 2, 1))


def test_a_fleet_that_went_well_is_valid_and_has_no_figures_of_other_systems() -> None:
    made = record()
    assert (made.valid, made.invalid_reason) == (True, None)
    assert (made.study, made.system, made.block) == ("discovery", "topology", 1)
    assert (made.duration_s, made.value("bring_up_s"), made.active_monotonic_s) == (54.0, 3.5, 5.5)
    assert (made.value("pss_bytes"), made.value("footprint_bytes")) == (100, None)
    assert made.value("steal_percent") == pytest.approx(1.0)
    assert made.metrics.items() >= DISCOVERY.items()
    assert (made.binding, made.legs, made.observer) == (None, (), None)
    assert made.value("shutdown_s") is None


def test_a_record_of_a_fleet_can_be_written_and_read() -> None:
    assert from_line(to_line(record()), "line 1") == record()


def test_a_fleet_that_never_came_up_is_a_record_without_figures() -> None:
    made = record_of(
        FleetLog(failures=["robot_2 was not\nup within 60 s"]),
        packaged("discovery"),
        TrialSpec(packaged("discovery").arms[0], 0, 0),
    )
    assert made.invalid_reason == "robot_2 was not up within 60 s"
    assert made.metrics == {}
    assert from_line(to_line(made), "line 1") == made


def test_a_fleet_that_was_swapped_out_or_held_back_does_not_count() -> None:
    made = record(
        memory=MemoryFigures(100, 90, 120, 60, 30, 10, 2_500_000, None),
        machine_after=MachineState(51.0, 0.41, None, None, 0x4),
    )
    assert made.invalid_reason == (
        "the board's firmware throttles the CPU (flags 0x4); 2.5 MB of the robots were swapped out"
    )
