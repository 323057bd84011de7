# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a study needs to start its simulator."""

from __future__ import annotations

from importlib.util import find_spec

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.gazebo_programs import check_installed
from nav2_composition_bench.installation.libraries import refusal
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.workload import Navigation


def refuse_unstartable(study: Study) -> None:
    """Refuse a study whose simulator cannot be, before anything of it is started.

    :raises UserError: for a simulator that cannot keep the study's time and, unless others start
        it, for one that a study does not start by itself or that is not installed.
    """
    if not isinstance(study.workload, Navigation):
        return
    simulator = study.workload.simulator
    if simulator in ("gazebo", "gz") and not study.workload.use_sim_time:
        raise UserError(f"simulator {simulator} has simulated time only; set use_sim_time: true")
    if study.workload.is_hosted_by_others:
        return
    if simulator == "gazebo":
        check_installed(gui=False, of_study=True)
    elif simulator != "mujoco":
        raise UserError(
            f"simulator {simulator} is not started by a study; start it with host.launch.py, and"
            " run the study with --external-host, or by bench.launch.py"
        )
    elif find_spec(simulator) is None:
        raise refusal([simulator])
