# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from arm_studies import design_of, settled_without_files, write_study_file
from record_factory import make_record

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.arm_design import ArmDesign
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import load_study
from nav2_composition_bench.trial.filing import file_provenance, machine_name
from nav2_composition_bench.trial.store import MACHINE, STUDY, StudyStore, open_store


def test_a_machine_has_a_name_without_being_asked() -> None:
    assert machine_name(None)
    assert machine_name("my-board_2") == "my-board_2"


@pytest.mark.parametrize("name", ["", "a/b", "..", "-x"])
def test_a_machine_name_that_is_no_directory_name_is_refused(name: str) -> None:
    with pytest.raises(UserError, match="machine is '.*', must be usable"):
        machine_name(name)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[StudyStore]:
    with open_store(tmp_path / "machine" / "mine") as (opened, _):
        yield opened


@pytest.fixture
def study(tmp_path: Path) -> Study:
    return load_study(write_study_file(tmp_path))


def file(study: Study, store: StudyStore, **options: Any) -> dict[str, Any]:
    """File a study and return what study.json holds then."""
    file_provenance(settled_without_files(study), store, **options)
    document: dict[str, Any] = json.loads((store.directory / STUDY).read_text())
    return document


def arms(stamp: dict[str, Any]) -> list[str]:
    return [arm["name"] for arm in stamp["study"]["arms"]]


def test_machine_and_study_are_filed_beside_each_other(study: Study, store: StudyStore) -> None:
    stamp = file(study, store)
    assert json.loads((store.directory.parent / MACHINE).read_text()) == stamp["machine"]
    assert arms(stamp) == [arm.name for arm in study.arms]


def test_a_resumed_study_keeps_the_time_it_was_started(study: Study, store: StudyStore) -> None:
    started = file(study, store)["started_wall_s"]
    store.append(make_record())
    assert file(study, store)["started_wall_s"] == started


def test_a_study_without_a_record_may_be_started_anew_under_other_conditions(
    study: Study, store: StudyStore
) -> None:
    file(study, store)
    assert file(replace(study, seed=9), store)["study"]["seed"] == 9
    store.append(make_record())
    with pytest.raises(UserError, match="study.seed was 9 and is 10"):
        file(replace(study, seed=10), store)


def test_arms_that_are_run_in_turn_are_all_in_the_stamp(study: Study, store: StudyStore) -> None:
    def turn(design: ArmDesign) -> dict[str, Any]:
        stamp = file(replace(study, design=design), store, may_add_arms=True)
        store.append(make_record())
        return stamp

    with_bonds = design_of("manual", params=["with_bonds"])
    turn(with_bonds)
    turn(design_of("manual", executor=["rclcpp_events"]))
    stamp = turn(design_of("isolated", rmw=["rmw_cyclonedds_cpp"]))
    assert arms(stamp) == ["manual+with_bonds", "manual+rclcpp_events", "isolated"]
    assert stamp["study"]["factors"] == ["composition", "executor", "rmw", "params"]
    assert list(stamp["files"]["overlays"]) == ["with_bonds"]
    assert stamp["software"]["rmw"] == ["rmw_cyclonedds_cpp", "rmw_fastrtps_cpp"]
    again = turn(with_bonds)
    assert again["study"]["factors"] == stamp["study"]["factors"]
    assert sorted(arms(again)) == sorted(arms(stamp))


def test_an_overlay_that_has_changed_between_turns_is_refused(
    study: Study, store: StudyStore, tmp_path: Path
) -> None:
    overlay = tmp_path / "slow.yaml"
    slow = replace(
        study, design=design_of("manual", params=["slow"]), overlays=(("slow", overlay),)
    )
    overlay.write_text("amcl: {ros__parameters: {max_particles: 1}}")
    file(slow, store, may_add_arms=True)
    store.append(make_record())
    overlay.write_text("amcl: {ros__parameters: {max_particles: 2}}")
    with pytest.raises(UserError, match=r"files\.overlays\.slow was"):
        file(slow, store, may_add_arms=True)


def test_trials_of_which_nothing_tells_how_they_were_run_are_not_gone_on_with(
    study: Study, store: StudyStore
) -> None:
    file(study, store)
    store.append(make_record())
    (store.directory / STUDY).unlink()
    with pytest.raises(UserError, match=r"study\.json is missing, without which nothing tells how"):
        file(study, store)
    assert not (store.directory / STUDY).exists()
