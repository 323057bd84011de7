# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""One trial with real processes, phase by phase."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.bringup.session import BringUpSession
from nav2_composition_bench.bringup.system import SystemHandle
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.message_statistics.delays import read_delays
from nav2_composition_bench.message_statistics.statistics_file import read_statistics
from nav2_composition_bench.processes.outcomes import BringUpError, ShutdownReport
from nav2_composition_bench.ros_domain.foreign_nodes import gid_pid, pid_in_gid
from nav2_composition_bench.sampling.sampler import ProcessSampler
from nav2_composition_bench.sampling.stream import StreamError
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.study import Study, TrialSpec
from nav2_composition_bench.trial.counted import NodeMessages
from nav2_composition_bench.trial.drive import Drive
from nav2_composition_bench.trial.goal_legs import LegsSeen
from nav2_composition_bench.trial.machine_speed import MachineSpeed
from nav2_composition_bench.trial.measure import SystemLayout
from nav2_composition_bench.trial.middleware_memory import read_middleware_memory
from nav2_composition_bench.trial.outsiders import find_outsiders
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.trial_directory import empty_trial_directory, trial_name
from nav2_composition_bench.trial.trial_log import TrialLog, record_of
from nav2_composition_bench.trial.trial_runner import (
    BRING_UP,
    HOST_SIDE,
    IDLE_READING,
    REST,
    SHUTDOWN,
    Progress,
)
from nav2_composition_bench.trial.watch import Watch


@dataclass(frozen=True)
class Bench:
    """What the trials of a study have in common.

    :param sampler: the process_sampler to run.
    :param speed: reads how fast the machine is.
    :param log_directory: one directory per trial with the logs of its processes.
    :param thread_nodes: thread name → node whose threads carry it.
    """

    settled: SettledStudy
    session: BringUpSession
    watch: Watch
    sampler: Path
    speed: MachineSpeed
    log_directory: Path
    thread_nodes: Mapping[str, str]

    @property
    def study(self) -> Study:
        """The study that the trials are of."""
        return self.settled.study


def forever() -> bool:
    """Go on until the legs are over."""
    return True


class RunningTrial:
    """One trial; its phases are called in order, once each, ``tear_down`` in any state and last.

    ::

        trial = RunningTrial(bench, spec, progress)
        try:
            trial.bring_up()
            trial.sample()
        except BringUpError as error:
            trial.fail(error)
        finally:
            trial.tear_down()
        trial.read_idle()
        record = trial.record()

    Use it from the main thread, as the session.
    """

    def __init__(self, bench: Bench, spec: TrialSpec, progress: Progress) -> None:
        self._bench = bench
        self._spec = spec
        self._progress = progress
        self._log = TrialLog()
        self._system: SystemHandle | None = None
        self._sampler: ProcessSampler | None = None
        self._directory = Path()
        self._has_begun = False
        self._legs: LegsSeen | None = None

    @property
    def name(self) -> str:
        """What the trial's logs are called."""
        return trial_name(self._spec)

    def bring_up(self, *, fresh_host: bool = False) -> None:
        """See that the host side runs, start the system and wait until all of it is active.

        The sampler runs from before then: the goal script may be quick to find the nodes active.

        :param fresh_host: start the host side anew, as after a trial that left the robot elsewhere.
        :raises BringUpError: if that fails; ``tear_down`` has to follow then too.
        :raises UserError: if the directory for logs cannot be emptied.
        """
        bench, log = self._bench, self._log
        directory = empty_trial_directory(bench.log_directory, self._spec)
        self._directory = directory
        self._progress.phase(HOST_SIDE)
        deaths = bench.session.host.ensure_running(fresh=fresh_host)
        deaths += bench.session.background.ensure_running()
        for death in deaths:
            self._progress.note(f"{death.reason}; started again")
        if bench.speed.ensure_running():
            self._progress.note("the yardstick had ended; started again")
        if deaths or fresh_host:
            bench.speed.disturbed()
        self._progress.phase(IDLE_READING)
        log.yardstick_rate_hz = bench.speed.rate_hz
        log.idle_before = bench.speed.read_idle()
        bench.watch.begin(bench.study.workload.legs)
        self._has_begun = True
        self._progress.phase(BRING_UP)
        system = bench.session.start_system(self._spec.arm, directory)
        self._system = system
        log.bring_up_began_s = system.started_monotonic_s
        log.layout = SystemLayout(system.labels, system.nodes, bench.thread_nodes)
        self._sampler = ProcessSampler(
            sorted(system.labels),
            cpu_interval_s=bench.study.sampling.cpu_interval_s,
            memory_interval_s=0.0,
            cgroup=system.cgroup.path if system.cgroup else None,
            counters=("instructions", "cycles"),
            skip_ended=True,  # Such a death is found and recorded like any other.
            binary=bench.sampler,
        )
        self._sampler.start()
        self._progress.sampling(self._sampler, system.labels)
        log.active_s = system.wait_until_active(bench.study.limits.bring_up_s)
        bench.watch.active(time.monotonic())  # the sampler runs by now, in any case

    def sample(self, keep_going: Callable[[], bool] = forever) -> None:
        """Follow the goal legs until they are over or something fails, and end the sampler.

        :param keep_going: asked at least twice a second; False ends the sampling at once, and legs
            that are not over are lost.
        """
        system, sampler, bench, log = self._system, self._sampler, self._bench, self._log
        assert system is not None and sampler is not None, "bring_up comes first"
        self._progress.phase(REST)
        drive = Drive(bench.study, bench.session, bench.watch, system, sampler, bench.speed, log)
        drive.run(self._progress, keep_going)
        self._progress.sampling(None, {})
        self._legs = bench.watch.legs()
        log.commands_s = bench.watch.commands_s()
        log.simulated = bench.watch.simulated()
        log.yardstick = bench.speed.seconds(log.started_monotonic_s)
        if system.statistics:
            found = {label: read_middleware_memory(pid) for pid, label in system.labels.items()}
            log.memory = {label: each for label, each in found.items() if each is not None}
        log.outsiders = find_outsiders(system.pids(), [sampler.pid, bench.speed.pid])
        log.foreign_nodes = bench.session.foreign_nodes(log.seen_nodes)
        log.dds_participants = self._participants(system)
        try:
            log.stream = sampler.stop()
        except StreamError as error:
            log.failures.append(f"process_sampler is not readable: {error}")
        except UserError as error:
            log.failures.append(str(error))

    def fail(self, error: BringUpError) -> None:
        """Take a failed bring-up down as the reason why the trial is invalid."""
        self._log.failures.append(str(error))
        self._log.report = self._log.report or error.report

    def tear_down(self) -> None:
        """End sampler and system; may be called twice."""
        if self._sampler is not None:
            self._progress.sampling(None, {})
            self._sampler.end()
        if self._system is not None and self._log.report is None:
            self._progress.phase(SHUTDOWN)
            self._log.report = self._system.shut_down()
            self._tell_of_what_did_not_end(self._log.report)
            self._read_messages(self._system)
            self._log.delays = read_delays(self._directory)
        if self._log.ended_monotonic_s is None:
            self._bench.speed.disturbed()
            self._log.yardstick = self._bench.speed.seconds(self._log.started_monotonic_s)
            self._log.ended_monotonic_s = time.monotonic()

    def read_idle(self) -> None:
        """Read the machine's speed once more, now that the system has ended; takes seconds."""
        if self._system is not None:
            self._progress.phase(IDLE_READING)
            self._log.idle_after = self._bench.speed.read_idle()

    def _read_messages(self, system: SystemHandle) -> None:
        """Take what the nodes of a topology have counted, now that all of it is written."""
        log = self._log
        has_failed = bool(log.failures or log.died)  # which explains whatever is missing
        for node, path in system.statistics.items():
            try:
                statistics = read_statistics(path)
            except UserError as error:
                log.failures.append(str(error))
                continue
            if statistics is not None:
                settings = system.parameters.of_node(node)
                log.messages.append(NodeMessages(statistics, settings))
            elif not has_failed:
                log.failures.append(f"{node} wrote no statistics")

    def record(self) -> TrialRecord:
        """Make the record of what is known so far.

        Before ``tear_down`` it lacks the shutdown: duration, exit statuses and leftovers.
        """
        log = self._log
        log.legs = self.legs
        control_hz = self._bench.settled.arms[self._spec.arm.name].control_hz
        return record_of(log, self._bench.study, self._spec, control_hz)

    def _tell_of_what_did_not_end(self, report: ShutdownReport) -> None:
        for label in report.killed:
            self._progress.note(f"{label} did not end by SIGINT and SIGTERM and was killed")
        for process in report.runaways:
            self._progress.note(f"the system left a process behind, which was ended: {process}")

    @property
    def has_begun(self) -> bool:
        """Whether the host side was up and legs were watched from then on."""
        return self._has_begun

    @property
    def legs(self) -> LegsSeen:
        """The legs, as they were at the end of sampling if that is over; none if none has begun."""
        if not self._has_begun:  # the watch still shows those of the trial before
            return LegsSeen(self._bench.study.workload.legs)
        return self._bench.watch.legs() if self._legs is None else self._legs

    def _participants(self, system: SystemHandle) -> int | None:
        """DDS participants of the system's processes; None where GUIDs do not tell the process."""
        low_pids = set(map(pid_in_gid, system.pids()))
        prefixes = {
            gid[:12]
            for node in self._bench.session.client.seen_nodes()
            for gid in node.gids
            if gid_pid(gid) in low_pids
        }
        return len(prefixes) or None
