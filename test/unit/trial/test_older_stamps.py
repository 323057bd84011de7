# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Stamps from before there were arms, against those of today."""

from __future__ import annotations

import json
from typing import Any

import pytest
from arm_studies import design_of
from fake_executor import make_study

from figures.studies import RESULTS, committed, study
from nav2_composition_bench.study.arm_design import arms_of
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.grouping import Grouping
from nav2_composition_bench.trial.provenance import compared_fields, study_document
from nav2_composition_bench.trial.stamped_arms import arms_of_stamp, baseline_of_stamp
from nav2_composition_bench.trial.store import STUDY, TRIALS

GROUPS = [["map_server", "amcl"]]


def stamp_of(**study: Any) -> dict[str, Any]:
    return {"study": study}


def test_an_old_stamp_tells_its_compositions_and_groupings_as_arms() -> None:
    grouping = {"name": "pair", "groups": GROUPS}
    old = stamp_of(
        compositions=["manual", "isolated"], groupings=[grouping], rmw="rmw_cyclonedds_cpp"
    )
    common = {
        "executor": "stock",
        "rmw": "rmw_cyclonedds_cpp",
        "intra_process": "off",
        "params": "base",
    }
    assert arms_of_stamp(old) == {
        "manual": {"composition": "manual", **common},
        "isolated": {"composition": "isolated", **common},
        "pair": {"composition": "pair", "groups": GROUPS, **common},
    }
    assert baseline_of_stamp(old) == "multi_process"


@pytest.mark.parametrize("is_on", [True, False])
def test_old_and_new_stamps_of_the_same_arms_agree(is_on: bool) -> None:
    level = ["on"] if is_on else ["off"]
    grouping = Grouping("pair", (("map_server", "amcl"),))
    design = design_of("manual", intra_process=level, groupings=(grouping,))
    new = {"study": study_document(make_study(design=design))}
    old = stamp_of(
        compositions=["manual"],
        groupings=[{"name": "pair", "groups": GROUPS}],
        rmw="rmw_fastrtps_cpp",
        use_intra_process_comms=is_on,
    )
    suffix = "+intra_process" if is_on else ""
    assert {f"{name}{suffix}": arm for name, arm in arms_of_stamp(old).items()} == arms_of_stamp(
        json.loads(json.dumps(new))
    )


def test_nothing_is_known_of_no_stamp() -> None:
    assert arms_of_stamp({}) == {} and baseline_of_stamp({}) == "multi_process"


@pytest.mark.parametrize("name", committed())
def test_every_stored_stamp_tells_the_arms_of_its_records(name: str) -> None:
    stamp = json.loads((RESULTS / name / STUDY).read_text())
    arms = arms_of_stamp(stamp)
    lines = (RESULTS / name / TRIALS).read_text().splitlines()
    recorded = {record.get("arm", record.get("composition")) for record in map(json.loads, lines)}
    assert recorded <= arms.keys()
    assert all(arm["rmw"].startswith("rmw_") for arm in arms.values())
    fields = compared_fields(stamp)
    first, told = next(iter(arms.items()))
    assert Executor(told["executor"]).value == fields[f"study.arms.{first}.executor"]
    assert not {"study.compositions", "study.groupings", "study.rmw", "study.arms"} & fields.keys()


def test_the_arms_of_the_default_study_are_those_of_its_stored_stamp() -> None:
    document = study_document(make_study(design=design_of()))
    assert arms_of_stamp({"study": document}) == arms_of_stamp(study("default").stamp)
    assert [arm.name for arm in arms_of(design_of())] == list(arms_of_stamp({"study": document}))


@pytest.mark.parametrize(
    ("told", "rclpy", "meant"),
    [(None, "7.1.6", "jazzy"), ("lyrical", "7.1.6", "lyrical"), (None, None, None)],
    ids=["wheels", "sourced", "neither"],
)
def test_an_old_stamp_does_not_name_the_distribution_of_the_wheels_it_lists(
    told: str | None, rclpy: str | None, meant: str | None
) -> None:
    packages = {} if rclpy is None else {"ros-rclpy": rclpy}
    stamp = {"software": {"ros_distro": told, "packages": packages}}
    assert compared_fields(stamp)["software.ros_distro"] == meant
