# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The verb compare."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from message_records import make_topology_record
from record_factory import make_record
from stored_studies import four_compositions, write_observed, write_study

from nav2_composition_bench.cli import compare

CPU_OF_ISOLATED = ["CPU", "[%]", "isolated"]
PAPER = Path(__file__).parents[3] / "results" / "paper" / "x86.json"


def run(*words: object) -> int:
    parser = argparse.ArgumentParser()
    compare.add_arguments(parser)
    return compare.run(parser.parse_args([str(word) for word in words]))


def test_a_study_stands_beside_the_paper(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    study = write_study(tmp_path / "board" / "default", four_compositions())
    assert run(study, PAPER) == 0
    printed = capsys.readouterr().out
    isolated = [line for line in printed.splitlines() if line.split()[:3] == CPU_OF_ISOLATED]
    assert [line.split()[3] for line in isolated] == ["default", "paper-x86"]
    assert "36.1 ± 4.0" in isolated[1]


def test_the_subject_is_printed_with_both_values(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = write_study(tmp_path / "a" / "default", four_compositions())
    stamp = {"machine": {"cpu_model": "B"}}
    second = write_study(tmp_path / "b" / "default", four_compositions(), stamp)
    assert run(first, second, "--subject", "machine", "--markdown") == 0
    printed = capsys.readouterr().out
    assert "differs: machine.cpu_model is 'A' and 'B'" in printed and "| --- |" in printed


def test_studies_are_called_as_briefly_as_tells_them_apart(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    ours, theirs = here / "pi/default", there / "pi/default"
    for base in (here, there):
        for name in ("pi/default", "pi/other", "pc/default"):
            write_study(base / name, four_compositions())
    for studies, names in (
        ([ours, here / "pi/other"], ["default", "other"]),
        ([ours, here / "pc/default"], ["pi/default", "pc/default"]),
        ([ours, theirs], [str(ours), str(theirs)]),
    ):
        assert run(*studies, "--metric", "cpu_percent") == 0
        lines = capsys.readouterr().out.splitlines()
        assert [line.split()[3] for line in lines[1:3]] == names


def test_a_slower_machine_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    units_us = {"base": 150.0, "same": 150.0, "slow": 225.0}
    studies = [write_observed(tmp_path / "vm" / name, us) for name, us in units_us.items()]
    assert run(*studies) == 0
    (line,) = (each for each in capsys.readouterr().out.splitlines() if "warning:" in each)
    assert "50% more CPU in vm/slow than in vm/base" in line


def test_metrics_without_a_verdict_on_their_cost_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = [make_topology_record(block=block) for block in range(3)]
    studies = [write_study(tmp_path / "vm" / name, records) for name in ("base", "same")]
    metrics = ("goodput_bytes_hz", "cpu_percent", "pss_bytes")
    assert run(*studies, *(word for each in metrics for word in ("--metric", each))) == 0
    lines = capsys.readouterr().out.splitlines()
    said = [line.partition(":")[0] for line in lines if line.startswith("no verdict on ")]
    assert said == ["no verdict on Goodput", "no verdict on CPU"]


def test_a_record_that_was_left_out_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    studies = [write_study(tmp_path / "a" / name, four_compositions()) for name in ("one", "two")]
    with (studies[1] / "trials.jsonl").open("a") as stream:
        stream.write('{"schema": ')
    assert run(*studies) == 0
    last = capsys.readouterr().out.splitlines()[-1]
    assert last == "a/two: the last record (trials.jsonl line 21) is broken; left out"


def test_a_saving_that_is_not_the_first_one_s_is_named_in_its_own_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    costlier = [
        make_record(each.arm, each.block, cpu_percent=each.metrics["cpu_percent"] * factor)
        for each in four_compositions()
        for factor in [1.3 if each.arm == "manual" else 1.0]
    ]
    records = {"one": four_compositions(), "two": four_compositions(), "three": costlier}
    studies = [write_study(tmp_path / "a" / name, those) for name, those in records.items()]
    assert run(*studies, "--metric", "cpu_percent") == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines() if " manual " in line]
    said = {words[3]: {"agrees", "less", "more"}.intersection(words) for words in lines}
    over_all = said.pop("over")
    assert said == {"one": set(), "two": {"agrees"}, "three": {"less"}} and over_all == set()
