# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Nav2, the simulator and the goal script in a study, all real."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bench_runner import MACHINE, Bench
from loose_study import CLOSE_GOALS
from nav2_arms import ARMS, every_arm_at_length, study_of_arm
from nav2_study import SMALL, driven, nav2_study

from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.trial.store import STUDY

Start = Callable[..., Bench]

FAST_DDS, CYCLONE_DDS = "rmw_fastrtps_cpp", "rmw_cyclonedds_cpp"


@every_arm_at_length
def test_a_trial_of_nav2_reaches_both_goals_and_leaves_nothing(start: Start, arm: str) -> None:
    study: dict[str, Any] = {**SMALL, "goals": CLOSE_GOALS, **study_of_arm(arm)}
    record = driven(start(study=study, script=None))
    assert record.arm == arm
    assert ARMS[arm].items() <= record.levels.items()
    assert set(record.exit_statuses.values()) == {0}, record.exit_statuses
    assert record.died == ()
    assert record.metrics["control_loop_hz"] > 0.0


@pytest.mark.parametrize("composition", ["multi_process", "manual", "isolated"])
def test_a_known_cost_is_in_every_composition_and_laid_to_its_node(
    start: Start, composition: str
) -> None:
    cost = {"cpu_percent": 5.0, "memory_mb": 20.0}
    goals = [dataclasses.asdict(goal) for goal in nav2_study().navigation.goals]
    study = {**SMALL, "goals": goals, "known_cost": cost, "arms": [{"composition": composition}]}
    record = driven(start(study=study, script=None))
    threads = [
        thread
        for process in record.processes
        for thread in process.threads
        if "known_cost" in process.nodes and thread.name == "known_cost"
    ]
    # Stock containers tell no node's threads, but the node names its own one.
    assert sum(thread.cpu_percent for thread in threads) == pytest.approx(5.0, rel=0.2)
    assert set(record.exit_statuses.values()) == {0}, record.exit_statuses


def test_a_block_of_two_middlewares_is_driven_with_both(start: Start, tmp_path: Path) -> None:
    for rmw in (FAST_DDS, CYCLONE_DDS):
        if rmw not in Installation.here().middlewares:
            pytest.skip(f"{rmw} is not installed")
    study = {
        **SMALL,
        # Far enough for a steady window in each leg.
        "goals": [dataclasses.asdict(goal) for goal in nav2_study().navigation.goals],
        "arms": [{"composition": "isolated"}],
        "factors": {"rmw": [FAST_DDS, CYCLONE_DDS]},
        "max_attempts": 3,  # a loaded machine may have no steady window in one of them
    }
    bench = start(study=study, script=None)
    assert bench.wait() == 0, bench.output
    bench.assert_nothing_is_left()
    valid = {record.arm: record for record in bench.records() if record.valid}
    assert valid.keys() == {f"isolated+{FAST_DDS}", f"isolated+{CYCLONE_DDS}"}
    for arm, record in valid.items():
        assert record.block == 0
        assert record.levels["rmw"] == arm.partition("+")[2]
        assert record.levels["composition"] == "isolated"
        assert [leg.status for leg in record.legs] == ["SUCCEEDED", "SUCCEEDED"]
        assert record.exit_statuses == {"nav2_container": 0}
        assert record.foreign_nodes == ()
    # Only Fast DDS writes the process into an endpoint's name, so the one that ran is told.
    assert valid[f"isolated+{FAST_DDS}"].value("dds_participants") == 1
    assert valid[f"isolated+{CYCLONE_DDS}"].value("dds_participants") is None
    stamp = json.loads((tmp_path / "results" / MACHINE / "small" / STUDY).read_text())
    assert stamp["software"]["rmw"] == sorted((FAST_DDS, CYCLONE_DDS))
