# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from nav2_composition_bench.sampling.live import LiveWatch
from nav2_composition_bench.sampling.sample import CpuSample, SamplerCost
from nav2_composition_bench.trial.goal_legs import Leg, LegsSeen
from nav2_composition_bench.trial.live import LiveStatus, LiveTrial


class FakeTrial:
    """A sampler and legs that a test moves on by hand."""

    def __init__(self) -> None:
        self.read = True
        self.moment_s = self.cpu_time_s = 0.0
        self.seen = LegsSeen(("A", "B"))
        self.live = LiveTrial(LiveWatch(self, {}), lambda: self.seen)

    def latest_cpu(self) -> CpuSample | None:
        if not self.read:
            return None
        return CpuSample(self.moment_s, 1e9, self.cpu_time_s, None, (), SamplerCost(0.0, 1))

    def latest_memory(self) -> None:
        return None

    def drive(self, goal: str) -> None:
        """Begin a leg now."""
        self.seen = LegsSeen(("A", "B"), legs=(Leg(goal, f"id of {goal}", self.moment_s),))

    def after(self, *loads_percent: float) -> LiveStatus:
        """Look once a second, with this load in each."""
        for load in loads_percent:
            self.moment_s += 1.0
            self.cpu_time_s += load / 100.0
            status = self.live.look()
        return status


def test_nothing_is_known_before_the_first_reading() -> None:
    trial = FakeTrial()
    trial.read = False
    assert trial.live.look() == LiveStatus(None)


def test_between_legs_there_are_figures_and_no_goal() -> None:
    status = FakeTrial().after(40.0, 40.0)
    assert status.figures is not None and status.figures.cpu_percent == 40.0
    assert status.goal is None and status.steady_s is None


def test_a_leg_is_steady_once_enough_of_it_is_alike() -> None:
    trial = FakeTrial()
    trial.after(10.0, 10.0)
    trial.drive("A")
    assert trial.after(*7 * [40.0]).steady_s is None
    status = trial.after(40.0)
    assert (status.goal, status.driven_s, status.steady_s) == ("A", 8.0, 8.0)


def test_a_transient_is_not_counted_as_steady() -> None:
    trial = FakeTrial()
    trial.after(10.0, 10.0)
    trial.drive("A")
    assert trial.after(150.0, 150.0, *10 * [40.0]).steady_s == 10.0


def test_each_leg_begins_anew() -> None:
    trial = FakeTrial()
    trial.after(10.0, 10.0)
    trial.drive("A")
    assert trial.after(*12 * [40.0]).steady_s == 12.0
    trial.drive("B")
    status = trial.after(40.0)
    assert (status.goal, status.driven_s, status.steady_s) == ("B", 1.0, None)
