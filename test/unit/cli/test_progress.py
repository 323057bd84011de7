# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import io

from fake_executor import FakeExecutor, RecordsInMemory, make_study

from nav2_composition_bench.cli.progress import (
    BarProgress,
    PlainProgress,
    progress_on,
    remaining_s,
)
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.trial.run_study import run_study


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def run_on(stream: io.StringIO) -> str:
    study = make_study(compositions=(Composition.MANUAL,), trials=2)
    executor = FakeExecutor(lambda spec: "amcl died" if spec.attempt == 0 else None)
    with progress_on(stream) as progress:
        progress.note("a note")
        run_study(study, executor, RecordsInMemory(), progress)
    return stream.getvalue()


def test_a_log_has_one_plain_line_per_event() -> None:
    text = run_on(io.StringIO())
    assert "\x1b" not in text
    lines = text.splitlines()
    assert lines[:2] == ["a note", "2 trials"]
    assert "trial 1/2: manual (block 1), about 2 min left" in lines
    assert "  bring-up" in lines
    assert "  manual (block 1): invalid, amcl died" in lines
    assert "  manual (block 2): CPU 40.0 %, PSS 100.0 MB, 50 s" in lines


def test_a_terminal_gets_a_bar_and_the_results() -> None:
    text = run_on(Terminal())
    assert "2/2" in text
    assert "manual (block 1): invalid, amcl died" in text
    assert "a note" in text


def test_the_kind_depends_on_the_stream() -> None:
    with progress_on(io.StringIO()) as plain, progress_on(Terminal()) as bar:
        assert isinstance(plain, PlainProgress)
        assert isinstance(bar, BarProgress)


def test_the_time_left_follows_the_trials_so_far() -> None:
    assert remaining_s(4, [50.0, 70.0]) == 240.0
    assert remaining_s(0, [50.0]) == 0.0
    assert remaining_s(2, []) > 0.0
