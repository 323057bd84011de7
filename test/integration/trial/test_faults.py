# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What befalls a study: afterwards the reason is told, and nothing is left running."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from bench_runner import MACHINE, Bench
from small_bench import SMALL_NODE, finish_legs
from waiting import wait_until

from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.record_json import to_line
from nav2_composition_bench.trial.store import TRIALS, read_records

Start = Callable[..., Bench]
PLENTY_BYTES = 8_000_000
DISCOVERY_S = 3.0
"""In which the runner gets to know who came or went; nothing tells a test when it has."""


def only_record(bench: Bench) -> TrialRecord:
    (record,) = bench.records()
    return record


def given_up(bench: Bench) -> TrialRecord:
    """The record of a study whose only trial was invalid."""
    assert bench.wait() == 1, bench.output
    bench.assert_nothing_is_left()
    record = only_record(bench)
    assert not record.valid
    assert f"given up: isolated, block 1, had no valid trial ({record.invalid_reason})" in (
        bench.output
    )
    return record


@pytest.fixture
def of_a_finished_trial(
    start: Start, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """The directory of a study with one trial, which is run once for all tests of a worker."""
    results, kept = tmp_path / "results", tmp_path_factory.getbasetemp() / "of_a_finished_trial"
    if kept.is_dir():
        shutil.copytree(kept, results)
    else:
        finish_legs(tmp_path)
        assert start().wait() == 1
        for goal in "AB":
            (tmp_path / f"finish_{goal}").unlink()
        shutil.copytree(results, kept)
    return results / MACHINE / "small"


@pytest.mark.parametrize(
    ("victim", "phase"),
    [
        ("small_node.py amcl", "rest"),
        ("small_node.py bt_navigator", "leg B"),
        ("small_node.py simulator", "leg A"),
        ("small_node.py goal_script", "bring-up"),
    ],
)
def test_a_process_that_is_killed_is_named_in_the_record(
    start: Start, tmp_path: Path, victim: str, phase: str
) -> None:
    if phase == "leg B":
        finish_legs(tmp_path, "A")
    bench = start()
    bench.wait_for_line(f"  {phase}")
    os.kill(bench.pid_of(victim), signal.SIGKILL)
    record = given_up(bench)
    label = victim.split()[1]
    assert record.invalid_reason is not None
    assert f"{label} was killed by SIGKILL" in record.invalid_reason


@pytest.mark.parametrize(
    ("victim", "name"),
    [
        ("process_sampler --die-with-parent --pid", "process_sampler"),
        ("process_sampler --yardstick", "the yardstick"),
    ],
)
def test_a_sampler_that_is_killed_is_named_in_the_record(
    start: Start, victim: str, name: str
) -> None:
    bench = start()
    bench.wait_for_line("  leg A")
    os.kill(bench.pid_of(victim), signal.SIGKILL)
    reason = given_up(bench).invalid_reason
    assert reason is not None and f"{name} ended before the trial did" in reason


def test_a_node_that_dies_during_bring_up_is_named_in_the_record(start: Start) -> None:
    bench = start(variables={"SMALL_BENCH_AMCL": "dying_node"})
    reason = given_up(bench).invalid_reason
    assert reason is not None and "amcl was killed by SIGABRT" in reason


def test_a_node_that_hangs_in_configure_is_named_with_its_state(start: Start) -> None:
    bench = start(
        study={"limits": {"bring_up_s": 8, "leg_s": 600}},
        variables={"SMALL_BENCH_AMCL": "stuck_node", "SMALL_BENCH_MANAGER": "waiting_manager"},
    )
    record = given_up(bench)
    assert record.invalid_reason is not None
    # On a slow machine other nodes may be silent still, or the host side.
    assert "after 8 s" in record.invalid_reason or "within 8 s" in record.invalid_reason
    assert record.active_monotonic_s is None


def test_a_goal_that_fails_is_told_with_its_status(start: Start, tmp_path: Path) -> None:
    finish_legs(tmp_path, "A")
    bench = start(variables={"SMALL_BENCH_BT_NAVIGATOR": "aborting"})
    record = given_up(bench)
    assert record.invalid_reason is not None
    assert record.invalid_reason.startswith("goal A ended ABORTED after ")
    assert record.legs[0].status == "ABORTED"


def test_a_goal_that_is_never_sent_is_told(start: Start) -> None:
    bench = start(
        study={"limits": {"first_goal_s": 3}},
        variables={"SMALL_BENCH_BT_NAVIGATOR": "active_node"},
    )
    reason = given_up(bench).invalid_reason
    assert reason is not None and reason.startswith("goal A was not accepted within 3 s")


def test_a_leg_that_takes_too_long_is_told_and_lost(start: Start) -> None:
    record = given_up(start(study={"limits": {"leg_s": 2}}))
    assert record.invalid_reason is not None
    assert record.invalid_reason.startswith("goal A was not reached within 2 s")
    assert [leg.status for leg in record.legs] == ["LOST"]


def test_a_foreign_node_before_the_study_is_refused_in_one_line(
    start: Start, domain_id: int
) -> None:
    with _foreign_node(domain_id):
        bench = start()
        assert bench.wait() == 2
    assert bench.output.startswith(f"nav2-bench: error: ROS domain {domain_id} is in use by ")
    assert bench.output.count("\n") == 1
    assert bench.records() == ()


def test_a_foreign_node_during_a_trial_is_named_in_the_record(
    start: Start, tmp_path: Path, domain_id: int
) -> None:
    bench = start()
    bench.wait_for_line("  leg A")
    with _foreign_node(domain_id):
        finish_legs(tmp_path)
        bench.wait_for_line("  shutdown")
    assert bench.wait() == 1
    record = only_record(bench)
    # Its name if discovery was quick enough, its process in any case.
    assert len(record.foreign_nodes) >= 1
    assert record.invalid_reason is not None
    assert "foreign nodes were on the domain: " in record.invalid_reason


def test_a_foreign_node_that_has_gone_before_the_last_leg_is_named_in_the_record(
    start: Start, tmp_path: Path, domain_id: int
) -> None:
    bench = start()
    bench.wait_for_line("  leg A")
    with _foreign_node(domain_id):
        time.sleep(DISCOVERY_S)
        finish_legs(tmp_path, "A")
        bench.wait_for_line("  leg B")
    time.sleep(DISCOVERY_S)
    finish_legs(tmp_path, "B")
    record = given_up(bench)
    assert record.foreign_nodes == ("/stranger",)
    assert record.invalid_reason is not None
    assert "foreign nodes were on the domain: /stranger" in record.invalid_reason


@pytest.mark.parametrize("phase", ["bring-up", "leg A", "shutdown"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_study_ends_everything(
    start: Start, tmp_path: Path, phase: str, number: signal.Signals
) -> None:
    if phase == "shutdown":
        finish_legs(tmp_path)
    bench = start()
    bench.wait_for_line(f"  {phase}")
    bench.process.send_signal(number)
    # The last trial may have been over and recorded by then.
    assert bench.wait() in (130, 1), bench.output
    bench.assert_nothing_is_left()
    assert "Traceback" not in bench.output


@pytest.mark.parametrize("phase", ["bring-up", "leg A"])
@pytest.mark.usefixtures("of_a_finished_trial")
def test_a_killed_runner_takes_everything_with_it_and_keeps_finished_trials(
    start: Start, tmp_path: Path, phase: str
) -> None:
    bench = start("--resume")
    bench.wait_for_line(f"  {phase}")
    bench.process.kill()
    bench.process.wait()
    bench.assert_nothing_is_left()
    finished = bench.records()
    assert [record.attempt for record in finished] == [0]
    finish_legs(tmp_path)
    again = start("--resume")
    assert again.wait() == 1, again.output
    assert again.records()[:1] == finished
    assert [record.attempt for record in again.records()] == [0, 1]


def test_a_full_disk_while_recording_is_one_line_and_finished_trials_are_intact(
    start: Start, tmp_path: Path, of_a_finished_trial: Path
) -> None:
    (record,) = read_records(of_a_finished_trial)
    line = f"{to_line(record)}\n"
    trials = of_a_finished_trial / TRIALS
    # Long enough for the limit to spare every other file.
    trials.write_text(line * (PLENTY_BYTES // len(line)))
    size = trials.stat().st_size

    finish_legs(tmp_path)

    def full_disk() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (size + 10, size + 10))

    bench = start("--resume", before_exec=full_disk)
    assert bench.wait() == 2, bench.output
    bench.assert_nothing_is_left()
    error = bench.lines[-1]
    assert error.startswith(f"nav2-bench: error: cannot write {trials.relative_to(tmp_path)}: ")
    assert "finished trials are intact" in error
    assert trials.stat().st_size == size


def test_a_leaping_wall_clock_changes_no_duration(start: Start, tmp_path: Path) -> None:
    finish_legs(tmp_path)
    record = given_up(start(variables={"SMALL_BENCH_CLOCK": "leaps"}))
    its = record.metrics
    for duration_s in (record.duration_s, its["bring_up_s"], its["shutdown_s"]):
        assert 0.0 < duration_s < 1200.0
    for leg in record.legs:
        assert 0.0 <= leg.finished_monotonic_s - leg.accepted_monotonic_s < 1200.0
    assert [leg.status for leg in record.legs] == ["SUCCEEDED", "SUCCEEDED"]


@contextmanager
def _foreign_node(domain_id: int) -> Iterator[None]:
    """Have a node of others on the domain meanwhile."""
    environment = {
        **os.environ,
        "ROS_DOMAIN_ID": str(domain_id),
        "PYTHONPATH": f"{SMALL_NODE.parent}",
    }
    with _EndedAfterwards(
        [sys.executable, str(SMALL_NODE), "stranger", "announcing"],
        env=environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as foreign:
        assert foreign.stdout is not None and foreign.stdout.readline() == "on the domain\n"
        yield


class _EndedAfterwards(subprocess.Popen[str]):
    """A process that is ended on leaving the context."""

    def __exit__(self, *details: Any) -> None:
        self.terminate()
        wait_until(lambda: self.poll() is not None, "the foreign node ends")
        super().__exit__(*details)
