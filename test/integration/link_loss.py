# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A study on two machines whose cable is cut in the first trial."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import fake_ros_node
import pytest
from bench_runner import WHOLE_LEGS, Bench
from two_machines import BOARD, HOST, TwoMachines, why_not
from waiting import wait_until

OPEN = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET"}
"""Only inside the namespaces, from which nothing leads anywhere else."""
UNDER_WAY_S = 5.0
"""From the start of the first leg, so that the robot is left far from its start."""


def assert_a_cut_cable_costs_one_trial(
    start: Callable[..., Bench], study: dict[str, Any], directory: Path, domain_id: int
) -> None:
    """Run the study's one trial with its simulator and goal script on another machine.

    :param study: with a first goal so far that it is not reached before the cable is cut.

    Skips the test where there can be no second machine.
    """
    reason = why_not()
    if reason is not None:
        pytest.skip(reason)
    goals = study["goals"]
    with TwoMachines() as machines, _host_side(machines, directory, domain_id, goals) as host:
        bench = start(
            "--external-host",
            "--companion",
            "/rviz*",
            study={**study, "max_attempts": 4},
            script=WHOLE_LEGS,
            variables=OPEN,
            wrapped=partial(machines.command, BOARD),
        )
        bench.wait_for_line("  leg A")
        threading.Event().wait(UNDER_WAY_S)
        machines.unplug()
        wait_until(lambda: bool(bench.records()), "the trial without a host is recorded", 300.0)
        machines.plug()
        assert bench.wait() == 0, bench.output
        bench.assert_nothing_is_left()
        first, *_, last = bench.records()
        assert not first.valid and first.invalid_reason is not None, bench.output
        of_host = "\n".join(side.output for side in host)
        assert "the robot was put back at its start" in of_host
        print(of_host)  # shown with a failure
        bench.assert_both_goals_were_reached()
        assert last.valid
        assert all(record.foreign_nodes == () for record in bench.records())


@contextmanager
def _host_side(
    machines: TwoMachines, directory: Path, domain_id: int, goals: Sequence[dict[str, Any]]
) -> Iterator[list[Bench]]:
    poses = [[str(goal[key]) for key in ("x_m", "y_m", "yaw_rad")] for goal in goals]
    start = ["--start", *poses[-1]]
    drive = ["drive"]
    for goal, pose in zip(goals, poses, strict=True):
        drive += ["--goal", f"{goal['name']}:{','.join(pose)}"]
    with ExitStack() as stack:
        host = []
        for name in ("ros_gz_bridge", "rviz2"):
            node = [sys.executable, fake_ros_node.__file__, name, "plain"]
            variables = {**os.environ, **OPEN, "ROS_DOMAIN_ID": str(domain_id)}
            process = subprocess.Popen(machines.command(HOST, node), env=variables)
            stack.callback(process.wait)
            stack.callback(process.kill)
        for command in (["simulate", *start], drive):
            bench = Bench(
                directory,
                domain_id,
                *command,
                script=None,
                variables=OPEN,
                wrapped=partial(machines.command, HOST),
            )
            stack.callback(bench.kill)
            host.append(bench)
        yield host
