# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""CPU of the navigation stack with process_sampler running and not, by the kernel's own books.

Round trips of the robot come in pairs, one of each pair with the sampler, in random order; the
witness is a cgroup around the stack. One bring-up serves them all, so that the pairs differ in
nothing else. Nav2 is measured where ROS 2 is sourced, the reference stack elsewhere.
"""

from __future__ import annotations

import dataclasses
import os
import random
import tempfile
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import numpy as np

from benchmark.result import Bound, Result
from nav2_composition_bench.aggregate.verdict import compare_paired
from nav2_composition_bench.bringup.interruption import stopping_signals_raise
from nav2_composition_bench.bringup.session import BringUpSession
from nav2_composition_bench.bringup.system import SystemHandle
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.sampling.cgroup import CpuCgroup
from nav2_composition_bench.sampling.sampler import ProcessSampler
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import (
    default_study_file,
    for_distribution,
    load_study,
)
from nav2_composition_bench.trial.observer import Observer

TITLE = "what the stack's CPU feels of process_sampler"

PAIRS = int(os.environ.get("PAIRS", "20"))
COMPOSITION = Composition.MULTI_PROCESS
"""The sampler reads most where there are most processes."""
MARGIN = 0.02
SEED = 1
LEG_TIMEOUT_S = 200.0


def measure() -> Iterator[Result]:
    """Drive the round trips and tell both ends of the interval of the ratio."""
    with_sampler, without = _round_trips(_study())
    ratios = np.log(np.array(with_sampler) / np.array(without))
    # Two one-sided tests at 5 % are a 90 % interval inside the margin (Schuirmann 1987).
    verdict = compare_paired([*map(float, ratios)], margin=MARGIN, confidence=0.9)
    assert verdict.interval is not None and verdict.change is not None
    detail = (
        f"{PAIRS} pairs, mean ratio {1 + verdict.change:.4f}; CPU with"
        f" {np.mean(with_sampler):.1f} %, without {np.mean(without):.1f} %"
    )
    name = f"CPU of {COMPOSITION} with / without the sampler, 90 % interval,"
    yield Result(
        f"{name} upper end", 1 + verdict.interval.high, Bound.AT_MOST, 1 + MARGIN, "", detail
    )
    yield Result(f"{name} lower end", 1 + verdict.interval.low, Bound.AT_LEAST, 1 - MARGIN, "")


def _study() -> Study:
    distro = os.environ.get("ROS_DISTRO")
    study = load_study(default_study_file("nav2" if distro else "reference"))
    goals = tuple(
        dataclasses.replace(goal, name=f"{goal.name}{number}")
        for number in range(2 * PAIRS)
        for goal in study.goals
    )
    return dataclasses.replace(for_distribution(study, distro), goals=goals)


def _round_trips(study: Study) -> tuple[list[float], list[float]]:
    """Return CPU in per cent of a core of the round trips with the sampler, and without."""
    chance = random.Random(SEED)
    found: dict[bool, list[float]] = {True: [], False: []}
    with (
        tempfile.TemporaryDirectory() as directory,
        stopping_signals_raise(),
        BringUpSession(study, Path(directory)) as session,
        CpuCgroup(f"nav2_bench_{os.getpid()}") as cgroup,
    ):
        observer = Observer(session.client.node)
        session.host.ensure_running()
        observer.begin([goal.name for goal in study.goals])
        with session.start_system(COMPOSITION) as system:
            for pid in system.pids():
                cgroup.add(pid)
            system.wait_until_active(study.limits.bring_up_s)
            stack = Stack(system, observer, cgroup.path / "cpu.stat")
            for pair in range(PAIRS):
                for place, is_sampled in enumerate(chance.sample([True, False], 2)):
                    sampling: AbstractContextManager[object] = nullcontext()
                    if is_sampled:
                        sampling = ProcessSampler(
                            sorted(system.labels),
                            cpu_interval_s=study.sampling.cpu_interval_s,
                            memory_interval_s=study.sampling.memory_interval_s,
                        )
                    with sampling:
                        found[is_sampled].append(stack.round_trip_percent(2 * pair + place))
            system.shut_down()
    return found[True], found[False]


class Stack:
    """A stack on its way between the goals.

    :param cpu_stat: of the cgroup that holds its processes.
    """

    def __init__(self, system: SystemHandle, observer: Observer, cpu_stat: Path) -> None:
        self._system = system
        self._observer = observer
        self._cpu_stat = cpu_stat

    def round_trip_percent(self, number: int) -> float:
        """Wait for a round trip to be driven and return its CPU, in per cent of a core.

        :raises UserError: if a goal is not reached.
        """
        used_s = driven_s = 0.0
        for leg in (2 * number, 2 * number + 1):
            self._wait(leg, is_over=False)
            began_s, books_s = time.monotonic(), self._cpu_s()
            self._wait(leg, is_over=True)
            driven_s += time.monotonic() - began_s
            used_s += self._cpu_s() - books_s
        return 100 * used_s / driven_s

    def _wait(self, leg: int, *, is_over: bool) -> None:
        deadline_s = time.monotonic() + LEG_TIMEOUT_S
        seen = self._observer.legs()
        while len(seen.legs) <= leg or (is_over and seen.legs[leg].status is None):
            failed = [each for each in seen.legs if each.status not in (None, "SUCCEEDED")]
            deaths = [death.reason for death in self._system.deaths()]
            if failed or deaths or time.monotonic() > deadline_s:
                why = deaths or [f"goal {each.goal}: {each.status}" for each in failed]
                raise UserError(f"the robot does not drive: {'; '.join(why) or 'no goal came'}")
            seen = self._observer.wait_for_change(seen, 0.5)

    def _cpu_s(self) -> float:
        """CPU time of the cgroup; ``usage_usec`` of version 2, see the kernel's cgroup-v2.rst."""
        for line in self._cpu_stat.read_text().splitlines():
            key, _, value = line.partition(" ")
            if key == "usage_usec":
                return int(value) / 1e6
        raise UserError(f"{self._cpu_stat} has no usage_usec; cgroup version 2 is needed")
