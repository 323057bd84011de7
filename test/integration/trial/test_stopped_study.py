# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A study that was stopped goes on as it was begun, whatever else has been run meanwhile."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from bench_runner import MACHINE, Bench
from small_bench import finish_legs
from waiting import wait_until

from nav2_composition_bench.trial.store import STUDY

Start = Callable[..., Bench]

LEGS_COUNT = {"SMALL_BENCH_LEGS": "count"}


def rule_of(directory: Path) -> tuple[int, str | None]:
    """Return the number of blocks and the precision that the study on disk was asked for."""
    stamp = json.loads((directory / "results" / MACHINE / "small" / STUDY).read_text())["study"]
    return stamp["trials"], stamp["until"]


def test_it_has_as_many_blocks_as_it_was_begun_with(start: Start, tmp_path: Path) -> None:
    finish_legs(tmp_path)
    bench = start("--trials", "2", variables=LEGS_COUNT)
    wait_until(lambda: len(bench.records()) == 1, "the first block is recorded")
    bench.process.kill()
    bench.process.wait()
    bench.assert_nothing_is_left()
    again = start("--resume", variables=LEGS_COUNT)
    assert again.wait() == 0, again.output
    assert [record.block for record in again.records()] == [0, 1]
    assert rule_of(tmp_path) == (2, None)


def test_it_is_to_be_as_precise_as_it_was_begun_unless_blocks_are_said(
    start: Start, tmp_path: Path
) -> None:
    finish_legs(tmp_path)
    for options in (["--until", "pss ±1%", "--max-trials", "3"], ["--resume"]):
        bench = start(*options, variables=LEGS_COUNT)
        assert bench.wait() == 2, bench.output  # such short legs hold no figure
        assert "--until: pss_bytes cannot be measured here" in bench.lines[-1]
        assert [record.block for record in bench.records()] == [0]
        assert rule_of(tmp_path) == (3, "pss ±1%")
    again = start("--resume", "--trials", "2", variables=LEGS_COUNT)
    assert again.wait() == 0, again.output
    assert [record.block for record in again.records()] == [0, 1]
    assert rule_of(tmp_path) == (2, None)


def test_it_can_be_named_when_another_of_its_name_was_begun(start: Start, tmp_path: Path) -> None:
    finish_legs(tmp_path)
    bench = start("--trials", "2", variables=LEGS_COUNT)
    wait_until(lambda: len(bench.records()) == 1, "the first block is recorded")
    bench.process.terminate()
    assert bench.wait() == 130, bench.output
    assert "1 trials are recorded, --resume --name small goes on" in bench.output
    other = start(variables=LEGS_COUNT)
    assert other.wait() == 0, other.output
    again = start("--resume", "--name", "small", variables=LEGS_COUNT)
    assert again.wait() == 0, again.output
    assert [record.block for record in again.records()] == [0, 1]
    assert [record.block for record in again.records("small-2")] == [0]
