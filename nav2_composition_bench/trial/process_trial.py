# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Trials with real processes, one after the other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nav2_composition_bench.bringup.outcomes import BringUpError
from nav2_composition_bench.bringup.session import BringUpSession
from nav2_composition_bench.sampling.sampler_binary import find_sampler
from nav2_composition_bench.study.distribution import commands_are_stamped
from nav2_composition_bench.study.node_table import all_node_names, thread_names
from nav2_composition_bench.study.study import Study, TrialSpec
from nav2_composition_bench.study.yaml_document import read_yaml
from nav2_composition_bench.trial.executor import Progress
from nav2_composition_bench.trial.goal_legs import LegsSeen
from nav2_composition_bench.trial.observer import Observer
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.running_trial import Bench, RunningTrial


class ProcessTrialExecutor:
    """Runs trials of a study in a bring-up session.

    :param log_directory: one directory per trial with the logs of its processes.

    Making one raises UserError if process_sampler is not there or the parameters are unreadable.
    """

    def __init__(self, study: Study, session: BringUpSession, log_directory: Path) -> None:
        names = thread_names(all_node_names(study.nodes))
        self._bench = Bench(
            study=study,
            session=session,
            observer=Observer(session.client.node, _stamped(study)),
            sampler=find_sampler(),
            log_directory=log_directory,
            thread_nodes={thread: node for node, thread in names.items()},
            control_hz=nominal_control_hz(study.params_file),
        )
        self._robot_is_astray = False

    def run(self, spec: TrialSpec, progress: Progress) -> TrialRecord:
        """Run one trial; every failure of what is run becomes a reason in the record."""
        trial = self.begin(spec, progress)
        try:
            trial.bring_up(fresh_host=self._robot_is_astray)
            trial.sample()
        except BringUpError as error:
            trial.fail(error)
        finally:
            trial.tear_down()
        self._robot_is_astray = not _back_at_start(trial.legs)
        return trial.record()

    def begin(self, spec: TrialSpec, progress: Progress) -> RunningTrial:
        """Return a trial whose phases somebody else drives; nothing runs yet."""
        return RunningTrial(self._bench, spec, progress)


def _stamped(study: Study) -> bool:
    return study.system == "nav2" and commands_are_stamped(study.distro)


def nominal_control_hz(params_file: Path) -> float | None:
    """Return ``controller_frequency`` of the controller server; None where it is not set.

    :raises UserError: if the file cannot be read.
    """
    content: Any = read_yaml(params_file).content
    for key in ("controller_server", "ros__parameters", "controller_frequency"):
        content = content.get(key) if isinstance(content, dict) else None
    return float(content) if isinstance(content, (int, float)) else None


def _back_at_start(legs: LegsSeen) -> bool:
    """Tell whether the robot stands where the next trial begins."""
    if not legs.legs:
        return True
    return len(legs.legs) == len(legs.goals) and all(leg.status == "SUCCEEDED" for leg in legs.legs)
