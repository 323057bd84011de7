# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The verb advise."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from placed_costs import ALONE, SPLIT, placed_record, placed_study, true_cost, without_footprint
from stored_studies import write_study

from nav2_composition_bench.cli.main import main

COMMITTED = Path(__file__).parents[3] / "results" / "x86_64-2-core-vm" / "default"


@pytest.fixture
def study(tmp_path: Path) -> Path:
    records = placed_study(3, block_noise=0.05, further={"mine": SPLIT})
    return write_study(tmp_path / "board" / "night", records)


def test_placements_are_predicted_and_set_against_what_was_measured(
    study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["advise", str(study)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("board/night: predicted cost of placements")
    for name in ("multi_process", "sensors", "localization_navigation", "isolated"):
        assert f"\n{name} " in printed
    assert "made from multi_process and isolated in 3 blocks" in printed
    assert "is not used for predictions" in printed and "\nmine " in printed
    assert "CPU [%] measured" in printed and "CPU error [95 %]" in printed
    assert "add to the nav2-bench run that made this study" in printed
    text = "map_server|amcl controller_server|planner_server|bt_navigator|collision_monitor"
    assert f"  --placement 'localization_navigation={text}'" in printed


def test_any_placement_can_be_asked_for(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", str(study), "--placement", "yours=amcl | bt_navigator"]) == 0
    assert "\nyours " in capsys.readouterr().out


def test_json_holds_everything(study: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", "--json", str(study), "--placement", "yours=amcl|map_server"]) == 0
    (found,) = json.loads(capsys.readouterr().out)
    assert found["study"] == "board/night" and found["made_from"] == ["multi_process", "isolated"]
    by_name = {one["name"]: one for one in found["placements"]}
    assert by_name["yours"]["processes"][0] == ["map_server", "amcl"]
    cost = by_name["multi_process"]["costs"]["cpu_percent"]
    assert cost["low"] < cost["value"] < cost["high"]
    assert cost["value"] == pytest.approx(true_cost(ALONE).cpu_percent, rel=0.1)
    assert found["checks"][0]["arm"] == "mine"
    assert found["model"]["overhead_cpu_percent"]["common"] == pytest.approx(0.7)


def test_a_study_of_one_block_without_privileges_is_predicted_without_intervals(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = [without_footprint(record) for record in placed_study(1, threads_named=False)]
    directory = write_study(tmp_path / "board" / "short", records)
    assert main(["advise", str(directory)]) == 0
    printed = capsys.readouterr().out
    assert "Footprint" not in printed and "in 1 block;" in printed
    assert "taken as equal, since threads carry no nodes' names" in printed


@pytest.mark.skipif(not COMMITTED.is_dir(), reason="results are not part of every installation")
def test_the_committed_study_is_advised_on(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["advise", str(COMMITTED)]) == 0
    printed = capsys.readouterr().out
    assert "localization_navigation" in printed and "\nmanual " in printed


def fault(capsys: pytest.CaptureFixture[str], *words: object) -> str:
    assert main(["advise", *map(str, words)]) == 2
    message = capsys.readouterr().err
    assert message.startswith("nav2-bench: error: ") and message.count("\n") == 1
    return message


def test_a_study_that_lacks_compositions_says_which(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    records = [placed_record("multi_process", ALONE, block) for block in range(2)]
    directory = write_study(tmp_path / "board" / "half", records)
    assert "valid trials of isolated or manual is missing" in fault(capsys, directory)


def test_a_placement_that_cannot_be_is_one_line(
    study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "did you mean 'amcl'?" in fault(capsys, study, "--placement", "x=amlc|map_server")
    assert "cannot read 'amcl'" in fault(capsys, study, "--placement", "amcl")
    both = ("--placement", "x=amcl|map_server amcl|bt_navigator")
    assert "amcl is named twice" in fault(capsys, study, *both)


def test_a_directory_without_records_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "holds no trials.jsonl" in fault(capsys, tmp_path)
    assert "does not exist" in fault(capsys, tmp_path / "gone")


def test_a_broken_last_record_is_left_out_and_said(
    study: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with (study / "trials.jsonl").open("a") as stream:
        stream.write('{"schema": 1, "stu')
    assert main(["advise", str(study)]) == 0
    assert "is broken; left out" in capsys.readouterr().out
