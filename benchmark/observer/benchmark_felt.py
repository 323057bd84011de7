# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""CPU of the navigation stack with process_sampler running and not, by a cgroup's counter.

The robot drives, and short windows come in pairs: in one of them, in random order, the sampler
runs, in the other it is stopped. The witness is a cgroup around the stack. One bring-up serves them
all, so that the windows of a pair differ in nothing else.

Windows are short because the stack's CPU drifts by a tenth within seconds: of the same time on
the road, pairs of 2 s tell the ratio three times as precisely as pairs of round trips. What the
sampler might do to the stack for longer than a window is not seen; its readings take milliseconds,
a walk of the page tables an eighth of a second. Nav2 is measured where ROS 2 is sourced, the
reference stack elsewhere.
"""

from __future__ import annotations

import dataclasses
import os
import random
import signal
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from benchmark.result import Bound, Result
from nav2_composition_bench.aggregate.model import versus
from nav2_composition_bench.bringup.session import BringUpSession
from nav2_composition_bench.bringup.system import SystemHandle
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.processes.interruption import stopping_signals_raise
from nav2_composition_bench.sampling.sampler import ProcessSampler
from nav2_composition_bench.settling.settle import refuse_lacking, settle
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.factor import RMW
from nav2_composition_bench.study.study_file import default_study_file, load_study
from nav2_composition_bench.study.study_options import StudyOptions, override
from nav2_composition_bench.trial.observer import Observer

TITLE = "what the stack's CPU feels of process_sampler"

PAIRS = int(os.environ.get("PAIRS", "300"))
COMPOSITION = os.environ.get("COMPOSITION", "multi_process")
"""By default the one in which the sampler has most to read."""
WINDOW_S = float(os.environ.get("WINDOW_S", "2"))
MARGIN = 0.02
SEED = 1
FIRST_GOAL_TIMEOUT_S = 60.0
LEG_TIMEOUT_S = 200.0


def measure() -> Iterator[Result]:
    """Drive, and tell both ends of the interval of the ratio."""
    with_sampler, without = _windows(_settled())
    columns = {"with": dict(enumerate(with_sampler)), "without": dict(enumerate(without))}
    found = versus(columns, "with", "without")
    assert found is not None
    # Two one-sided tests at 5 % are a 90 % interval inside the margin (Schuirmann 1987).
    ratio, interval = found.ratio(0.9)
    assert interval is not None
    detail = (
        f"{PAIRS} pairs of {WINDOW_S:g} s, mean ratio {ratio:.4f}; CPU with"
        f" {np.mean(with_sampler):.1f} %, without {np.mean(without):.1f} %"
    )
    name = f"CPU of {COMPOSITION} with / without the sampler, 90 % interval,"
    yield Result(f"{name} upper end", interval.high, Bound.AT_MOST, 1 + MARGIN, "", detail)
    yield Result(f"{name} lower end", interval.low, Bound.AT_LEAST, 1 - MARGIN, "")


def _settled() -> SettledStudy:
    """The study of one arm, with enough goals."""
    installation = Installation.here()
    study = load_study(default_study_file("nav2" if installation.distro else "reference"))
    study = override(study, StudyOptions(compositions=[COMPOSITION], seed=SEED))
    goals = tuple(
        dataclasses.replace(goal, name=f"{goal.name}{number}")
        for number in range(PAIRS)
        for goal in study.navigation.goals
    )
    settled = settle(study.with_navigation(goals=goals), installation)
    refuse_lacking(settled)
    return settled


def _windows(settled: SettledStudy) -> tuple[list[float], list[float]]:
    """Return CPU in per cent of a core of the windows with the sampler, and of those without."""
    study = settled.study
    (arm,) = study.arms
    chance = random.Random(SEED)
    found: dict[bool, list[float]] = {True: [], False: []}
    with (
        tempfile.TemporaryDirectory() as directory,
        stopping_signals_raise(),
        BringUpSession(settled, arm[RMW], Path(directory)) as session,
    ):
        observer = Observer(session.client.node, settled.commands_are_stamped)
        session.host.ensure_running()
        observer.begin([goal.name for goal in study.navigation.goals])
        with session.start_system(arm) as system:
            if system.cgroup is None:
                raise UserError("the stack has no cgroup here, which is the witness")
            cgroup = system.cgroup
            system.wait_until_active(study.limits.bring_up_s)
            sampling = study.sampling
            with ProcessSampler(
                sorted(system.labels), cpu_interval_s=sampling.cpu_interval_s, memory_interval_s=0
            ) as sampler:
                windows_per_walk = round(sampling.memory_interval_s / WINDOW_S)
                paused = PausedSampler(sampler, max(windows_per_walk, 1))
                stack = Stack(system, observer, cgroup.path / "cpu.stat")
                try:
                    while len(found[True]) < PAIRS:
                        pair = stack.pair(paused, chance.sample([True, False], 2))
                        for is_sampled, percent in pair.items():
                            found[is_sampled].append(percent)
                finally:
                    paused.resume()  # a stopped process does not end when it is asked to
            system.shut_down()
    return found[True], found[False]


class PausedSampler:
    """A sampler that is stopped and goes on, by SIGSTOP and SIGCONT.

    :param windows_per_walk: in how many windows with the sampler it walks the page tables once, so
        that it does so as often in the time that it runs as it does in a trial.
    """

    def __init__(self, sampler: ProcessSampler, windows_per_walk: int) -> None:
        self._sampler = sampler
        self._windows_per_walk = windows_per_walk
        self._windows = 0

    def begin_window(self, is_sampled: bool) -> None:
        """Let it run, or stop it."""
        if not self._sampler.is_running():
            raise UserError("process_sampler has ended")
        if not is_sampled:
            os.kill(self._sampler.pid, signal.SIGSTOP)
            return
        self.resume()
        self._windows += 1
        if self._windows % self._windows_per_walk == 0:
            self._sampler.request_memory_walk()

    def resume(self) -> None:
        """Let it run, if it has not ended."""
        if self._sampler.is_running():
            os.kill(self._sampler.pid, signal.SIGCONT)


class Stack:
    """A stack on its way between the goals.

    :param cpu_stat: of the cgroup that holds its processes.
    """

    def __init__(self, system: SystemHandle, observer: Observer, cpu_stat: Path) -> None:
        self._system = system
        self._observer = observer
        self._cpu_stat = cpu_stat

    def pair(self, sampler: PausedSampler, order: Sequence[bool]) -> dict[bool, float]:
        """Return the CPU of two windows of one leg, in per cent of a core, in the order given.

        :returns: nothing if the leg was over before they were.
        :raises UserError: if the robot does not drive.
        """
        leg = self._wait_for_leg()
        percent = {}
        for is_sampled in order:
            sampler.begin_window(is_sampled)
            began_s, books_s = time.monotonic(), self._cpu_s()
            time.sleep(WINDOW_S)
            used_s, driven_s = self._cpu_s() - books_s, time.monotonic() - began_s
            percent[is_sampled] = 100 * used_s / driven_s
        return percent if self._leg() == leg else {}

    def _leg(self) -> int | None:
        """Number of the leg that is being driven."""
        seen = self._observer.legs()
        return None if seen.current is None else len(seen.legs)

    def _wait_for_leg(self) -> int:
        while True:
            seen = self._observer.legs()
            failed = [each for each in seen.legs if each.status not in (None, "SUCCEEDED")]
            deaths = [death.reason for death in self._system.deaths()]
            why = deaths + [f"goal {each.goal}: {each.status}" for each in failed]
            if seen.current is not None:
                driven_s = time.monotonic() - seen.current.accepted_monotonic_s
                if driven_s > LEG_TIMEOUT_S:
                    why.append(f"goal {seen.current.goal} was not reached in {LEG_TIMEOUT_S:g} s")
            if why:
                raise UserError(f"the robot does not drive: {'; '.join(why)}")
            if seen.current is not None:
                return len(seen.legs)
            known, seen = seen, self._observer.wait_for_change(seen, FIRST_GOAL_TIMEOUT_S)
            if seen.legs == known.legs:
                raise UserError(f"no goal came within {FIRST_GOAL_TIMEOUT_S:g} s")

    def _cpu_s(self) -> float:
        """CPU time of the cgroup; ``usage_usec`` of version 2, see the kernel's cgroup-v2.rst."""
        for line in self._cpu_stat.read_text().splitlines():
            key, _, value = line.partition(" ")
            if key == "usage_usec":
                return int(value) / 1e6
        raise UserError(f"{self._cpu_stat} has no usage_usec; cgroup version 2 is needed")
