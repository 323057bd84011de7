# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from fake_executor import make_study

from nav2_composition_bench.processes.outcomes import ProcessDeath
from nav2_composition_bench.study.study import Limits
from nav2_composition_bench.trial.drive import Drive
from nav2_composition_bench.trial.goal_legs import Leg, LegsSeen
from nav2_composition_bench.trial.trial_log import TrialLog

DEATH = ProcessDeath("amcl", 7, -9, ())
OVER = LegsSeen(("A",), legs=(Leg("A", "a", 10.0, 30.0, "SUCCEEDED"),))


class Silent:
    """A progress that shows nothing."""

    def phase(self, name: str) -> None:
        """Show nothing."""


def drive(deaths: tuple[ProcessDeath, ...], *, sampler_runs: bool = True) -> TrialLog:
    """Return what is noted of a trial whose legs are over at the first look."""
    log = TrialLog()
    watch: Any = SimpleNamespace(legs=lambda: OVER)
    system: Any = SimpleNamespace(deaths=lambda: deaths)
    session: Any = SimpleNamespace(host=SimpleNamespace(deaths=tuple))
    sampler: Any = SimpleNamespace(is_running=lambda: sampler_runs)
    progress: Any = Silent()
    study = make_study(limits=Limits(first_goal_s=0.0))
    Drive(study, session, watch, system, sampler, log).run(progress, lambda: True)
    return log


def test_a_process_that_has_died_by_the_look_at_which_legs_are_over_is_noted() -> None:
    assert drive((DEATH,)).died == ["amcl was killed by SIGKILL"]


@pytest.mark.parametrize("sampler_runs", [True, False])
def test_after_the_last_leg_nothing_is_late_and_the_sampler_still_counts(
    sampler_runs: bool,
) -> None:
    log = drive((), sampler_runs=sampler_runs)
    assert log.died == []
    assert log.failures == ([] if sampler_runs else ["process_sampler ended before the trial did"])
