# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How far a trial is, for the node's log and its live figures."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from nav2_composition_bench.sampling.live import LiveWatch, Readings
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.trial.goal_legs import LegsSeen
from nav2_composition_bench.trial.live import LiveStatus, LiveTrial
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.trial_line import describe_result, describe_trial
from nav2_composition_bench.trial.trial_runner import Progress


class NodeProgress(Progress):
    """Says how far a trial is, and knows where live figures come from.

    :param say: takes one line.
    :param legs: returns the goal legs of the trial that runs.
    :ivar current_phase: of that trial.
    """

    def __init__(self, say: Callable[[str], None], legs: Callable[[], LegsSeen]) -> None:
        self._say = say
        self._legs = legs
        self._live: LiveTrial | None = None
        self.current_phase = ""

    def trial_started(self, spec: TrialSpec) -> None:
        """Name the trial."""
        self._say(describe_trial(spec))

    def phase(self, name: str) -> None:
        """Name the phase."""
        self.current_phase = name
        self._say(name)

    def sampling(self, readings: Readings | None, labels: Mapping[int, str]) -> None:
        """Note where figures come from."""
        self._live = (
            None if readings is None else LiveTrial(LiveWatch(readings, labels), self._legs)
        )

    def trial_finished(self, record: TrialRecord) -> None:
        """Say how it ended."""
        self._say(describe_result(record))

    def note(self, text: str) -> None:
        """Say it."""
        self._say(text)

    def look(self) -> LiveStatus:
        """Return the figures of the moment."""
        return LiveStatus(None) if self._live is None else self._live.look()
