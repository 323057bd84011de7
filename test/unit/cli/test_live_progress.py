# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import errno
import re
import threading
import time
from collections.abc import Callable

import pytest
from arm_studies import MANUAL
from live_readings import FakeReadings, cpu
from rich.console import Console
from run_on_stream import Terminal, run_on

from nav2_composition_bench.cli.live_progress import LiveProgress
from nav2_composition_bench.cli.progress import progress_on
from nav2_composition_bench.study.study import TrialSpec


def wait_for(condition: Callable[[], bool], timeout_s: float = 60.0) -> None:
    deadline_s = time.monotonic() + timeout_s
    while not condition():
        assert time.monotonic() < deadline_s, "it did not come"
        time.sleep(0.05)


def test_a_terminal_gets_the_results_and_the_notes() -> None:
    text = run_on(Terminal())
    assert "manual (block 1): invalid, amcl died" in text
    assert "manual (block 2): CPU 40.0 %, PSS 100.0 MB, 50 s" in text
    assert "a note" in text


def test_the_live_view_shows_phase_and_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    readings = FakeReadings()
    readings.cpu = cpu(100.0, {10: 1.0})
    with progress_on(terminal) as progress:
        progress.study_started(4, 1, 60.0)
        progress.trial_started(TrialSpec(MANUAL, 0, 0))
        progress.phase("leg A")
        progress.sampling(readings, {10: "manual_composition"})
        wait_for(lambda: "manual_composition" in terminal.getvalue())
    text = terminal.getvalue()
    assert "1/4 trials" in text
    assert "manual (block 1): leg A" in text
    assert text.rstrip().endswith("\x1b[?25h") or "\x1b[?25h" in text  # the cursor is back


def test_without_colour_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    terminal = Terminal()
    readings = FakeReadings()
    readings.cpu = cpu(100.0, {10: 1.0})
    with progress_on(terminal) as progress:
        progress.sampling(readings, {10: "amcl"})
        wait_for(lambda: "amcl" in terminal.getvalue())
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", terminal.getvalue())


def test_a_fault_of_the_view_ends_the_view_and_not_the_study(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    terminal = Terminal()
    readings = FakeReadings()
    readings.fault = ValueError("a malformed line")
    with progress_on(terminal) as progress:
        progress.sampling(readings, {})
        wait_for(lambda: "no live view any more" in terminal.getvalue())
        progress.note("the study goes on")
    assert "a malformed line" in terminal.getvalue()
    assert "the study goes on" in terminal.getvalue()


def test_a_terminal_that_is_gone_does_not_end_the_study(monkeypatch: pytest.MonkeyPatch) -> None:
    class Gone(Terminal):
        def write(self, text: str) -> int:
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setenv("TERM", "xterm")
    assert run_on(Gone()) == ""


def test_a_terminal_that_takes_nothing_does_not_hold_up_the_trial(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    taken = threading.Event()
    drawing = threading.Event()

    class Stopped(Terminal):
        def write(self, text: str) -> int:
            drawing.set()
            taken.wait(60.0)
            return super().write(text)

    monkeypatch.setenv("TERM", "xterm")
    with progress_on(Stopped()) as progress:
        progress.note("before")
        assert drawing.wait(60.0)
        for _ in range(3):
            progress.phase("leg A")  # a call that waited would hang here
            progress.note("again")
        taken.set()


def test_after_a_change_of_size_the_view_begins_anew_below_the_last_results() -> None:
    terminal = Terminal()
    console = Console(file=terminal, width=80, height=24, force_terminal=True)
    progress = LiveProgress(console)
    progress.start()
    try:
        progress.note("a result")
        wait_for(lambda: terminal.getvalue().count("a result") == 1)
        console.width = 40
        wait_for(lambda: terminal.getvalue().count("a result") == 2)
    finally:
        progress.stop()
