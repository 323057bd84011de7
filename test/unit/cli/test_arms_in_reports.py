# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Arms of several factors in every verb that reads records."""

from __future__ import annotations

import json
import math
from pathlib import Path

import crossed_arms
import numpy as np
import pytest
from crossed_arms import BONDS, LogEffects, crossed
from stored_studies import four_compositions, write_study

from nav2_composition_bench.cli.main import main

ARMS = {
    **crossed_arms.arms(BONDS),
    "isolated": {**crossed_arms.DEFAULTS, "composition": "isolated"},
}
del ARMS["isolated+base"]
BASELINE = "isolated"
EFFECTS: LogEffects = {("no_bonds",): math.log(0.4), ("isolated",): math.log(0.6)}


def study(directory: Path, seed: int = 1, cost: float = 0.0) -> str:
    """Write a study in which multi_process without bonds costs so much more, as a logarithm."""
    effects: LogEffects = {**EFFECTS, ("multi_process", "no_bonds"): cost}
    generator = np.random.default_rng(seed)
    records = crossed(ARMS, effects, 5, noise=0.004, block_noise=0.01, generator=generator)
    return str(write_study(directory, records, crossed_arms.stamp(ARMS, BASELINE)))


@pytest.fixture
def first(tmp_path: Path) -> str:
    return study(tmp_path / "board" / "first")


@pytest.fixture
def second(tmp_path: Path) -> str:
    return study(tmp_path / "board" / "second", seed=2, cost=math.log(1.3))


def test_the_terminal_shows_arms_savings_against_the_baseline_and_effects(
    first: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["show", first]) == 0
    printed = capsys.readouterr().out
    lines = printed.splitlines()
    assert [line.split()[0] for line in lines[2:7]] == ["arm", *ARMS]
    assert "saved: per block, against isolated" in printed
    assert "Change of cost by parameters: no_bonds against base:" in printed
    assert "Change of cost by two factors together:" in printed


@pytest.mark.parametrize("suffix", ["html", "md", "csv", "tex"])
def test_every_report_shows_every_arm(first: str, tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"report.{suffix}"
    assert main(["report", first, "-o", str(path)]) == 0
    text = path.read_text().replace("\\_", "_")
    assert all(arm in text for arm in ARMS)
    if suffix in ("html", "md"):
        assert "Change of cost by parameters: no_bonds against base" in text


def test_the_page_names_the_baseline_and_not_another(first: str, tmp_path: Path) -> None:
    path = tmp_path / "report.html"
    assert main(["report", first, "-o", str(path)]) == 0
    text = path.read_text()
    assert "Savings against isolated, with" in text and "against multi_process<" not in text
    assert "<h1>What each way of running the nodes costs</h1>" in text


def test_studies_are_compared_and_judged_arm_by_arm(
    first: str, second: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compare", first, second, "--metric", "cpu_percent"]) == 0
    printed = capsys.readouterr().out
    assert "saved: against isolated;" in printed
    words = [line.split() for line in printed.splitlines()]
    assert [each[2] for each in words if "less" in each] == ["multi_process+no_bonds"]
    junit, summary = tmp_path / "junit.xml", tmp_path / "summary.md"
    reports = ["--junit", str(junit), "--github-summary", str(summary)]
    assert main(["check", second, "--baseline", first, *reports]) == 1
    assert capsys.readouterr().out.startswith("arm ")
    assert f'classname="board/second against board/first.{BASELINE}"' in junit.read_text()
    assert "| arm | metric | threshold | verdict |" in summary.read_text()
    assert summary.read_text().count("❌") == 2  # of memory


def test_studies_that_share_an_arm_are_compared_in_it(
    first: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    compositions = ("multi_process", "manual", "isolated", "multi_threaded")
    stamp = crossed_arms.stamp(crossed_arms.arms({"composition": compositions}))
    old = str(write_study(tmp_path / "board" / "old", four_compositions(), stamp))
    assert main(["compare", old, first, "--metric", "cpu_percent"]) == 0
    words = [line.split() for line in capsys.readouterr().out.splitlines()]
    means = {tuple(each[2:4]): each[4] for each in words if each[:2] == ["CPU", "[%]"]}
    assert means["isolated", "first"] != "–" and means["isolated", "old"] != "–"
    assert means["manual", "first"] == "–" and means["isolated+no_bonds", "old"] == "–"


def test_arms_of_one_name_that_differ_are_not_compared(
    first: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = Path(study(tmp_path / "board" / "other"))
    document = json.loads((other / "study.json").read_text())
    document["study"]["arms"][-1]["executor"] = "rclcpp_events"
    (other / "study.json").write_text(json.dumps(document))
    assert main(["compare", first, str(other)]) == 2
    said = capsys.readouterr().err
    assert "study.arms.isolated.executor is 'stock' and 'rclcpp_events'" in said
    assert "say --subject executor" in said
    assert main(["compare", first, str(other), "--subject", "executor"]) == 0
