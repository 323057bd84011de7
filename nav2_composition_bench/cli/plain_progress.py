# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How far a study is, in plain lines."""

from __future__ import annotations

from typing import TextIO

from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.trial_line import describe_result, describe_trial
from nav2_composition_bench.trial.trial_runner import Progress


def remaining_s(trials_left: int, durations_s: list[float], expected_trial_s: float) -> float:
    """Estimate how long the trials left will take.

    :param expected_trial_s: a trial's duration, where none has ended yet.
    """
    mean_s = sum(durations_s) / len(durations_s) if durations_s else expected_trial_s
    return trials_left * mean_s


class PlainProgress(Progress):
    """One line per event, for logs."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._total = self._done = 0
        self._expected_trial_s = 0.0
        self._durations_s: list[float] = []

    def study_started(self, total: int, done: int, expected_trial_s: float) -> None:
        """Say how many trials there are."""
        self._total, self._done, self._expected_trial_s = total, done, expected_trial_s
        before = f", {done} done already" if done else ""
        self._say(f"{total} trial{'s' if total != 1 else ''}{before}")

    def trial_started(self, spec: TrialSpec) -> None:
        """Name the trial and the time left."""
        left_s = remaining_s(self._total - self._done, self._durations_s, self._expected_trial_s)
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
