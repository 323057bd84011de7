# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from record_factory import make_record
from topology_factory import chain, node, pub, sub, written

from nav2_composition_bench.cli import place as verb
from nav2_composition_bench.cli.main import main
from nav2_composition_bench.placing.costs import Costs
from nav2_composition_bench.placing.outcome import PLACEMENT
from nav2_composition_bench.placing.trials import CALIBRATED_ON
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.trial.record_json import to_line
from nav2_composition_bench.trial.stamped_arms import SCHEMA
from nav2_composition_bench.trial.store import STUDY, TRIALS

ONE_LINE = "nav2-bench: error: "


@pytest.fixture
def topology(tmp_path: Path) -> Path:
    return written(tmp_path, *chain("a", "b"), node("c", subscribers=[sub("b")]))


def fault(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(["place", *words]) == 2
    said = capsys.readouterr().err
    assert said.startswith(ONE_LINE) and said.count("\n") == 1
    return said


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--loops", "0"], "--loops is 0, must be at least 1"),
        (["--loops", "4"], "--loops is 4, and test has 3 nodes"),
        (["--loops", "2", "--cores", "0"], "--cores is 0"),
        (["--loops", "2", "--population", "3"], "--population is 3, must be at least 4"),
        (["--loops", "2", "--generations", "0"], "--generations is 0"),
        (["--loops", "2", "--trials", "0"], "--trials is 0"),
        (["--loops", "2", "--seed", "-1"], "--seed is -1, must be at least 0"),
        (["--loops", "2", "--window", "5"], "--window is 5, must be at least 10"),
        (["--loops", "2", "--name", "../x"], "--name is '../x'"),
        (["--loops", "2", "--placement", "x=a,d|*"], "placement 'x': there is no node 'd'"),
        (["--loops", "2", "--placement", "x=a,b"], "placement 'x' has nodes in several processes"),
        (["--loops", "2", "--placement", "x=*@4711"], "has an executor on core 4711, and this"),
        (["--loops", "2", "--placement", "best_1=*"], "the search itself has a 'best_1'; name"),
    ],
)
def test_what_cannot_be_searched_is_said_in_one_line_before_anything_starts(
    topology: Path, capsys: pytest.CaptureFixture[str], options: list[str], said: str
) -> None:
    out = topology.parent / "results"
    assert said in fault(capsys, "--topology", str(topology), *options, "--out", str(out))
    assert not out.exists()


@pytest.mark.parametrize("objective", ["path_latency", "p99"])
def test_a_latency_of_a_graph_without_messages_is_refused_before_anything_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], objective: str
) -> None:
    silent = written(tmp_path, node("a", pub("x")), node("b", timers=[{"freq_hz": 5}]))
    words = ["--topology", str(silent), "--loops", "2", "--out", str(tmp_path / "results")]
    said = fault(capsys, *words, "--objective", objective)
    assert f"--objective is {objective}, and no message of test arrives anywhere" in said
    assert "take --objective cpu" in said
    assert not (tmp_path / "results").exists()


def test_a_search_that_was_begun_is_not_overwritten(
    topology: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    begun = topology.parent / "m" / "place_test"
    begun.mkdir(parents=True)
    (begun / "search.json").write_text("{}")
    where = ["--out", str(topology.parent), "--machine", "m"]
    said = fault(capsys, "--topology", str(topology), "--loops", "2", *where)
    assert "holds a search already; --resume goes on with it" in said


def test_a_calibration_without_a_trial_is_refused(
    topology: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["--topology", str(topology), "--loops", "2", "--out", str(topology.parent)]
    said = fault(capsys, *words, "--calibration", str(topology.parent / "nothing"))
    assert "nothing/trials.jsonl: cannot be read: No such file" in said


def test_a_graph_whose_nodes_cannot_be_parted_is_refused_before_anything_starts(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    alone = written(tmp_path, node("a", pub("x"), subscribers=[sub("x")]))
    words = ["--topology", str(alone), "--loops", "1", "--out", str(tmp_path / "results")]
    said = fault(capsys, *words)
    assert "all nodes of test are in one loop in every placement; name a topology with two" in said
    assert not (tmp_path / "results").exists()


@pytest.fixture
def search(topology: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the words of a search by the model alone, which was calibrated before.

    The machine's cores are 2 and 3.
    """
    costs = Costs(publish_us=20.0, near_us=5.0, far_us=10.0, wake_us=5.0)
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {2, 3})
    monkeypatch.setattr(verb, "given_calibration", lambda *_: (make_record(CALIBRATED_ON), 2))
    monkeypatch.setattr(verb, "measured_of", lambda *_: None)
    monkeypatch.setattr(verb, "calibrate", lambda *_, **__: costs)
    words = ["place", "--topology", str(topology), "--loops", "2", "--model-only"]
    words += ["--calibration", "elsewhere", "--population", "4", "--best", "1", "--random", "0"]
    return [*words, "--out", str(topology.parent), "--machine", "m"]


@pytest.mark.parametrize(("cores", "numbers"), [([], "23"), (["--cores", "3"], "012")])
def test_the_best_placement_is_told_with_the_numbers_of_the_cores_that_may_be_used(
    search: list[str], capsys: pytest.CaptureFixture[str], cores: list[str], numbers: str
) -> None:
    assert main([*search, *cores, "--generations", "1"]) == 0
    (found,) = re.findall(r"^found: (.*)$", capsys.readouterr().out, flags=re.MULTILINE)
    told = re.findall(r"@(\d+)", found)
    assert told and set(told) <= set(numbers)


def test_a_placement_that_is_asked_for_is_predicted_beside_those_found(
    search: list[str], topology: Path
) -> None:
    words = ["--generations", "1", "--placement", "mine=a|b,c@3", "--placement", "one=*"]
    assert main([*search, *words]) == 0
    document = json.loads((topology.parent / "m" / "place_test" / PLACEMENT).read_text())
    found = {each["name"]: each for each in document["placements"]}
    assert list(found) == ["one_loop", CALIBRATED_ON, "best_1", "mine"]  # one is one_loop
    assert (found["mine"]["placement"], found["mine"]["loops"]) == ("a|b,c@1", 2)


def test_a_search_goes_no_further_once_its_placements_are_measured(
    search: list[str], topology: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def searched(generations: int, *words: str) -> int:
        return main([*search, "--generations", str(generations), *words])

    assert searched(1) == searched(2, "--resume") == 0
    directory = topology.parent / "m" / "place_test"
    (directory / TRIALS).write_text(f"{to_line(make_record(CALIBRATED_ON))}\n")
    state = (directory / "search.json").read_text()
    capsys.readouterr()
    assert searched(3, "--resume") == 2
    assert "the placements of generation 2 are being measured; say --generations 2, or choose" in (
        capsys.readouterr().err
    )
    assert (directory / "search.json").read_text() == state
    assert searched(2, "--resume") == 0


def test_a_resumed_search_measures_as_many_blocks_as_it_was_begun_with(
    search: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def measured(study: Study, directory: Path, *_: object, **__: object) -> tuple[tuple[()], bool]:
        asked.append(study.trials)
        stamp = {"schema": SCHEMA, "study": {"trials": study.trials}}
        (directory / STUDY).write_text(json.dumps(stamp), encoding="utf-8")
        return (), True

    monkeypatch.setattr(verb, "comparison_records", measured)
    search.remove("--model-only")
    for words in (["--trials", "5"], ["--resume"], ["--resume", "--trials", "2"]):
        assert main([*search, "--generations", "1", *words]) == 0
    assert asked == [5, 5, 2]
