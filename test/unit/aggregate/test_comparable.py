# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Comparable studies."""

from __future__ import annotations

from typing import Any

import pytest

from nav2_composition_bench.aggregate.comparable import SUBJECTS, differences, forbidden

STAMP: dict[str, Any] = {
    "schema": 1,
    "started_wall_s": 1.0,
    "study": {"name": "a", "system": "reference", "trials": 2, "rmw": "rmw_fastrtps_cpp"},
    "machine": {"cpu_model": "A", "cpu_cores": 2},
    "software": {"rmw": "rmw_fastrtps_cpp", "packages": {"numpy": "2.0"}, "git_commit": "abc"},
    "files": {"params_sha256": "1"},
}


def changed(section: str, **fields: Any) -> dict[str, Any]:
    return {**STAMP, section: {**STAMP[section], **fields}}


def test_equal_stamps_do_not_differ() -> None:
    assert differences(STAMP, STAMP) == ()


def test_when_and_how_much_was_run_does_not_matter() -> None:
    other = changed("study", name="b", trials=10)
    assert differences(STAMP, {**other, "started_wall_s": 9.0}) == ()


def test_a_package_that_only_made_the_map_does_not_matter() -> None:
    other = changed("software", packages={"numpy": "2.0", "slam_toolbox": "2.7.0"})
    assert differences(STAMP, other) == ()
    other = changed("software", packages={"numpy": "2.0", "nav2_amcl": "1.3.1"})
    assert [each.field for each in differences(STAMP, other)] == ["software.packages.nav2_amcl"]


def with_groups(**groups: list[list[str]]) -> dict[str, Any]:
    return changed(
        "study", groupings=[{"name": name, "groups": held} for name, held in groups.items()]
    )


def test_one_study_may_hold_groupings_that_the_other_lacks() -> None:
    assert differences(STAMP, with_groups(pair=[["a", "b"]])) == ()
    assert differences(with_groups(pair=[["a", "b"]]), with_groups(two=[["b", "c"]])) == ()


def test_two_groupings_of_one_name_must_be_the_same() -> None:
    first = with_groups(pair=[["a", "b"]], two=[["c", "d"]])
    assert differences(first, with_groups(pair=[["a", "b"]])) == ()
    (found,) = differences(first, with_groups(pair=[["a", "c"]]))
    assert str(found) == "study.groupings.pair is [['a', 'b']] and [['a', 'c']]"
    assert forbidden([found], list(SUBJECTS)) == (found,)


def test_a_difference_names_its_field_and_both_values() -> None:
    (found,) = differences(STAMP, changed("machine", cpu_cores=4))
    assert str(found) == "machine.cpu_cores is 2 and 4" and found.subject == "machine"


def test_a_field_that_only_one_has_differs() -> None:
    (found,) = differences(STAMP, changed("software", packages={"numpy": "2.0", "scipy": "1"}))
    assert (found.field, found.first, found.second) == ("software.packages.scipy", None, "1")


def test_the_subject_allows_its_own_fields_and_no_others() -> None:
    other = {**changed("machine", cpu_model="B"), "files": {"params_sha256": "2"}}
    found = differences(STAMP, other)
    assert [d.field for d in forbidden(found, ["machine"])] == ["files.params_sha256"]
    assert forbidden(found, ["machine", "parameters"]) == ()
    assert len(forbidden(found, [])) == 2


def test_the_rmw_is_a_subject_of_its_own() -> None:
    other = changed("software", rmw="rmw_cyclonedds_cpp")
    assert forbidden(differences(STAMP, other), ["rmw"]) == ()
    assert len(forbidden(differences(STAMP, other), ["machine"])) == 1


@pytest.mark.parametrize("subject", SUBJECTS)
def test_every_subject_names_fields(subject: str) -> None:
    assert all(prefix for prefix in SUBJECTS[subject])


def test_a_stamp_from_before_a_field_there_was_does_not_differ_by_it() -> None:
    assert differences(STAMP, changed("study", distro=None, use_intra_process_comms=False)) == ()
    (found,) = differences(STAMP, changed("study", use_intra_process_comms=True))
    assert (found.first, found.subject) == (False, "intra-process")
