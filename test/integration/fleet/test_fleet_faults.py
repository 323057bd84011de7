# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What befalls a study of a fleet: it is said, and no namespace and no process is left."""

from __future__ import annotations

import os
import shutil
import signal
import time
from collections.abc import Callable, Sequence

import pytest
from bench_runner import Bench
from small_fleets import completed, namespaces
from waiting import wait_until

Start = Callable[..., Bench]
LONG = {"window_s": 60}


def test_ctrl_c_removes_every_machine(start: Start) -> None:
    bench = start(study=LONG)
    bench.wait_for_line("  idle")
    assert len(namespaces()) == 4
    bench.process.send_signal(signal.SIGINT)
    assert bench.wait() == 130, bench.output
    bench.assert_nothing_is_left()
    assert not namespaces()


def test_what_a_killed_run_has_left_is_removed_by_the_next_one(start: Start) -> None:
    bench = start(study=LONG)
    bench.wait_for_line("  idle")
    bench.process.kill()
    bench.process.wait()
    wait_until(lambda: not bench.pids(), "the robots have ended with their run")
    assert len(namespaces()) == 4
    ended_s = time.monotonic()
    following = start()
    records = completed(following)
    assert "4 network namespaces that a killed run had left were removed" in following.output
    for record in records.values():
        assert record.valid and record.attempt == 0  # in the directory of the one that was killed
        assert record.fleet is not None
        assert all(robot.up_monotonic_s > ended_s for robot in record.fleet.robots)


def reason_of(bench: Bench) -> str:
    """Wait for a study that is given up, and return why its one trial is invalid."""
    assert bench.wait() == 1, bench.output
    bench.assert_nothing_is_left()
    assert not namespaces()
    (record,) = bench.records()
    assert record.invalid_reason is not None
    return record.invalid_reason


def test_a_robot_that_is_killed_is_named(start: Start) -> None:
    bench = start(study=LONG)
    bench.wait_for_line("  idle")
    os.kill(bench.pid_of("/robot_2.yaml"), signal.SIGKILL)
    assert "robot_2 was killed by SIGKILL" in reason_of(bench)


def test_without_the_capability_it_says_so_before_it_starts(start: Start) -> None:
    if shutil.which("setpriv") is None:
        pytest.skip("taking a capability away needs setpriv")

    def without(command: Sequence[str]) -> list[str]:
        dropped = ("--bounding-set=-net_admin", "--inh-caps=-net_admin")
        return ["setpriv", *dropped, *command]

    bench = start(wrapped=without)
    assert bench.wait() == 2, bench.output
    assert "needs CAP_NET_ADMIN; run it as root" in bench.output
    assert not (bench.directory / "results").exists() and not namespaces()


def test_a_study_that_was_stopped_goes_on_where_it_was(start: Start) -> None:
    study = {"factors": {"discovery": ["multicast", "domains"]}}
    bench = start(study=study)
    wait_until(lambda: len(bench.records()) >= 1, "the first trial is recorded")
    bench.process.send_signal(signal.SIGINT)
    bench.wait()
    done = bench.records()
    following = start("--resume", study=study)
    assert len(completed(following)) == 2
    assert following.records()[: len(done)] == done


def test_a_robot_that_does_not_end_when_it_is_to_be_started_again_is_named(start: Start) -> None:
    limits = {"bring_up_s": 120, "rest_s": 0.2, "first_goal_s": 60, "shutdown_s": 1}
    bench = start(study={"limits": limits})
    bench.wait_for_line("  idle")
    os.kill(bench.pid_of("/robot_2.yaml"), signal.SIGSTOP)
    assert "robot_2 did not end within 1 s of SIGINT" in reason_of(bench)
