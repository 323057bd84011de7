# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A live view of a study on a terminal."""

from __future__ import annotations

import collections
import contextlib
import queue
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from typing import TextIO

from rich.console import Console, RenderableType
from rich.live import Live

from nav2_composition_bench.cli.live_view import ViewState, view
from nav2_composition_bench.cli.plain_progress import remaining_s
from nav2_composition_bench.sampling.live import LiveWatch, Readings
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.trial_line import describe_result, describe_trial
from nav2_composition_bench.trial.trial_runner import Progress

_REDRAW_EVERY_S = 1.0  # drawing costs CPU on the machine that is measured
_REPEATED_LINES = 8  # after the terminal's size has changed
_PATIENCE_S = 5.0
"""How long to wait for a terminal that does not take what is drawn."""


class LiveProgress(Progress):
    """A picture of the running trial, redrawn about once a second; results above it.

    Nothing here waits for the terminal: what is told is noted, and a thread draws. A terminal that
    is stopped, gone or too small, and a fault of the drawing itself, end the picture, not the
    study; what is said afterwards is dropped, since the records hold it anyway.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._state = ViewState()
        self._watch: LiveWatch | None = None
        self._expected_trial_s = 0.0
        self._durations_s: list[float] = []
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._last_lines: collections.deque[str] = collections.deque(maxlen=_REPEATED_LINES)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._draw, name="live view", daemon=True)

    def start(self) -> None:
        """Begin to draw."""
        self._thread.start()

    def stop(self) -> None:
        """Draw what is left and give the terminal back; a stuck one is left to itself."""
        self._over.set()
        self._thread.join(_PATIENCE_S)

    def study_started(self, total: int, done: int, expected_trial_s: float) -> None:
        """Note how many trials there are."""
        self._expected_trial_s = expected_trial_s
        self._state = replace(self._state, total=total, done=done)

    def trial_started(self, spec: TrialSpec) -> None:
        """Note the trial and when the study will be over."""
        left_s = remaining_s(
            self._state.total - self._state.done, self._durations_s, self._expected_trial_s
        )
        self._state = replace(
            self._state, trial=describe_trial(spec), phase="", over_wall_s=time.time() + left_s
        )

    def phase(self, name: str) -> None:
        """Note the phase."""
        self._state = replace(self._state, phase=name, phase_began_s=time.monotonic())

    def sampling(self, readings: Readings | None, labels: Mapping[int, str]) -> None:
        """Note where figures come from."""
        self._watch = None if readings is None else LiveWatch(readings, labels)

    def trial_finished(self, record: TrialRecord) -> None:
        """Note the result."""
        self._durations_s.append(record.duration_s)
        self._state = replace(self._state, done=self._state.done + record.valid)
        self._lines.put(describe_result(record))

    def note(self, text: str) -> None:
        """Note a line."""
        self._lines.put(text)

    # The thread

    def _draw(self) -> None:
        # Whatever goes wrong here, in rich or with the terminal: a study of hours is worth more.
        with contextlib.suppress(Exception):
            try:
                self._draw_pictures()
            except Exception as error:
                self._lines.put(f"no live view any more: {error!r}")
            while not self._over.wait(_REDRAW_EVERY_S):
                self._say_lines()
            self._say_lines()

    def _draw_pictures(self) -> None:
        # Not through sys.stdout: what others print must not wait for this thread's terminal.
        with Live(
            console=self._console,
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
        ) as live:
            size = self._console.size
            while not self._over.wait(_REDRAW_EVERY_S):
                if self._console.size != size:
                    # The terminal has wrapped what was drawn: nobody knows where it begins.
                    size = self._console.size
                    self._console.clear()
                    self._say(*self._last_lines)
                self._say_lines()
                live.update(self._picture(), refresh=True)

    def _say_lines(self) -> None:
        while not self._lines.empty():
            self._last_lines.append(self._lines.get())
            self._say(self._last_lines[-1])

    def _say(self, *lines: str) -> None:
        for line in lines:
            self._console.print(line, markup=False, highlight=False, soft_wrap=True)

    def _picture(self) -> RenderableType:
        watch = self._watch
        width, height = self._console.size
        return view(
            self._state,
            None if watch is None else watch.figures(),
            now_s=time.monotonic(),
            wall_s=time.time(),
            width=width,
            height=height,
        )


@contextmanager
def drawn_on(terminal: TextIO) -> Iterator[LiveProgress | None]:
    """Draw on a terminal meanwhile; None where it can show no more than lines."""
    console = Console(file=terminal)
    if console.is_dumb_terminal:
        yield None
        return
    progress = LiveProgress(console)
    progress.start()
    try:
        yield progress
    finally:
        progress.stop()
