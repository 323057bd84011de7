# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import copy
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from fake_executor import make_study

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.grouping import Grouping
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
    return make_study(**files)


@pytest.fixture
def stamp(study: Study) -> dict[str, Any]:
    return provenance.stamp(study, "rmw_fastrtps_cpp", 1.0)


def test_a_stamp_is_json_and_holds_the_study(stamp: dict[str, Any]) -> None:
    again = json.loads(json.dumps(stamp))
    assert again == stamp
    assert again["study"]["compositions"][0] == "multi_process"
    assert again["study"]["params_file"] == "params_file"
    assert again["software"]["rmw"] == "rmw_fastrtps_cpp"


def test_groupings_are_stamped_and_another_one_of_the_name_is_refused(study: Study) -> None:
    def stamped(*groups: tuple[str, ...]) -> dict[str, Any]:
        grouped = replace(study, groupings=(Grouping("mine", groups),))
        document = provenance.stamp(grouped, "rmw_fastrtps_cpp", 1.0)
        assert json.loads(json.dumps(document)) == document
        return document

    pair, other = stamped(("amcl", "map_server")), stamped(("amcl", "bt_navigator"))
    assert pair["study"]["groupings"] == [{"name": "mine", "groups": [["amcl", "map_server"]]}]
    provenance.refuse_other_stamp(pair, pair, WHERE)
    with pytest.raises(UserError, match=r"study\.groupings was"):
        provenance.refuse_other_stamp(pair, other, WHERE)


def test_the_same_conditions_are_accepted(study: Study, stamp: dict[str, Any]) -> None:
    later = provenance.stamp(study, "rmw_fastrtps_cpp", 99.0)
    provenance.refuse_other_stamp(json.loads(json.dumps(stamp)), later, WHERE)


def test_more_trials_of_the_same_study_are_accepted(study: Study, stamp: dict[str, Any]) -> None:
    longer = provenance.stamp(make_study(**{**vars(study), "trials": 10}), "rmw_fastrtps_cpp", 1.0)
    provenance.refuse_other_stamp(stamp, longer, WHERE)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("study.seed", 9),
        ("study.system", "nav2"),
        ("software.rmw", "rmw_cyclonedds_cpp"),
        ("software.packages.numpy", "0.1"),
        ("software.source_sha256", "0"),
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
        provenance.refuse_other_stamp(stamp, other, WHERE)
    assert f"{field} was " in str(caught.value)
    assert repr(value) in str(caught.value)


def test_a_changed_file_changes_its_hash(study: Study, stamp: dict[str, Any]) -> None:
    study.map_file.with_suffix(".pgm").write_bytes(b"P5 1 1 255 y")
    later = provenance.stamp(study, "rmw_fastrtps_cpp", 1.0)
    with pytest.raises(UserError, match="files.map_sha256"):
        provenance.refuse_other_stamp(stamp, later, WHERE)


def test_a_stamp_of_a_newer_schema_is_refused(stamp: dict[str, Any]) -> None:
    with pytest.raises(UserError, match=f"schema {provenance.SCHEMA + 1}, newer than"):
        provenance.refuse_other_stamp({**stamp, "schema": provenance.SCHEMA + 1}, stamp, WHERE)


def test_another_machine_is_refused_by_field(stamp: dict[str, Any]) -> None:
    here = stamp["machine"]
    provenance.refuse_other_machine({**here, "kernel": "old"}, here, WHERE)
    with pytest.raises(UserError, match="cpu_cores 999, here"):
        provenance.refuse_other_machine({**here, "cpu_cores": 999}, here, WHERE)


def test_a_machine_is_read_from_its_files(tmp_path: Path) -> None:
    def write(name: str, text: str) -> None:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    write("cpuinfo", "processor : 0\nmodel name : Fast CPU\nflags : fpu hypervisor\n")
    write("meminfo", "MemTotal:     1000 kB\nSwapTotal:       0 kB\n")
    write("devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n")
    write("kernel/mm/transparent_hugepage/enabled", "always [madvise] never\n")
    write("class/dmi/id/sys_vendor", "QEMU\n")
    write("sys/kernel/sched_autogroup_enabled", "1\n")
    machine = provenance.machine(tmp_path, tmp_path)
    assert machine["sched_autogroup"] == "1"
    assert machine["cpu_model"] == "Fast CPU"
    assert machine["memory_bytes"] == 1_024_000
    assert machine["swap_bytes"] == 0
    assert machine["governor"] == "performance"
    assert machine["transparent_hugepages"] == "madvise"
    assert machine["virtualisation"] == "QEMU"


def test_what_a_machine_does_not_tell_is_none(tmp_path: Path) -> None:
    machine = provenance.machine(tmp_path, tmp_path)
    for field in ("cpu_model", "memory_bytes", "governor", "sched_autogroup", "virtualisation"):
        assert machine[field] is None


def test_a_study_recorded_before_a_field_there_was_can_be_resumed(
    study: Study, stamp: dict[str, Any]
) -> None:
    before = copy.deepcopy(stamp)
    for field in ("distro", "use_intra_process_comms"):
        del before["study"][field]
    provenance.refuse_other_stamp(before, stamp, WHERE)
    stamp["study"]["use_intra_process_comms"] = True
    with pytest.raises(UserError, match="use_intra_process_comms was False and is True"):
        provenance.refuse_other_stamp(before, stamp, WHERE)


def test_the_packages_that_nav2_is_made_of_are_told_with_their_versions(tmp_path: Path) -> None:
    for name in ("nav2_amcl", "rclcpp", "turtlesim"):
        index = tmp_path / "share/ament_index/resource_index/packages" / name
        index.parent.mkdir(parents=True, exist_ok=True)
        index.touch()
        manifest = tmp_path / "share" / name / "package.xml"
        manifest.parent.mkdir(parents=True)
        manifest.write_text("<package><version>1.2.3</version></package>")
    environment = {"AMENT_PREFIX_PATH": str(tmp_path)}
    assert provenance.installed_packages(environment) == {"nav2_amcl": "1.2.3", "rclcpp": "1.2.3"}
