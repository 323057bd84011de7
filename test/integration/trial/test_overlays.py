# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Arms that differ by parameters: each runs with its own."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from asking import ask
from rcl_interfaces.srv import GetParameters
from study_factory import RMW, settled_of
from waiting import TIMEOUT_S

from nav2_composition_bench.bringup.session import BringUpSession
from nav2_composition_bench.study.arm_design import ArmDesign
from nav2_composition_bench.study.factor import PARAMS
from nav2_composition_bench.study.study import Limits
from nav2_composition_bench.study.study_file import default_study_file, load_study

MANAGERS = ("lifecycle_manager_localization", "lifecycle_manager_navigation")


@pytest.mark.parametrize("composition", ["multi_process", "isolated"])
def test_managers_have_the_parameters_of_their_arm(
    composition: str, log_directory: Path, domain_id: int
) -> None:
    """Of the process's parameter file, and of the request that loads them into a container."""
    levels = {"composition": (composition,), "params": ("with_bonds", "without_bonds")}
    limits = Limits(bring_up_s=TIMEOUT_S, shutdown_s=TIMEOUT_S)
    study = replace(load_study(default_study_file()), design=ArmDesign(levels), limits=limits)
    settled = settled_of(study)
    told: dict[str, float] = {}
    with BringUpSession(settled, RMW, log_directory, domain_id=domain_id, host=()) as session:
        for arm in study.arms:
            with session.start_system(arm):
                request = GetParameters.Request(names=["bond_timeout"])
                for manager in MANAGERS:
                    service = f"/{manager}/get_parameters"
                    answer = ask(session.client, GetParameters, service, request)
                    told[f"{arm[PARAMS]} {manager}"] = answer.values[0].double_value
    assert told == {
        f"{params} {manager}": timeout_s
        for params, timeout_s in (("with_bonds", 4.0), ("without_bonds", 0.0))
        for manager in MANAGERS
    }
