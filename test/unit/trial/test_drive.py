# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from fake_runner import make_study

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
    yardstick_runs: bool = True,
    pictures: Sequence[LegsSeen] = (OVER,),
    nodes: Sequence[tuple[SeenNode, ...]] = ((),),
    rest_s: float = 0.0,
    first_goal_s: float = 0.0,
    last_errors: Callable[[Mapping[str, int]], tuple[str, ...]] = lambda behind: (),
) -> TrialLog:
    """Return what is noted of a trial.

    :param pictures: the legs at each look; by default they are over at the first.
    :param nodes: those on the domain at each look at them.
    :param last_errors: those that the system's processes logged behind what they had before.
    """
    log = TrialLog()
    looks = iter(pictures)
    watch: Any = SimpleNamespace(
        legs=lambda: next(looks), wait_for_change=lambda _known, _timeout_s: next(looks)
    )
    system: Any = SimpleNamespace(
        deaths=lambda: deaths, log_sizes=lambda: {"amcl": 7}, last_errors=last_errors
    )
    client = SimpleNamespace(seen_nodes=iter(nodes).__next__)
    around = SimpleNamespace(deaths=tuple)
    session: Any = SimpleNamespace(host=around, background=around, client=client)
    sampler: Any = SimpleNamespace(is_running=lambda: sampler_runs)
    speed: Any = SimpleNamespace(is_running=lambda: yardstick_runs)
    progress: Any = Silent()
    study = make_study(limits=Limits(rest_s=rest_s, first_goal_s=first_goal_s))
    Drive(study, session, watch, system, sampler, speed, log).run(progress, lambda: True)
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


def test_a_yardstick_that_has_ended_ends_the_trial() -> None:
    log = drive(pictures=(LegsSeen(("A",)),), yardstick_runs=False)
    assert log.failures == ["the yardstick ended before the trial did"]


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
    log = drive(pictures=pictures, nodes=[(), (TALKER,), ()], first_goal_s=60.0)
    assert log.seen_nodes == {TALKER}


def test_what_was_logged_before_the_legs_is_not_of_them() -> None:
    error = "[controller_server]: Failed to make progress"
    found = {7: (error,)}
    log = drive(last_errors=lambda behind: found[behind["amcl"]])
    assert log.errors == (error,)


@pytest.mark.parametrize(("rest_s", "late"), [(0.0, True), (60.0, False)])
def test_the_rest_is_none_of_the_first_goals(rest_s: float, late: bool) -> None:
    log = drive(pictures=[LegsSeen(("A",)), OVER], nodes=[()], rest_s=rest_s)
    assert log.failures == (["goal A was not accepted within 0 s"] if late else [])
