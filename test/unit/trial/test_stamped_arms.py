# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Arms as stamps of every version tell them."""

from __future__ import annotations

import json

import crossed_arms
import pytest

from figures.studies import RESULTS, committed
from nav2_composition_bench.trial.stamped_arms import arms_of_stamp, baseline_of_stamp
from nav2_composition_bench.trial.store import STUDY


def test_a_stamp_s_arms_are_told_by_name_in_their_order() -> None:
    named = crossed_arms.arms(crossed_arms.BONDS)
    stamp = crossed_arms.stamp(named, "isolated+base")
    assert arms_of_stamp(stamp) == named and list(arms_of_stamp(stamp)) == list(named)
    assert baseline_of_stamp(stamp) == "isolated+base"


def test_compositions_and_groupings_of_older_stamps_are_arms() -> None:
    study = {
        "compositions": ["manual", "isolated"],
        "groupings": [{"name": "pair", "groups": [["amcl", "map_server"]]}],
        "rmw": "rmw_cyclonedds_cpp",
        "use_intra_process_comms": True,
    }
    found = arms_of_stamp({"study": study})
    assert list(found) == ["manual", "isolated", "pair"]
    assert found["pair"] == {
        "composition": "pair",
        "groups": [["amcl", "map_server"]],
        "executor": "stock",
        "rmw": "rmw_cyclonedds_cpp",
        "intra_process": "on",
        "params": "base",
    }
    assert "groups" not in found["manual"]
    assert baseline_of_stamp({"study": study}) == "multi_process"


def test_the_oldest_stamps_had_no_intra_process_communication() -> None:
    (arm,) = arms_of_stamp({"study": {"compositions": ["isolated"], "rmw": "r"}}).values()
    assert arm["intra_process"] == "off"


def test_without_a_stamp_no_arm_is_known() -> None:
    assert arms_of_stamp({}) == {} and baseline_of_stamp({}) == "multi_process"


@pytest.mark.parametrize("name", committed())
def test_every_committed_study_has_arms(name: str) -> None:
    arms = arms_of_stamp(json.loads((RESULTS / name / STUDY).read_text()))
    factors = list(crossed_arms.DEFAULTS)[1:]
    assert arms and all(
        [name for name in arm if name in factors] == factors for arm in arms.values()
    )
