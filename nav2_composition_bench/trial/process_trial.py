# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A trial with real processes: bring-up, settle, goal legs, teardown."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from nav2_composition_bench.bringup.foreign_nodes import gid_pid
from nav2_composition_bench.bringup.outcomes import BringUpError, ProcessDeath
from nav2_composition_bench.bringup.session import BringUpSession
from nav2_composition_bench.bringup.system import SystemHandle
from nav2_composition_bench.sampling.sampler import ProcessSampler
from nav2_composition_bench.sampling.sampler_binary import find_sampler
from nav2_composition_bench.sampling.stream import StreamError
from nav2_composition_bench.study.node_table import all_node_names, table_for, thread_names
from nav2_composition_bench.study.study import Study, TrialSpec
from nav2_composition_bench.study.yaml_document import read_yaml
from nav2_composition_bench.trial.executor import (
    BRING_UP,
    HOST_SIDE,
    SETTLE,
    SHUTDOWN,
    Progress,
    leg_phase,
)
from nav2_composition_bench.trial.goal_legs import LegsSeen
from nav2_composition_bench.trial.machine_state import read_machine_state
from nav2_composition_bench.trial.measure import SystemLayout
from nav2_composition_bench.trial.observer import Observer
from nav2_composition_bench.trial.outsiders import census
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.trial_log import TrialLog, record_of

_LOOK_EVERY_S = 0.5


class ProcessTrialExecutor:
    """Runs trials of a study in a bring-up session.

    :param log_directory: one directory per trial with the logs of its processes.

    Making one raises UserError if process_sampler is not there or the parameters are unreadable.
    """

    def __init__(self, study: Study, session: BringUpSession, log_directory: Path) -> None:
        self._study = study
        self._session = session
        self._log_directory = log_directory
        self._sampler = find_sampler()
        self._observer = Observer(session.client.node)
        self._control_hz = nominal_control_hz(study.params_file)
        self._robot_is_astray = False

    def run(self, spec: TrialSpec, progress: Progress) -> TrialRecord:
        """Run one trial; every failure of what is run becomes a reason in the record."""
        log = TrialLog()
        try:
            self._run(spec, progress, log)
        except BringUpError as error:
            log.failures.append(str(error))
            log.report = log.report or error.report
        log.ended_monotonic_s = time.monotonic()
        self._robot_is_astray = not _back_at_start(log.legs)
        return record_of(log, self._study, spec, self._control_hz)

    def _run(self, spec: TrialSpec, progress: Progress, log: TrialLog) -> None:
        progress.phase(HOST_SIDE)
        for death in self._session.host.ensure_running(fresh=self._robot_is_astray):
            progress.note(f"{death.reason}; started again")
        self._observer.begin([goal.name for goal in self._study.goals])
        progress.phase(BRING_UP)
        name = f"block{spec.block + 1}-{spec.composition}-attempt{spec.attempt + 1}"
        log.bring_up_began_s = time.monotonic()
        system = self._session.start_system(spec.composition, self._log_directory / name)
        try:
            log.layout = _layout(self._study, system)
            self._observe(system, progress, log)
        finally:
            progress.phase(SHUTDOWN)
            log.report = system.shut_down()
            log.legs = self._observer.legs()

    def _observe(self, system: SystemHandle, progress: Progress, log: TrialLog) -> None:
        # From before the nodes are active: the goal script may be quick to find them so.
        with ProcessSampler(
            sorted(system.labels),
            cpu_interval_s=self._study.sampling.cpu_interval_s,
            memory_interval_s=0.0,
            skip_ended=True,  # Such a death is found and recorded like any other.
            binary=self._sampler,
        ) as sampler:
            progress.sampling(sampler, system.labels)
            try:
                log.active_s = system.wait_until_active(self._study.limits.bring_up_s)
                progress.phase(SETTLE)
                drive = _Drive(self._study, self._session, self._observer, system, sampler, log)
                drive.run(progress)
            finally:
                progress.sampling(None, {})
            log.commands_s = self._observer.commands_s()
            log.simulated = self._observer.simulated()
            log.outsiders = census(system.pids(), [sampler.pid])
            log.foreign_nodes = self._session.foreign_nodes()
            log.dds_participants = self._participants(system)
            _stop(sampler, log)

    def _participants(self, system: SystemHandle) -> int | None:
        """DDS participants of the system's processes; None where GUIDs do not tell the process."""
        low_pids = {pid & 0xFFFF for pid in system.pids()}
        prefixes = {
            gid[:12]
            for node in self._session.client.seen_nodes()
            for gid in node.gids
            if gid_pid(gid) in low_pids
        }
        return len(prefixes) or None


class _Drive:
    """Watch the goal legs of one trial until they are over or something fails."""

    def __init__(
        self,
        study: Study,
        session: BringUpSession,
        observer: Observer,
        system: SystemHandle,
        sampler: ProcessSampler,
        log: TrialLog,
    ) -> None:
        self._study = study
        self._session = session
        self._observer = observer
        self._system = system
        self._sampler = sampler
        self._log = log
        self._walks_done = 0

    def run(self, progress: Progress) -> None:
        """Return when there is nothing left to wait for."""
        seen = self._observer.legs()
        since_s = time.monotonic()
        known = LegsSeen(seen.goals)
        while True:
            if seen.legs != known.legs:
                since_s = time.monotonic()
                self._walks_done = 0
                self._announce(seen, progress)
                known = seen
            if seen.over or self._failed(seen, since_s):
                break
            self._walk_if_due(seen)
            seen = self._observer.wait_for_change(known, self._pause_s(seen))
        if self._log.machine_before is not None:
            self._log.machine_after = read_machine_state()

    def _announce(self, seen: LegsSeen, progress: Progress) -> None:
        if self._log.machine_before is None:
            self._log.machine_before = read_machine_state()
        if seen.current is not None:
            progress.phase(leg_phase(seen.current.goal))

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
        deaths: tuple[ProcessDeath, ...] = self._system.deaths() + self._session.host.deaths()
        self._log.died.extend(death.reason for death in deaths)
        if deaths:
            return True
        if not self._sampler.is_running():
            self._log.failures.append("process_sampler ended before the trial did")
            return True
        waited_s = time.monotonic() - since_s
        limits = self._study.limits
        if seen.current is not None and waited_s > limits.leg_s:
            self._log.failures.append(
                f"goal {seen.current.goal} was not reached within {limits.leg_s:g} s"
            )
            return True
        if seen.current is None and waited_s > limits.first_goal_s:
            goal = seen.goals[len(seen.legs)]
            self._log.failures.append(
                f"goal {goal} was not accepted within {limits.first_goal_s:g} s"
            )
            return True
        return False


def nominal_control_hz(params_file: Path) -> float | None:
    """Return ``controller_frequency`` of the controller server; None where it is not set.

    :raises UserError: if the file cannot be read.
    """
    content: Any = read_yaml(params_file).content
    for key in ("controller_server", "ros__parameters", "controller_frequency"):
        content = content.get(key) if isinstance(content, dict) else None
    return float(content) if isinstance(content, (int, float)) else None


def _layout(study: Study, system: SystemHandle) -> SystemLayout:
    names = thread_names(all_node_names(table_for(study.system, study.distro)))
    threads = {thread: node for node, thread in names.items()}
    return SystemLayout(labels=system.labels, nodes=system.nodes, thread_nodes=threads)


def _stop(sampler: ProcessSampler, log: TrialLog) -> None:
    try:
        log.stream = sampler.stop()
    except StreamError as error:
        log.failures.append(f"process_sampler is not readable: {error}")


def _back_at_start(legs: LegsSeen) -> bool:
    """Tell whether the robot stands where the next trial begins."""
    if not legs.legs:
        return True
    return len(legs.legs) == len(legs.goals) and all(leg.status == "SUCCEEDED" for leg in legs.legs)
