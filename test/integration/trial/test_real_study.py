# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The reference stack, the simulator and the goal script in a study, all real."""

from __future__ import annotations

import argparse
import json
import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from bench_runner import MACHINE, WHOLE_LEGS, Bench
from loose_study import CLOSE_GOALS, LOOSE, OFTEN
from study_factory import RMW

from nav2_composition_bench.cli import show
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.store import STUDY

Start = Callable[..., Bench]


WITH, WITHOUT = "isolated+with_bonds", "isolated+without_bonds"
BOND_TIMEOUT_S = {WITH: 4.0, WITHOUT: 0.0}
"""Of the package's overlays."""
MANAGERS = ("lifecycle_manager_localization", "lifecycle_manager_navigation")


def test_a_study_with_and_without_bonds_outlives_a_killed_container_and_shows_its_trials(
    start: Start, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bench = start(
        *("--composition", "isolated", "--factor", "params=with_bonds,without_bonds"),
        study={**LOOSE, "goals": CLOSE_GOALS, "sampling": OFTEN, "max_attempts": 3},
        script=WHOLE_LEGS,
    )
    bench.wait_for_line("  leg A")
    os.kill(bench.pid_of("runtime.container"), signal.SIGKILL)
    assert bench.wait() == 0, bench.output
    bench.assert_nothing_is_left()
    first, *others = bench.records()
    assert first.invalid_reason is not None
    assert first.invalid_reason.startswith("nav2_container was killed by SIGKILL")
    # The robot was on its way to A; the next attempt began at the start again.
    last = {record.arm: record for record in others}
    assert last.keys() == {WITH, WITHOUT}
    for arm, record in last.items():
        assert record.valid, bench.output
        assert record.levels == {
            "composition": "isolated",
            "executor": "stock",
            "rmw": RMW,
            "intra_process": "off",
            "params": arm.partition("+")[2],
        }
        for manager in MANAGERS:
            assert bench.parameters_of(record, manager)["bond_timeout"] == BOND_TIMEOUT_S[arm]
        _assert_complete(record)
    stamp = json.loads((tmp_path / "results" / MACHINE / "small" / STUDY).read_text())
    assert [arm["name"] for arm in stamp["study"]["arms"]] == [WITH, WITHOUT]
    assert stamp["study"]["factors"] == ["params"]
    assert stamp["files"]["overlays"].keys() == {"with_bonds", "without_bonds"}
    asked = argparse.Namespace(
        directory=tmp_path / "results", export_irobot=None, export_reference_system=None
    )
    assert show.run(asked) == 0
    assert f"{MACHINE}/small: system reference" in capsys.readouterr().out


def _assert_complete(record: TrialRecord) -> None:
    legs = [(leg.goal, leg.status) for leg in record.legs]
    assert legs == [("A", "SUCCEEDED"), ("B", "SUCCEEDED")]
    assert record.exit_statuses == {"nav2_container": 0}
    assert record.died == ()
    assert record.metrics["control_loop_hz"] > 0.0
    (process,) = record.processes
    assert process.label == "nav2_container"
    nodes = {thread.node for thread in process.threads}
    assert {"amcl", "controller_server", "bt_navigator"} <= nodes
    assert "real_time_factor" in record.metrics
    assert record.metrics["cpu_percent"] > 0.0
    assert record.metrics["pss_bytes"] > 10_000_000


@pytest.mark.parametrize(
    ("x_m", "y_m"), [(400.0, 0.0), (1.0, 4.45)], ids=["off the map", "in a wall"]
)
def test_a_goal_that_cannot_be_reached_is_a_reason(start: Start, x_m: float, y_m: float) -> None:
    goals = [{"name": "A", "x_m": x_m, "y_m": y_m, "yaw_rad": 0.0}, *CLOSE_GOALS[1:]]
    bench = start(study={**LOOSE, "goals": goals}, script=None)
    assert bench.wait() == 1, bench.output
    bench.assert_nothing_is_left()
    (record,) = bench.records()
    assert record.invalid_reason is not None
    assert record.invalid_reason.startswith("goal A ")
    assert "; logged meanwhile: [" in record.invalid_reason
    assert record.legs[0].status in ("ABORTED", "LOST")
