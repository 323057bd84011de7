# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json

import crossed_arms
import pytest
from arm_studies import design_of
from fake_runner import make_study

from figures.studies import RESULTS, committed, study
from nav2_composition_bench.study.arm_design import arms_of
from nav2_composition_bench.study.placement import ISOLATED, parse_placement
from nav2_composition_bench.trial.provenance import compared_fields, study_document
from nav2_composition_bench.trial.stamped_arms import (
    SCHEMA,
    arms_of_stamp,
    baseline_of_stamp,
    placements_of_stamp,
)
from nav2_composition_bench.trial.store import STUDY, TRIALS


def test_a_stamp_s_arms_are_named_in_their_order() -> None:
    named = crossed_arms.arms(crossed_arms.BONDS)
    stamp = crossed_arms.stamp(named, "isolated+base")
    assert arms_of_stamp(stamp) == named and list(arms_of_stamp(stamp)) == list(named)
    assert baseline_of_stamp(stamp) == "isolated+base"


def test_a_stamp_s_arms_have_the_placements_of_their_compositions() -> None:
    arms = [
        {"name": "a", "composition": "isolated"},
        {"name": "b", "composition": "mine", "placement": "x|y z"},
        {"name": "c", "composition": "untold"},
    ]
    found = placements_of_stamp({"study": {"arms": arms}})
    assert found == {"a": ISOLATED, "b": parse_placement("mine=x|y z")}


def test_without_a_stamp_no_arm_is_known() -> None:
    assert not arms_of_stamp({}) and not placements_of_stamp({})
    assert baseline_of_stamp({}) == "multi_process"


@pytest.mark.parametrize("name", committed())
def test_every_committed_stamp_names_the_arms_of_its_records(name: str) -> None:
    stamp = json.loads((RESULTS / name / STUDY).read_text())
    assert stamp["schema"] == SCHEMA
    arms = arms_of_stamp(stamp)
    assert placements_of_stamp(stamp).keys() == arms.keys()
    lines = (RESULTS / name / TRIALS).read_text().splitlines()
    assert {json.loads(line)["arm"] for line in lines} <= arms.keys()
    factors = list(crossed_arms.DEFAULTS)[1:]
    for arm, levels in arms.items():
        assert [factor for factor in levels if factor in factors] == factors
        assert compared_fields(stamp)[f"study.arms.{arm}.executor"] == levels["executor"]


def test_the_arms_of_the_default_study_are_those_of_its_stored_stamp() -> None:
    document = study_document(make_study(design=design_of()))
    assert arms_of_stamp({"study": document}) == arms_of_stamp(study("default").stamp)
    assert [arm.name for arm in arms_of(design_of())] == list(arms_of_stamp({"study": document}))
