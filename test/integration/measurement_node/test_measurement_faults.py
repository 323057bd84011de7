# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What befalls the measurement node: it says the reason, and leaves nothing behind."""

from __future__ import annotations

import ctypes
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from bench_runner import MACHINE, Bench
from small_bench import finish_legs
from waiting import wait_until

from nav2_composition_bench.trial.record import TrialRecord

StartNode = Callable[..., Bench]
PR_CAPBSET_DROP, CAP_SYS_ADMIN = 24, 21


def only_record(bench: Bench) -> TrialRecord:
    (record,) = bench.records()
    return record


def refused(bench: Bench) -> str:
    """The one line of a node that cannot begin."""
    assert bench.wait() == 2, bench.output
    wait_until(lambda: not bench.pids(), "no process is left")
    (line,) = bench.lines
    assert "[ERROR]" in line
    return line


def test_a_silent_host_makes_the_trial_invalid_and_the_study_is_given_up(
    start_node: StartNode,
) -> None:
    bench = start_node(
        study={"limits": {"first_goal_s": 3}, "max_attempts": 2},
        variables={"SMALL_BENCH_BT_NAVIGATOR": "active_node"},
    )
    assert bench.wait() == 1, bench.output
    bench.assert_nothing_is_left()
    for record in bench.records():
        assert record.invalid_reason is not None
        assert record.invalid_reason.startswith("goal A was not accepted within 3 s")
    assert [record.attempt for record in bench.records()] == [0, 1]
    assert "given up: isolated, block 1, had no valid trial (goal A was not" in bench.output


def test_a_system_that_does_not_come_up_is_an_invalid_trial(start_node: StartNode) -> None:
    bench = start_node(variables={"SMALL_BENCH_AMCL": "dying_node"})
    assert bench.wait() == 1, bench.output
    bench.assert_nothing_is_left()
    reason = only_record(bench).invalid_reason
    assert reason is not None and "amcl was killed by SIGABRT" in reason


def test_a_trial_that_cannot_begin_is_told_though_a_node_before_has_left_records(
    start_node: StartNode, tmp_path: Path
) -> None:
    dying = {"SMALL_BENCH_AMCL": "dying_node"}
    first = start_node(variables=dying)
    assert first.wait() == 1, first.output
    (tmp_path / "results" / MACHINE / "small/logs/block1-isolated-attempt2").touch()
    second = start_node(variables=dying)
    assert second.wait() == 2, second.output
    (error,) = (line for line in second.lines if "[ERROR]" in line)
    assert "cannot empty " in error and "block1-isolated-attempt2: Not a directory" in error
    second.assert_nothing_is_left()
    only_record(second)


def test_a_node_starts_where_the_shell_names_no_place_for_log_files(
    start_node: StartNode, tmp_path: Path
) -> None:
    shell = {"HOME": "", "ROS_LOG_DIR": "", "TMPDIR": str(tmp_path)}
    bench = start_node(trials="many", variables=shell)
    assert bench.wait() == 2, bench.output
    note, _ = bench.lines
    assert note.startswith("ROS cannot write its log files") and str(tmp_path) in note


def test_a_parameter_of_another_type_is_one_line(start_node: StartNode) -> None:
    bench = start_node(trials="many")
    assert bench.wait() == 2, bench.output
    (line,) = bench.lines
    said = "parameter trials is 'many', must be of the type of its default, 1"
    assert line.strip() == f"measurement_node: error: {said}"


@pytest.mark.parametrize(
    ("phase", "number"),
    [
        ("bring-up", signal.SIGINT),
        ("leg A", signal.SIGINT),
        ("leg A", signal.SIGTERM),
        ("shutdown", signal.SIGINT),
    ],
)
def test_an_interrupted_node_ends_everything(
    start_node: StartNode, tmp_path: Path, phase: str, number: signal.Signals
) -> None:
    bench = start_node()
    if phase == "shutdown":
        bench.wait_for_line("]: leg A\n")
        finish_legs(tmp_path)
    bench.wait_for_line(f"]: {phase}\n")
    bench.process.send_signal(number)
    # The last trial may have been over by then.
    assert bench.wait() in (130, 1), bench.output
    bench.assert_nothing_is_left()
    assert "Traceback" not in bench.output
    assert len(bench.records()) == (1 if phase == "shutdown" else 0)


def test_a_killed_node_takes_everything_with_it(start_node: StartNode) -> None:
    bench = start_node()
    bench.wait_for_line("]: leg A\n")
    bench.process.kill()
    bench.process.wait()
    bench.assert_nothing_is_left()
    assert bench.records() == ()


def test_a_second_bench_on_the_domain_is_refused_in_one_line(
    start_node: StartNode, domain_id: int
) -> None:
    first = start_node()
    first.wait_for_line("]: leg A\n")
    line = refused(start_node(study_name="other"))
    assert f"another nav2-bench is running on ROS domain {domain_id}" in line
    first.process.send_signal(signal.SIGINT)
    assert first.wait() == 130
    first.assert_nothing_is_left()


def test_without_privileges_for_page_frames_there_is_no_footprint(
    start_node: StartNode, tmp_path: Path
) -> None:
    def drop() -> None:
        # For root; anybody else has no such privilege anyway.
        ctypes.CDLL(None).prctl(PR_CAPBSET_DROP, CAP_SYS_ADMIN, 0, 0, 0)

    bench = start_node(before_exec=drop)
    bench.wait_for_line("]: leg A\n")
    finish_legs(tmp_path)
    assert bench.wait() == 1, bench.output  # legs without length are not steady
    bench.assert_nothing_is_left()
    record = only_record(bench)
    assert "footprint_bytes" not in record.metrics
    assert record.footprint_unavailable_reason
    assert [leg.status for leg in record.legs] == ["SUCCEEDED", "SUCCEEDED"]


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({"composition": "isolatd"}, "did you mean 'isolated'?"),
        ({"map": "nowhere.yaml"}, "nowhere.yaml, which is no file"),
        ({"rmw": "rmw_nowhere_cpp"}, "start it with RMW_IMPLEMENTATION=rmw_nowhere_cpp"),
        ({"trials": "0"}, "parameter trials is 0, must be"),
    ],
)
def test_parameters_that_do_not_fit_are_one_line(
    start_node: StartNode, parameters: dict[str, str], expected: str
) -> None:
    assert expected in refused(start_node(**parameters))
