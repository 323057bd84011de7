# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Arms that differ by parameters: each runs with its own, and its records say so."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from asking import ask
from bench_runner import MACHINE, WHOLE_LEGS, Bench
from loose_study import CLOSE_GOALS, LOOSE, OFTEN
from rcl_interfaces.srv import GetParameters
from study_factory import RMW, settled_of
from waiting import TIMEOUT_S

from nav2_composition_bench.bringup.session import BringUpSession
from nav2_composition_bench.study.arm_design import ArmDesign
from nav2_composition_bench.study.study import Limits
from nav2_composition_bench.study.study_file import default_study_file, load_study
from nav2_composition_bench.trial.store import STUDY

WITH, WITHOUT = "isolated+with_bonds", "isolated+without_bonds"
BOND_TIMEOUT_S = {WITH: 4.0, WITHOUT: 0.0}
"""Of the package's overlays."""
MANAGERS = ("lifecycle_manager_localization", "lifecycle_manager_navigation")


def test_a_study_with_and_without_bonds_drives_in_both_arms(
    start: Callable[..., Bench], tmp_path: Path
) -> None:
    options = ("--composition", "isolated", "--factor", "params=with_bonds,without_bonds")
    bench = start(
        *options,
        study={**LOOSE, "goals": CLOSE_GOALS, "sampling": OFTEN, "max_attempts": 3},
        script=WHOLE_LEGS,
    )
    assert bench.wait() == 0, bench.output
    bench.assert_nothing_is_left()
    last = {record.arm: record for record in bench.records()}
    assert last.keys() == {WITH, WITHOUT}
    for arm, record in last.items():
        assert record.levels == {
            "composition": "isolated",
            "executor": "stock",
            "rmw": RMW,
            "intra_process": "off",
            "params": arm.partition("+")[2],
        }
        assert [leg.status for leg in record.legs] == ["SUCCEEDED", "SUCCEEDED"], bench.output
        for manager in MANAGERS:
            assert bench.parameters_of(record, manager)["bond_timeout"] == BOND_TIMEOUT_S[arm]
    stamp = json.loads((tmp_path / "results" / MACHINE / "small" / STUDY).read_text())
    assert [arm["name"] for arm in stamp["study"]["arms"]] == [WITH, WITHOUT]
    assert stamp["study"]["factors"] == ["params"]
    assert stamp["files"]["overlays"].keys() == {"with_bonds", "without_bonds"}


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
                    told[f"{arm.params} {manager}"] = answer.values[0].double_value
    assert told == {
        f"{params} {manager}": timeout_s
        for params, timeout_s in (("with_bonds", 4.0), ("without_bonds", 0.0))
        for manager in MANAGERS
    }
