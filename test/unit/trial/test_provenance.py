# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from arm_studies import (
    MULTI_PROCESS,
    PAPERS_ARMS,
    design_of,
    listed,
    names,
    packaged,
    settled_without_files,
)
from fake_runner import A_STUDY

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.placement import parse_placement
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.trial import provenance

WHERE = Path("results/board/default/study.json")


@pytest.fixture
def study(tmp_path: Path) -> Study:
    files = {}
    for key in ("world_file", "map_file", "params_file"):
        files[key] = tmp_path / key
        files[key].write_text(f"image: {key}.pgm")
    files["params_file"].write_text("amcl: {ros__parameters: {rate: 1.0}}")
    (tmp_path / "map_file.pgm").write_bytes(b"P5 1 1 255 x")
    params = (files.pop("params_file"),)
    return A_STUDY.with_navigation(params_files=params, **files)


@pytest.fixture
def stamp(study: Study) -> dict[str, Any]:
    return stamped(study)


def stamped(study: Study, started_wall_s: float = 1.0) -> dict[str, Any]:
    document = provenance.stamp(settled_without_files(study), started_wall_s)
    assert json.loads(json.dumps(document)) == document
    return document


def refuse(earlier: dict[str, Any], now: dict[str, Any], *, may_add_arms: bool = False) -> None:
    provenance.refuse_other_stamp(earlier, now, WHERE, may_add_arms=may_add_arms)


def test_a_stamp_is_json_and_holds_the_study_and_its_arms(stamp: dict[str, Any]) -> None:
    study = stamp["study"]
    assert study["arms"][0] == {"name": "multi_process", **MULTI_PROCESS.levels}
    assert [arm["name"] for arm in study["arms"]] == names(PAPERS_ARMS)
    assert (study["baseline"], study["factors"]) == ("multi_process", ["composition"])
    assert study["params_file"] == "params_file"
    assert stamp["software"]["rmw"] == "rmw_fastrtps_cpp"
    assert stamp["files"]["overlays"] == {}


def test_a_middleware_of_some_arms_is_stamped(study: Study) -> None:
    rmws = ["rmw_fastrtps_cpp", "rmw_cyclonedds_cpp"]
    document = stamped(replace(study, design=design_of("manual", rmw=rmws)))
    assert document["software"]["rmw"] == sorted(rmws)
    assert [arm["rmw"] for arm in document["study"]["arms"]] == rmws


def test_a_middleware_that_nodes_of_a_topology_ask_for_is_stamped() -> None:
    document = stamped(packaged("image_middlewares"))
    assert {arm["rmw"] for arm in document["study"]["arms"]} == {"rmw_fastrtps_cpp"}
    assert document["software"]["rmw"] == ["rmw_cyclonedds_cpp", "rmw_fastrtps_cpp"]


def test_placements_are_stamped_and_another_one_of_the_name_is_refused(study: Study) -> None:
    def with_placement(text: str) -> dict[str, Any]:
        placement = parse_placement(f"mine={text}")
        return stamped(replace(study, design=design_of(placements=(placement,))))

    pair, other = with_placement("amcl | map_server"), with_placement("amcl|bt_navigator")
    *stock, mine = pair["study"]["arms"]
    assert (mine["composition"], mine["placement"]) == ("mine", "amcl|map_server")
    assert not any("placement" in arm for arm in stock)
    refuse(pair, pair)
    with pytest.raises(UserError, match=r"study\.arms\.mine\.placement was"):
        refuse(pair, other)


def test_several_parameter_files_are_stamped_by_name_and_hash(study: Study, tmp_path: Path) -> None:
    (file,) = study.navigation.params_files
    further = tmp_path / "further.yaml"
    further.write_text("amcl: {ros__parameters: {rate: 2.0}}")
    both = study.with_navigation(params_files=(file, further))
    before = stamped(both)
    assert before["study"]["params_file"] == [file.name, "further.yaml"]
    assert before["files"]["params_sha256"] != stamped(study)["files"]["params_sha256"]
    further.write_text("amcl: {ros__parameters: {rate: 3.0}}")
    with pytest.raises(UserError, match=r"files\.params_sha256 was"):
        refuse(before, stamped(both))


def test_the_files_of_overlays_are_hashed(study: Study, tmp_path: Path) -> None:
    file = tmp_path / "slow.yaml"
    file.write_text("amcl: {ros__parameters: {rate: 2.0}}")
    slow = replace(
        study,
        design=design_of("manual", params=["base", "slow"]),
        overlays=(("slow", file), ("unused", tmp_path / "gone.yaml")),
    )
    before = stamped(slow)
    assert list(before["files"]["overlays"]) == ["slow"]
    file.write_text("amcl: {ros__parameters: {rate: 3.0}}")
    with pytest.raises(UserError, match=r"files\.overlays\.slow was"):
        refuse(before, stamped(slow))


def test_the_same_conditions_are_accepted(study: Study, stamp: dict[str, Any]) -> None:
    refuse(stamp, stamped(study, 99.0))


def test_more_trials_of_the_same_study_are_accepted(study: Study, stamp: dict[str, Any]) -> None:
    refuse(stamp, stamped(replace(study, trials=10)))


def test_memory_that_differs_from_start_to_start_is_accepted(stamp: dict[str, Any]) -> None:
    machine = stamp["machine"]
    other = {name: machine[name] + 4096 for name in ("memory_bytes", "swap_bytes")}
    refuse(stamp, {**stamp, "machine": {**machine, **other}})
    provenance.refuse_other_machine(machine, {**machine, **other}, WHERE)


def test_another_precision_of_the_same_study_is_accepted(
    study: Study, stamp: dict[str, Any]
) -> None:
    precise = stamped(replace(study, until="cpu ±2%"))
    assert (stamp["study"]["until"], precise["study"]["until"]) == (None, "cpu ±2%")
    refuse(stamp, precise)
    del stamp["study"]["until"]
    refuse(stamp, precise)


def test_a_host_side_of_others_is_stamped_and_not_gone_on_with_as_the_studys_own(
    study: Study, stamp: dict[str, Any]
) -> None:
    assert "external_host" not in stamp["study"]
    of_others = stamped(study.with_navigation(external_host=True))
    assert of_others["study"]["external_host"] is True
    assert stamped(study.with_navigation(simulator="external"))["study"]["external_host"] is True
    refuse(of_others, of_others)
    with pytest.raises(UserError, match=r"study\.external_host was None and is True"):
        refuse(stamp, of_others)


def test_another_configuration_of_the_middleware_is_refused(
    study: Study, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    profiles = tmp_path / "profiles.xml"
    profiles.write_text("<one/>")
    monkeypatch.setenv("FASTDDS_DEFAULT_PROFILES_FILE", str(profiles))
    before = stamped(study)
    refuse(before, stamped(study))
    profiles.write_text("<other/>")
    with pytest.raises(UserError, match=r"middleware_variables\.FASTDDS_DEFAULT_PROFILES_FILE was"):
        refuse(before, stamped(study))
    monkeypatch.delenv("FASTDDS_DEFAULT_PROFILES_FILE")
    with pytest.raises(UserError, match=r"FASTDDS_DEFAULT_PROFILES_FILE was .* and is None"):
        refuse(before, stamped(study))


def test_a_configuration_that_fleets_decide_on_is_not_stamped_for_them(
    study: Study, monkeypatch: pytest.MonkeyPatch
) -> None:
    variables = {"CYCLONEDDS_URI": "<CycloneDDS/>", "RMW_FASTRTPS_PUBLICATION_MODE": "ASYNCHRONOUS"}
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert stamped(study)["software"]["middleware_variables"] == variables
    fleet = stamped(packaged("discovery"))["software"]["middleware_variables"]
    assert list(fleet) == ["RMW_FASTRTPS_PUBLICATION_MODE"]


def test_a_stamp_from_before_there_were_variables_in_it_is_as_one_without_any(
    stamp: dict[str, Any],
) -> None:
    earlier = copy.deepcopy(stamp)
    del earlier["software"]["middleware_variables"]
    refuse(earlier, {**stamp, "software": {**stamp["software"], "middleware_variables": {}}})


def test_fewer_cores_than_the_trials_before_had_are_refused(stamp: dict[str, Any]) -> None:
    def on_cores(usable: int) -> dict[str, Any]:
        return {**stamp, "machine": {**stamp["machine"], "cpu_cores": 4, "usable_cores": usable}}

    refuse(on_cores(4), on_cores(4))
    with pytest.raises(UserError, match=r"machine\.usable_cores was 4 and is 1"):
        refuse(on_cores(4), on_cores(1))


def test_another_baseline_of_the_same_arms_is_accepted(study: Study, stamp: dict[str, Any]) -> None:
    refuse(stamp, stamped(replace(study, design=replace(study.design, baseline="manual"))))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("study.seed", 9),
        ("study.system", "nav2"),
        ("software.rmw", "rmw_cyclonedds_cpp"),
        ("software.packages.numpy", "0.1"),
        ("software.source_sha256", "0"),
        ("software.binaries.process_sampler", "0"),
        ("machine.kernel", "1.0"),
        ("machine.governor", "unheard-of"),
        ("files.params_sha256", "0"),
    ],
)
def test_another_condition_is_refused_by_name_with_both_values(
    stamp: dict[str, Any], field: str, value: object
) -> None:
    other = copy.deepcopy(stamp)
    *parents, last = field.split(".")
    place = other
    for parent in parents:
        place = place[parent]
    place[last] = value
    with pytest.raises(UserError) as caught:
        refuse(stamp, other)
    assert f"{field} was " in str(caught.value)
    assert repr(value) in str(caught.value)


def test_a_changed_file_changes_its_hash(study: Study, stamp: dict[str, Any]) -> None:
    study.navigation.map_file.with_suffix(".pgm").write_bytes(b"P5 1 1 255 y")
    with pytest.raises(UserError, match="files.map_sha256"):
        refuse(stamp, stamped(study))


def test_another_machine_is_refused_by_field(stamp: dict[str, Any]) -> None:
    here = stamp["machine"]
    provenance.refuse_other_machine({**here, "kernel": "old"}, here, WHERE)
    with pytest.raises(UserError, match="cpu_cores 999, here"):
        provenance.refuse_other_machine({**here, "cpu_cores": 999}, here, WHERE)


def test_machine_json_of_a_newer_form_is_refused(stamp: dict[str, Any]) -> None:
    here = stamp["machine"]
    newer = {**here, "schema": here["schema"] + 1}
    with pytest.raises(UserError, match="has schema 2, newer than 1, which is all that this"):
        provenance.refuse_other_machine(newer, here, WHERE)


@pytest.mark.parametrize("schema", [{}, {"schema": "1"}, {"schema": None}, {"schema": True}])
def test_machine_json_without_an_integer_schema_is_refused_as_damaged(
    stamp: dict[str, Any], schema: dict[str, Any]
) -> None:
    here = stamp["machine"]
    damaged = {key: value for key, value in here.items() if key != "schema"} | schema
    with pytest.raises(UserError, match="has no integer schema; restore it or remove it"):
        provenance.refuse_other_machine(damaged, here, WHERE)


LESS = ("multi_process", "manual")
MORE = (*LESS, "isolated")


@pytest.mark.parametrize(("before", "after"), [(LESS, MORE), (MORE, LESS)])
def test_arms_that_come_or_go_are_refused_unless_they_may(
    study: Study, before: tuple[str, ...], after: tuple[str, ...]
) -> None:
    earlier = stamped(replace(study, design=design_of(*before)))
    now = stamped(replace(study, design=design_of(*after)))
    with pytest.raises(UserError, match=r"study\.arms\.isolated\.composition was"):
        refuse(earlier, now)
    refuse(earlier, now, may_add_arms=True)


def test_an_arm_of_both_stamps_has_to_be_the_same_in_any_case(study: Study) -> None:
    earlier = stamped(replace(study, design=listed({"name": "mine", "composition": "manual"})))
    now = stamped(replace(study, design=listed({"name": "mine", "composition": "isolated"})))
    with pytest.raises(UserError, match=r"study\.arms\.mine\.composition was 'manual' and is"):
        refuse(earlier, now, may_add_arms=True)
    refuse(earlier, earlier, may_add_arms=True)


def test_a_study_recorded_before_a_field_there_was_can_be_resumed(stamp: dict[str, Any]) -> None:
    before = copy.deepcopy(stamp)
    del before["study"]["distro"]
    refuse(before, stamp)


def test_a_study_of_topologies_holds_what_each_of_them_requires() -> None:
    document = provenance.study_document(packaged("consumer_robot"))
    assert document["requirements"] == {
        "consumer_robot": {"cpu_percent": 20.0, "memory_mb": 20.0, "lost_percent": 0.0}
    }
    assert provenance.study_document(packaged("goodput"))["requirements"] == {}


def test_the_hash_of_a_graph_does_not_depend_on_the_arms_that_are_run() -> None:
    files = [
        provenance.stamp(settled_without_files(packaged("image_latency", arms=arms)), 0.0)["files"]
        for arms in ((), ("isolated+intra_process+payload-raw--period_ms-30",))
    ]
    assert files[0] == files[1]
    assert len(set(files[0]["topologies"].values())) == 4
