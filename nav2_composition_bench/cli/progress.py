# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How far a study is: a bar on a terminal, plain lines elsewhere."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.trial.executor import SilentProgress
from nav2_composition_bench.trial.record import TrialRecord

_REFRESH_HZ = 1.0  # drawing costs CPU on the machine that is measured
_FIRST_GUESS_S = 75.0


def describe_trial(spec: TrialSpec) -> str:
    """Name a trial as users count: from one."""
    again = f", attempt {spec.attempt + 1}" if spec.attempt else ""
    return f"{spec.composition} (block {spec.block + 1}{again})"


def describe_result(record: TrialRecord) -> str:
    """Say in one line how a trial ended."""
    name = f"{record.composition} (block {record.block + 1})"
    if not record.valid:
        return f"{name}: invalid, {record.invalid_reason}"
    cpu = "-" if record.cpu_percent is None else f"{record.cpu_percent:.1f} %"
    pss = "-" if record.pss_bytes is None else f"{record.pss_bytes / 1e6:.1f} MB"
    return f"{name}: CPU {cpu}, PSS {pss}, {record.duration_s:.0f} s"


def remaining_s(trials_left: int, durations_s: list[float]) -> float:
    """Estimate how long the trials left will take."""
    mean_s = sum(durations_s) / len(durations_s) if durations_s else _FIRST_GUESS_S
    return trials_left * mean_s


class PlainProgress(SilentProgress):
    """One line per event, for logs."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._total = self._done = 0
        self._durations_s: list[float] = []

    def study_started(self, total: int, done: int) -> None:
        """Say how many trials there are."""
        self._total, self._done = total, done
        self._say(f"{total} trials" + (f", {done} done already" if done else ""))

    def trial_started(self, spec: TrialSpec) -> None:
        """Name the trial and the time left."""
        left_s = remaining_s(self._total - self._done, self._durations_s)
        self._say(
            f"trial {self._done + 1}/{self._total}: {describe_trial(spec)},"
            f" about {left_s / 60:.0f} min left"
        )

    def phase(self, name: str) -> None:
        """Name the phase."""
        self._say(f"  {name}")

    def trial_finished(self, record: TrialRecord) -> None:
        """Say how it ended."""
        self._done += record.valid
        self._durations_s.append(record.duration_s)
        self._say(f"  {describe_result(record)}")

    def note(self, text: str) -> None:
        """Print it."""
        self._say(text)

    def _say(self, text: str) -> None:
        print(text, file=self._stream, flush=True)


class BarProgress(SilentProgress):
    """A bar with trial, phase and time left; results above it."""

    def __init__(self, bar: Progress) -> None:
        self._bar = bar
        self._task = bar.add_task("", total=None, trial="", phase="", left="")
        self._total = self._done = 0
        self._durations_s: list[float] = []

    def study_started(self, total: int, done: int) -> None:
        """Scale the bar."""
        self._total, self._done = total, done
        self._bar.update(self._task, total=total, completed=done)

    def trial_started(self, spec: TrialSpec) -> None:
        """Show the trial and when the study will be over."""
        over = time.localtime(time.time() + remaining_s(self._left, self._durations_s))
        left_s = remaining_s(self._left, self._durations_s)
        self._bar.update(
            self._task,
            trial=describe_trial(spec),
            left=f"{left_s / 60:.0f} min left, until {time.strftime('%H:%M', over)}",
        )

    def phase(self, name: str) -> None:
        """Show the phase."""
        self._bar.update(self._task, phase=name)

    def trial_finished(self, record: TrialRecord) -> None:
        """Move the bar and print the result."""
        self._done += record.valid
        self._durations_s.append(record.duration_s)
        self._bar.update(self._task, completed=self._done)
        self._bar.console.print(describe_result(record), markup=False, highlight=False)

    def note(self, text: str) -> None:
        """Print it above the bar."""
        self._bar.console.print(text, markup=False, highlight=False)

    @property
    def _left(self) -> int:
        return self._total - self._done


@contextmanager
def progress_on(stream: TextIO) -> Iterator[PlainProgress | BarProgress]:
    """Show progress as it suits the stream."""
    if not stream.isatty():
        yield PlainProgress(stream)
        return
    columns = (
        BarColumn(bar_width=20),
        TextColumn("{task.completed}/{task.total}"),
        TextColumn("{task.fields[trial]}", markup=False),
        TextColumn("{task.fields[phase]}", markup=False),
        TextColumn("{task.fields[left]}", markup=False),
    )
    console = Console(file=stream)
    with Progress(*columns, console=console, refresh_per_second=_REFRESH_HZ) as bar:
        yield BarProgress(bar)
