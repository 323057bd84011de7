# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from signal_handlers import handlers

from benchmark import run
from benchmark.result import Bound, Result

__all__ = ["handlers"]


def install(monkeypatch: pytest.MonkeyPatch, **values: float) -> None:
    """Let there be benchmarks that each answer one value, with 1 as their upper bound."""

    def load(name: str) -> SimpleNamespace:
        def measure() -> Iterator[Result]:
            yield Result("cost", values[name.replace(".", "_")], Bound.AT_MOST, 1.0)

        return SimpleNamespace(TITLE="what it costs", measure=measure)

    monkeypatch.setattr(run, "names", lambda: [name.replace("_", ".") for name in values])
    monkeypatch.setattr(run, "load", load)


def test_benchmarks_are_found_by_their_file_names(tmp_path: Path) -> None:
    for name in ("sampler/benchmark_cost.py", "sampler/load.py", "simulator/benchmark_pace.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    assert run.names(tmp_path) == ["sampler.cost", "simulator.pace"]


@pytest.mark.parametrize(
    ("bound", "value", "met"),
    [
        (Bound.AT_MOST, 1.0, True),
        (Bound.AT_MOST, 1.01, False),
        (Bound.AT_LEAST, 1.0, True),
        (Bound.AT_LEAST, 0.99, False),
    ],
)
def test_a_target_is_met_on_its_own_side(bound: Bound, value: float, met: bool) -> None:
    assert Result("cost", value, bound, 1.0).is_met == met


def test_a_result_reads_as_one_line_with_its_target() -> None:
    result = Result("own RSS", 2.5, Bound.AT_MOST, 2.0, "MB", "of 15 processes")
    assert str(result) == "MISSED own RSS: 2.5 MB (≤ 2 MB); of 15 processes"


@pytest.mark.parametrize(("value", "status"), [(0.9, 0), (1.1, 1)])
def test_a_missed_target_shows_in_the_exit_status(
    monkeypatch: pytest.MonkeyPatch, value: float, status: int
) -> None:
    install(monkeypatch, sampler_cost=value)
    assert run.main([]) == status


def test_all_benchmarks_run_even_if_the_first_misses_its_target(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, sampler_cost=1.1, simulator_pace=0.9)
    assert run.main([]) == 1
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        "sampler.cost:",
        "MISSED",
        "simulator.pace:",
        "met",
    ]


@pytest.mark.parametrize("word", ["simulator", "simulator.pace"])
def test_a_subject_or_a_name_chooses(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], word: str
) -> None:
    install(monkeypatch, sampler_cost=1.1, simulator_pace=0.9)
    assert run.main([word]) == 0
    assert capsys.readouterr().out.startswith("simulator.pace")


def test_an_unknown_name_is_refused_with_the_known_ones(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    install(monkeypatch, sampler_cost=1.1)
    assert run.main(["rocket"]) == 2
    assert "no benchmark rocket; there are sampler.cost" in capsys.readouterr().err


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_benchmark_that_is_stopped_cleans_up(
    handlers: None, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    ended: list[str] = []

    def measure() -> Iterator[Result]:
        try:
            os.kill(os.getpid(), number)
            yield Result("cost", 1.0, Bound.AT_MOST, 1.0)
        finally:
            ended.append("what it had started")

    monkeypatch.setattr(run, "names", lambda: ["sampler.cost"])
    monkeypatch.setattr(run, "load", lambda _: SimpleNamespace(TITLE="", measure=measure))
    assert run.main([]) == 130
    assert ended == ["what it had started"]
