# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Trials with real processes, one after the other."""

from __future__ import annotations

from pathlib import Path

from nav2_composition_bench.bringup.session import BringUpSession
from nav2_composition_bench.processes.outcomes import BringUpError
from nav2_composition_bench.sampling.sampler_binary import find_sampler
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.node_entry import nodes_by_thread
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.study.workload import Exchange
from nav2_composition_bench.trial.goal_legs import SUCCEEDED, LegsSeen
from nav2_composition_bench.trial.machine_speed import MachineSpeed, idle_reading_s
from nav2_composition_bench.trial.observer import Observer
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.running_trial import Bench, RunningTrial
from nav2_composition_bench.trial.trial_runner import Progress
from nav2_composition_bench.trial.watch import Watch, WindowWatch


class ProcessTrialRunner:
    """Runs trials of a study in a bring-up session; a context manager.

    From entering to leaving, between the trials too, the yardstick runs.

    :param log_directory: one directory per trial with the logs of its processes.

    Making one raises UserError if process_sampler is not there, entering if it cannot run.
    """

    def __init__(self, settled: SettledStudy, session: BringUpSession, log_directory: Path) -> None:
        sampler = find_sampler()
        self._bench = Bench(
            settled=settled,
            session=session,
            watch=_watch(settled, session),
            sampler=sampler,
            speed=MachineSpeed(sampler, idle_reading_s(settled.study.workload)),
            log_directory=log_directory,
            thread_nodes=nodes_by_thread(settled.nodes),
        )
        self._robot_is_elsewhere = False

    def __enter__(self) -> ProcessTrialRunner:
        self._bench.speed.__enter__()
        return self

    def __exit__(self, *exception: object) -> None:
        self._bench.speed.__exit__(*exception)

    def run(self, spec: TrialSpec, progress: Progress) -> TrialRecord:
        """Run one trial; every failure of what is run becomes a reason in the record."""
        trial = self.begin(spec, progress)
        try:
            trial.bring_up(fresh_host=self._robot_is_elsewhere)
            trial.sample()
        except BringUpError as error:
            trial.fail(error)
        finally:
            trial.tear_down()
        trial.read_idle()
        self._robot_is_elsewhere = not (trial.has_begun and _back_at_start(trial.legs))
        return trial.record()

    def begin(self, spec: TrialSpec, progress: Progress) -> RunningTrial:
        """Return a trial whose phases somebody else drives; nothing runs yet."""
        return RunningTrial(self._bench, spec, progress)


def _watch(settled: SettledStudy, session: BringUpSession) -> Watch:
    workload = settled.study.workload
    if isinstance(workload, Exchange):
        return WindowWatch(settled.study.limits.rest_s, workload.window_s)
    return Observer(session.client.node, settled.commands_are_stamped)


def _back_at_start(legs: LegsSeen) -> bool:
    """Tell whether the robot stands where the next trial begins."""
    return not legs.legs or (
        len(legs.legs) == len(legs.goals) and all(leg.status == SUCCEEDED for leg in legs.legs)
    )
