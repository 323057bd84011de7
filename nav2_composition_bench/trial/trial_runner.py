# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What runs a trial, and who is told about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from nav2_composition_bench.sampling.live import Readings
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.trial.record import TrialRecord

HOST_SIDE = "host side"
IDLE_READING = "machine's speed"
BRING_UP = "bring-up"
REST = "rest"
SHUTDOWN = "shutdown"


def leg_phase(goal: str) -> str:
    """Name the phase in which the robot drives to a goal."""
    return f"leg {goal}"


class Progress:
    """Told how far a study is, and silent; what says something overrides some methods.

    They must return at once, since trials wait for them.
    """

    def study_started(self, total: int, done: int, expected_trial_s: float) -> None:
        """Say how many valid trials are wanted in all and how many there are already.

        :param expected_trial_s: how long one takes, roughly.
        """

    def trial_started(self, spec: TrialSpec) -> None:
        """Announce a trial."""

    def phase(self, name: str) -> None:
        """Name the phase that the current trial enters."""

    def sampling(self, readings: Readings | None, labels: Mapping[int, str]) -> None:
        """Offer the running trial's readings and root pid → label; None takes them back."""

    def trial_finished(self, record: TrialRecord) -> None:
        """Hand over a record that is on disk by now."""

    def note(self, text: str) -> None:
        """Pass one line on to the user."""


class TrialRunner(Protocol):
    """Runs one trial after another.

    ``run`` returns a record for whatever befalls the system under test; it raises UserError only
    where no trial of the study can be run, and leaves no process behind in either case.
    """

    def run(self, spec: TrialSpec, progress: Progress) -> TrialRecord:
        """Run one trial to its end, teardown included."""
