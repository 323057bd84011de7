# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The part of a trial in which the robot drives."""

from __future__ import annotations

import time
from collections.abc import Callable

from nav2_composition_bench.bringup.session import BringUpSession
from nav2_composition_bench.bringup.system import SystemHandle
from nav2_composition_bench.processes.outcomes import ProcessDeath
from nav2_composition_bench.sampling.sampler import ProcessSampler
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.workload import Exchange
from nav2_composition_bench.trial.goal_legs import LegsSeen
from nav2_composition_bench.trial.machine_speed import MachineSpeed
from nav2_composition_bench.trial.machine_state import read_machine_state
from nav2_composition_bench.trial.middleware_memory import loopback_bytes
from nav2_composition_bench.trial.runner_cost import read_runner_cost
from nav2_composition_bench.trial.trial_log import TrialLog
from nav2_composition_bench.trial.trial_runner import Progress, leg_phase
from nav2_composition_bench.trial.watch import Watch

_LOOK_EVERY_S = 0.5


class Drive:
    """Watches the goal legs of one trial until they are over or something fails."""

    def __init__(
        self,
        study: Study,
        session: BringUpSession,
        watch: Watch,
        system: SystemHandle,
        sampler: ProcessSampler,
        speed: MachineSpeed,
        log: TrialLog,
    ) -> None:
        self._study = study
        self._session = session
        self._watch = watch
        self._system = system
        self._sampler = sampler
        self._speed = speed
        self._log = log
        self._walks_done = 0

    def run(self, progress: Progress, keep_going: Callable[[], bool]) -> None:
        """Return when there is nothing left to wait for.

        :param keep_going: asked at least twice a second; False ends the watch at once.
        """
        logged_before = self._system.log_sizes()
        seen = self._watch.legs()
        since_s = time.monotonic() + self._study.limits.rest_s  # before the first goal comes
        known = LegsSeen(seen.goals)
        while True:
            if seen.legs != known.legs:
                since_s = time.monotonic()
                self._walks_done = 0
                self._announce(seen, progress)
                known = seen
            self._read_loopback()
            failed = self._failed(seen, since_s)  # a process may have died with the last leg
            if seen.over or failed or not keep_going():
                break
            self._walk_if_due(seen)
            seen = self._watch.wait_for_change(known, self._pause_s(seen))
        self._log.errors = self._system.last_errors(logged_before)
        if self._log.machine_before is not None:
            self._log.machine_after = read_machine_state()
            self._log.runner_after = read_runner_cost()

    def _announce(self, seen: LegsSeen, progress: Progress) -> None:
        if self._log.machine_before is None:
            self._log.machine_before = read_machine_state()
            self._log.runner_before = read_runner_cost()
        if seen.current is not None:
            progress.phase(leg_phase(seen.current.goal))
        # Whose they are is found out when nothing is measured any more, since it takes longer.
        self._log.seen_nodes.update(self._session.client.seen_nodes())

    def _read_loopback(self) -> None:
        """Read what loopback has carried, which tells by which way messages go."""
        if isinstance(self._study.workload, Exchange):
            carried = loopback_bytes()
            if carried is not None:
                self._log.loopback.append((time.monotonic(), carried))

    def _walk_if_due(self, seen: LegsSeen) -> None:
        """Ask for a walk of the page tables every interval from a leg's beginning on.

        A transient takes less than half of a leg, so of the walks at t, 2t, 3t ... one lies in
        the steady window of every leg longer than t.
        """
        if seen.current is None:
            return
        driven_s = time.monotonic() - seen.current.accepted_monotonic_s
        due = int(driven_s / self._study.sampling.memory_interval_s)
        if due > self._walks_done:
            self._walks_done = due
            self._sampler.request_memory_walk()

    def _pause_s(self, seen: LegsSeen) -> float:
        if seen.current is None:
            return _LOOK_EVERY_S
        interval_s = self._study.sampling.memory_interval_s
        due_s = seen.current.accepted_monotonic_s + (self._walks_done + 1) * interval_s
        return min(_LOOK_EVERY_S, max(0.0, due_s - time.monotonic()))

    def _failed(self, seen: LegsSeen, since_s: float) -> bool:
        around: tuple[ProcessDeath, ...] = (
            self._session.host.deaths() + self._session.background.deaths()
        )
        deaths = self._system.deaths() + around
        self._log.died.extend(death.reason for death in deaths)
        self._log.is_disturbed |= bool(around)
        if deaths:
            return True
        for name, observer in (("process_sampler", self._sampler), ("the yardstick", self._speed)):
            if not observer.is_running():
                self._log.failures.append(f"{name} ended before the trial did")
                self._log.is_disturbed = True
                return True
        if seen.over:
            return False
        waited_s = time.monotonic() - since_s
        limits = self._study.limits
        leg_s = limits.leg_s + self._study.workload.shortest_leg_s
        if seen.current is not None and waited_s > leg_s:
            self._log.failures.append(
                f"goal {seen.current.goal} was not reached within {leg_s:g} s"
            )
            return True
        if seen.current is None and waited_s > limits.first_goal_s:
            goal = seen.goals[len(seen.legs)]
            self._log.failures.append(
                f"goal {goal} was not accepted within {limits.first_goal_s:g} s"
            )
            self._log.is_unanswered = True
            return True
        return False
