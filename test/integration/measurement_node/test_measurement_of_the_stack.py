# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The measurement node, the reference stack, and a host side that others started, all real."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench_runner import ROOT, Bench
from loose_study import LOOSE, NEAR_GOALS
from waiting import TIMEOUT_S, wait_until

SCRIPT = ROOT / "scripts" / "measurement_node"
GOALS = {goal["name"]: [str(goal[key]) for key in ("x_m", "y_m", "yaw_rad")] for goal in NEAR_GOALS}


@pytest.fixture
def host(domain_id: int, log_directory: Path) -> Iterator[None]:
    """Simulator and goal script, started before the node and by other means."""
    poses = [f"{name}:{','.join(pose)}" for name, pose in GOALS.items()]
    verbs = (
        ["simulate", "--start", *GOALS["B"]],
        ["drive", *(word for pose in poses for word in ("--goal", pose))],
    )
    log_directory.mkdir(parents=True, exist_ok=True)
    processes = []
    for verb in verbs:
        with (log_directory / f"{verb[0]}.log").open("w") as log:
            command = [sys.executable, "-m", "nav2_composition_bench.cli.main", *verb]
            processes.append(subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log))
    yield
    for process in processes:
        process.terminate()
    for process in processes:
        process.wait(TIMEOUT_S)


def test_a_trial_is_measured_beside_a_host_side_of_others(
    start_node: Callable[..., Bench], host: None
) -> None:
    bench = start_node(
        script=SCRIPT,
        composition="manual",
        study={**LOOSE, "compositions": ["manual"], "max_attempts": 3, "goals": NEAR_GOALS},
    )
    status = bench.wait()
    # The domain's shared memory is the host side's, too.
    wait_until(lambda: not bench.pids(), "no process is left")
    assert status in (0, 1), bench.output  # 1: a loaded machine had no steady window
    record = bench.assert_both_goals_were_reached()
    assert record.valid == (status == 0)
    assert record.exit_statuses == {"manual_composition": 0}
    assert record.foreign_nodes == () and record.died == ()
    assert "real_time_factor" in record.metrics
    if record.valid:
        assert record.observer is not None and record.observer.runner_cpu_percent is not None
        assert bench.output.count("\nmanual ") == 1  # the row of the table
