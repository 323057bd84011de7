# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Runs trials of fleets, one after another."""

from __future__ import annotations

import os
from pathlib import Path

from nav2_composition_bench.fleet.namespaces import remove_leftovers
from nav2_composition_bench.fleet.network import FleetNetwork
from nav2_composition_bench.fleet.trial import FleetTrial
from nav2_composition_bench.fleet.trial_log import record_of
from nav2_composition_bench.processes.outcomes import BringUpError
from nav2_composition_bench.processes.run_marker import new_run_id
from nav2_composition_bench.ros_domain.environment import Reach, process_environment
from nav2_composition_bench.sampling.sampler_binary import find_sampler
from nav2_composition_bench.sampling.stream import StreamError
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.factor import NETWORK
from nav2_composition_bench.study.study import TrialSpec
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.trial_directory import empty_trial_directory
from nav2_composition_bench.trial.trial_runner import Progress


class FleetTrialRunner:
    """A ``TrialRunner`` of fleets.

    Making one removes the networks that killed runs have left, and tries each kind of network that
    the study has with a machine on it.

    :param rmw: middleware of everything.
    :param log_directory: one directory per trial.

    Raises UserError where such a network cannot be made.

    :ivar notes: what the user should know, one line each.
    """

    def __init__(self, settled: SettledStudy, rmw: str, log_directory: Path) -> None:
        self._settled = settled
        self._log_directory = log_directory
        self._sampler = find_sampler()
        self._environment = process_environment(
            os.environ, run_id=new_run_id(), domain_id=0, rmw=rmw, reach=Reach.ARMS
        )
        left = remove_leftovers()
        self.notes: tuple[str, ...] = ()
        if left:
            self.notes = (
                f"{len(left)} network namespaces that a killed run had left were removed",
            )
        for network in dict.fromkeys(each.arm[NETWORK] for each in settled.arms.values()):
            with FleetNetwork(["robot_1"], (), network):
                pass

    def run(self, spec: TrialSpec, progress: Progress) -> TrialRecord:
        """Run one trial; every failure of what is run becomes a reason in the record."""
        directory = empty_trial_directory(self._log_directory, spec)
        trial = FleetTrial(self._settled, spec, self._environment, directory, self._sampler)
        try:
            trial.run(progress)
        except (BringUpError, StreamError, TimeoutError) as error:
            trial.log.failures.append(str(error))
        finally:
            trial.tear_down()
        return record_of(trial.log, self._settled.study, spec)
