# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest
from arm_studies import packaged

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.settling.host_requirement import refuse_unstartable
from nav2_composition_bench.settling.settle import settle
from nav2_composition_bench.study.study import Study

FIND_SPEC = f"{refuse_unstartable.__module__}.find_spec"


def study(simulator: str, use_sim_time: bool = True, external_host: bool = False) -> Study:
    return packaged("default").with_navigation(
        simulator=simulator, use_sim_time=use_sim_time, external_host=external_host
    )


@pytest.mark.parametrize("external_host", [True, False])
@pytest.mark.parametrize("simulator", ["gazebo", "gz"])
def test_a_gazebo_without_simulated_time_is_refused(simulator: str, external_host: bool) -> None:
    with pytest.raises(UserError, match=f"simulator {simulator} .*use_sim_time: true"):
        refuse_unstartable(study(simulator, False, external_host))


def test_a_simulator_that_no_study_starts_is_refused_with_what_does() -> None:
    with pytest.raises(UserError, match="simulator gz is not started .*--external-host"):
        refuse_unstartable(study("gz"))


def test_a_simulator_that_is_not_installed_is_refused_with_what_installs_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    refuse_unstartable(study("mujoco"))
    monkeypatch.setattr(FIND_SPEC, lambda name: None)
    with pytest.raises(UserError, match=r'mujoco is not installed; .*pip install "mujoco>='):
        refuse_unstartable(study("mujoco"))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError) as told:
        refuse_unstartable(study("gazebo"))
    assert "gzserver is not on the PATH" in str(told.value)
    assert "say simulator: mujoco in the study file" in str(told.value)
    assert "--simulator" not in str(told.value)


@pytest.mark.parametrize("simulator", ["mujoco", "gazebo", "gz", "external"])
def test_a_simulator_that_others_start_need_not_be_installed(
    simulator: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(FIND_SPEC, lambda name: None)
    monkeypatch.setenv("PATH", str(tmp_path))
    refuse_unstartable(study(simulator, external_host=True))
    refuse_unstartable(study("external"))


def test_every_arm_lacks_what_the_simulator_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FIND_SPEC, lambda name: None)
    arms = settle(packaged("default"), Installation.here()).arms.values()
    assert arms and all("mujoco is not installed" in " ".join(arm.lacks) for arm in arms)
