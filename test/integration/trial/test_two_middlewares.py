# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A study whose arms have two middlewares: each run of trials with one has a process of its own."""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from bench_runner import Bench
from small_bench import finish_legs
from waiting import is_gone, wait_until

Start = Callable[..., Bench]
StartPair = Callable[..., Bench]

ONE, TWO = "rmw_one_cpp", "rmw_two_cpp"


@pytest.fixture
def start_pair(start: Start) -> StartPair:
    """Start a study of one composition on two middlewares, of which one stands in for both."""

    def begin(
        *options: str,
        trials: int = 1,
        wrapped: Callable[[Sequence[str]], Sequence[str]] = list,
        **variables: str,
    ) -> Bench:
        told = {
            "SMALL_BENCH_MIDDLEWARES": f"{ONE} {TWO}",
            "SMALL_BENCH_LEGS": "count",
            **variables,
        }
        study: dict[str, Any] = {
            "factors": {"rmw": [ONE, TWO]},
            "trials": trials,
            "seed": 1,
        }
        return start(*options, study=study, variables=told, wrapped=wrapped)

    return begin


def loaded(bench: Bench) -> list[tuple[int, str]]:
    """Process and middleware, in the order in which they were loaded."""
    found = re.findall(r"^process (\d+) loads (\w+)$", bench.output, re.MULTILINE)
    return [(int(pid), rmw) for pid, rmw in found]


def child_of(bench: Bench) -> int:
    """The process that runs the trials at the moment."""
    return loaded(bench)[-1][0]


def test_children_append_the_records_of_both_with_their_levels(
    start_pair: StartPair, tmp_path: Path
) -> None:
    finish_legs(tmp_path)
    bench = start_pair(trials=2)
    assert bench.wait() == 0, bench.output
    bench.assert_nothing_is_left()
    records = bench.records()
    assert sorted((record.arm, record.block) for record in records) == [
        (f"isolated+{rmw}", block) for rmw in (ONE, TWO) for block in (0, 1)
    ]
    for record in records:
        assert record.valid
        assert record.arm == f"isolated+{record.levels['rmw']}"
        assert record.levels["composition"] == "isolated"
    # Trials that follow upon each other across blocks do not share a process.
    children = [pid for pid, _ in loaded(bench)]
    assert len(children) == len(set(children)) == 4
    assert bench.process.pid not in children
    assert [rmw for _, rmw in loaded(bench)] == [record.levels["rmw"] for record in records]
    assert bench.output.count("4 trials, 3 done already") == 1


def test_a_reader_that_goes_ends_the_study_without_a_word(
    start_pair: StartPair, tmp_path: Path
) -> None:
    finish_legs(tmp_path)
    read_a_line = 'set -o pipefail; "$@" | head -n 1'
    bench = start_pair(wrapped=lambda command: ("bash", "-c", read_a_line, "bash", *command))
    assert bench.wait() == 141, bench.output
    bench.assert_nothing_is_left()
    assert bench.lines == [f"process {child_of(bench)} loads {ONE}\n"]


def test_an_invalid_trial_gives_the_study_up_from_within_a_child(
    start_pair: StartPair, tmp_path: Path
) -> None:
    bench = start_pair(SMALL_BENCH_AMCL="dying_node")
    assert bench.wait() == 1, bench.output
    bench.assert_nothing_is_left()
    (record,) = bench.records()
    assert f"given up: {record.arm}, block 1, had no valid trial" in bench.output
    assert len(loaded(bench)) == 1


def test_a_killed_child_ends_the_study_and_its_processes_and_resume_goes_on(
    start_pair: StartPair, tmp_path: Path
) -> None:
    bench = start_pair()
    bench.wait_for_line("  leg A")
    os.kill(child_of(bench), signal.SIGKILL)
    assert bench.wait() == 2, bench.output
    bench.assert_nothing_is_left()
    assert bench.records() == ()
    assert "the process that ran the trials was killed by SIGKILL; finished" in bench.lines[-1]
    assert "Traceback" not in bench.output
    finish_legs(tmp_path)
    again = start_pair("--resume")
    assert again.wait() == 0, again.output
    assert {record.levels["rmw"] for record in again.records()} == {ONE, TWO}


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("phase", ["bring-up", "leg A"])
def test_a_signal_to_the_parent_ends_the_child_and_its_processes(
    start_pair: StartPair, phase: str, number: signal.Signals
) -> None:
    bench = start_pair()
    bench.wait_for_line(f"  {phase}")
    child = child_of(bench)
    bench.process.send_signal(number)
    assert bench.wait() == 130, bench.output
    assert is_gone(child)
    bench.assert_nothing_is_left()
    assert "Traceback" not in bench.output
    said = "nav2-bench: stopped; 0 trials are recorded, --resume --name small goes on"
    assert said in bench.output


def test_a_terminals_ctrl_c_is_said_once(start_pair: StartPair) -> None:
    """It reaches every process of the terminal's group; the child is not in it."""
    bench = start_pair()
    bench.wait_for_line("  leg A")
    os.killpg(bench.process.pid, signal.SIGINT)
    assert bench.wait() == 130, bench.output
    bench.assert_nothing_is_left()
    assert bench.output.count("stopped; ") == 1
    assert "Traceback" not in bench.output


def test_a_killed_parent_takes_the_child_and_its_processes_with_it(start_pair: StartPair) -> None:
    bench = start_pair()
    bench.wait_for_line("  leg A")
    child = child_of(bench)
    bench.process.kill()
    bench.process.wait()
    wait_until(lambda: is_gone(child), "the child ends")
    bench.assert_nothing_is_left()
    assert bench.records() == ()


def test_a_study_killed_in_its_second_child_is_resumed_with_that_ones_trials_alone(
    start_pair: StartPair, tmp_path: Path
) -> None:
    finish_legs(tmp_path)
    bench = start_pair()
    wait_until(lambda: len(loaded(bench)) == 2, "the second child begins")
    bench.process.kill()
    bench.process.wait()
    bench.assert_nothing_is_left()
    (first,) = bench.records()
    again = start_pair("--resume")
    assert again.wait() == 0, again.output
    assert again.records()[0] == first
    assert [rmw for _, rmw in loaded(again)] == [again.records()[1].levels["rmw"]]
    assert {record.levels["rmw"] for record in again.records()} == {ONE, TWO}
