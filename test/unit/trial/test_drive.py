# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from fake_executor import make_study

from nav2_composition_bench.processes.outcomes import ProcessDeath
from nav2_composition_bench.ros_domain.foreign_nodes import SeenNode
from nav2_composition_bench.study.study import Limits
from nav2_composition_bench.trial.drive import Drive
from nav2_composition_bench.trial.goal_legs import Leg, LegsSeen
from nav2_composition_bench.trial.trial_log import TrialLog

DEATH = ProcessDeath("amcl", 7, -9, ())
OVER = LegsSeen(("A",), legs=(Leg("A", "a", 10.0, 30.0, "SUCCEEDED"),))
TALKER = SeenNode("/talker", (bytes(16),))


class Silent:
    """A progress that shows nothing."""

    def phase(self, name: str) -> None:
        """Show nothing."""


def drive(
    deaths: tuple[ProcessDeath, ...] = (),
    *,
    sampler_runs: bool = True,
    pictures: Sequence[LegsSeen] = (OVER,),
    nodes: Sequence[tuple[SeenNode, ...]] = ((),),
    errors: Sequence[tuple[str, ...]] = ((), ()),
) -> TrialLog:
    """Return what is noted of a trial.

    :param pictures: the legs at each look; by default they are over at the first.
    :param nodes: those on the domain at each look at them.
    :param errors: the last ones that the system's processes logged, before the legs and after them.
    """
    log = TrialLog()
    looks = iter(pictures)
    watch: Any = SimpleNamespace(
        legs=lambda: next(looks), wait_for_change=lambda _known, _timeout_s: next(looks)
    )
    system: Any = SimpleNamespace(deaths=lambda: deaths, last_errors=iter(errors).__next__)
    client = SimpleNamespace(seen_nodes=iter(nodes).__next__)
    session: Any = SimpleNamespace(host=SimpleNamespace(deaths=tuple), client=client)
    sampler: Any = SimpleNamespace(is_running=lambda: sampler_runs)
    progress: Any = Silent()
    study = make_study(limits=Limits(first_goal_s=0.0 if pictures == (OVER,) else 60.0))
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


def test_nodes_on_the_domain_are_noted_whenever_a_leg_begins_or_ends() -> None:
    goals = ("A", "B")
    accepted = Leg("A", "a", time.monotonic())
    reached = replace(accepted, finished_monotonic_s=accepted.accepted_monotonic_s + 1.0)
    first = replace(reached, status="SUCCEEDED")
    second = replace(first, goal="B", goal_id="b")
    pictures = [
        LegsSeen(goals),
        LegsSeen(goals, legs=(accepted,)),
        LegsSeen(goals, legs=(accepted,)),
        LegsSeen(goals, legs=(first,)),
        LegsSeen(goals, legs=(first, second)),
    ]
    log = drive(pictures=pictures, nodes=[(), (TALKER,), ()])
    assert log.seen_nodes == {TALKER}


def test_what_was_logged_before_the_legs_is_not_of_them() -> None:
    old, new = "[amcl]: no map yet", "[controller_server]: Failed to make progress"
    assert drive(errors=[(old,), (old, new)]).errors == (new,)
