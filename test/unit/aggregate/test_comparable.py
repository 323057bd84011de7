# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Comparable studies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import crossed_arms
import pytest

from nav2_composition_bench.aggregate.comparable import SUBJECTS, differences, forbidden

STAMP: dict[str, Any] = {
    "schema": 1,
    "started_wall_s": 1.0,
    "study": {"name": "a", "system": "reference", "trials": 2},
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


def test_how_precise_a_study_was_to_be_does_not_matter() -> None:
    assert differences(STAMP, changed("study", until="cpu ±2%")) == ()


@pytest.mark.parametrize("field", ["memory_bytes", "swap_bytes"])
def test_how_much_memory_a_start_leaves_does_not_matter(field: str) -> None:
    assert differences(STAMP, changed("machine", **{field: 25_276_502_016})) == ()


def test_variables_that_configure_the_middleware_are_of_its_subject() -> None:
    configured = changed("software", middleware_variables={"CYCLONEDDS_URI": "<CycloneDDS/>"})
    assert differences(STAMP, changed("software", middleware_variables={})) == ()
    assert differences(configured, configured) == ()
    (found,) = differences(STAMP, configured)
    assert (found.field, found.subject) == ("software.middleware_variables.CYCLONEDDS_URI", "rmw")


def test_who_hosts_a_study_is_of_the_subject_of_its_simulator() -> None:
    (found,) = differences(STAMP, changed("study", external_host=True))
    assert (found.field, found.subject) == ("study.external_host", "simulator")


def test_what_is_required_does_not_matter_to_what_was_measured() -> None:
    other = changed("study", requirements={"robot": {"cpu_percent": 20}})
    assert differences(STAMP, other) == ()


def test_a_package_that_only_made_the_map_does_not_matter() -> None:
    other = changed("software", packages={"numpy": "2.0", "slam_toolbox": "2.7.0"})
    assert differences(STAMP, other) == ()
    other = changed("software", packages={"numpy": "2.0", "nav2_amcl": "1.3.1"})
    assert [each.field for each in differences(STAMP, other)] == ["software.packages.nav2_amcl"]


def with_arms(*named: Mapping[str, Any], **files: Any) -> dict[str, Any]:
    """Return the stamp of a study of arms, isolated unless they say otherwise."""
    levels = {**crossed_arms.DEFAULTS, "composition": "isolated"}
    stamp = changed("files", **files) if files else STAMP
    return {**stamp, "study": {"system": "reference", "arms": [{**levels, **a} for a in named]}}


PAIR = {"name": "pair", "composition": "pair", "placement": "a|b"}


def test_arms_that_only_one_study_has_do_not_matter() -> None:
    plain = {"name": "isolated"}
    more = with_arms(plain, PAIR, {"name": "other", "rmw": "rmw_cyclonedds_cpp"})
    assert differences(with_arms(plain), more) == ()
    assert differences(with_arms(PAIR), with_arms({**PAIR, "name": "two"})) == ()


def test_two_placements_of_one_name_must_be_the_same() -> None:
    (found,) = differences(with_arms(PAIR), with_arms({**PAIR, "placement": "a|c"}))
    assert str(found) == "study.arms.pair.placement is 'a|b' and 'a|c'"
    assert forbidden([found], list(SUBJECTS)) == (found,)


@pytest.mark.parametrize(
    ("field", "level", "subject"),
    [
        ("executor", "rclcpp_events", "executor"),
        ("rmw", "rmw_cyclonedds_cpp", "rmw"),
        ("intra_process", "on", "intra-process"),
        ("params", "no_bonds", "parameters"),
        ("composition", "manual", None),
    ],
)
def test_arms_of_one_name_must_be_alike_unless_the_subject_allows_it(
    field: str, level: str, subject: str | None
) -> None:
    first, second = (with_arms({"name": "v1.0", **more}) for more in ({}, {field: level}))
    (found,) = differences(first, second)
    assert found.field == f"study.arms.v1.0.{field}" and found.subject == subject
    for other in SUBJECTS:
        assert (forbidden([found], [other]) == ()) is (other == subject)


def test_an_overlay_matters_where_arms_of_one_name_both_have_it() -> None:
    arm, other = {"name": "fast", "params": "quick"}, {"name": "plain"}
    first = with_arms(arm, other, overlays={"quick": "1", "unused": "1"})
    assert differences(first, with_arms(arm, overlays={"quick": "1", "unused": "2"})) == ()
    assert differences(first, with_arms(other)) == ()
    (found,) = differences(first, with_arms(arm, overlays={"quick": "2"}))
    assert (found.field, found.subject) == ("files.overlays.quick", "parameters")


def of_robots(*sizes: int, **study: Any) -> dict[str, Any]:
    """Return the stamp of a study of fleets of these sizes."""
    levels = [f"robots-{size}" for size in sizes]
    stamp = with_arms(
        *({"name": level, "topology": level} for level in levels),
        topologies={level: f"graph of {level}" for level in levels},
    )
    fields = {
        "topologies": dict.fromkeys(levels, "fleet"),
        "axis_values": dict(zip(levels, map(float, sizes))),
    }
    return {**stamp, "study": {**stamp["study"], **fields, **study}}


def test_a_topology_matters_where_arms_of_one_name_both_have_it() -> None:
    first, more = of_robots(2, 5), of_robots(2, 5, 10)
    assert differences(first, more) == differences(more, first) == ()
    more["files"]["topologies"]["robots-5"] = "graph of something else"
    (found,) = differences(first, more)
    assert (found.field, found.subject) == ("files.topologies.robots-5", None)


def test_how_long_messages_are_counted_is_of_the_protocol() -> None:
    first, other = of_robots(2, window_s=10.0), of_robots(2, window_s=40.0, rate_held_ratio=0.9)
    assert [each.subject for each in differences(first, other)] == ["protocol", "protocol"]


def test_what_savings_are_measured_against_does_not_matter() -> None:
    first = with_arms({"name": "a"}, {"name": "b"})
    second = {**first, "study": {**first["study"], "baseline": "b", "factors": ["rmw"]}}
    assert differences(first, second) == ()


def test_middleware_that_only_some_arms_have_is_no_difference_of_the_studies() -> None:
    names = ["rmw_cyclonedds_cpp", "rmw_fastrtps_cpp"]
    assert differences(STAMP, changed("software", rmw=names)) == ()
    (found,) = differences(STAMP, changed("software", rmw=names[:1]))
    assert (found.field, found.subject) == ("software.rmw", "rmw")


def test_another_distribution_has_other_programs_of_the_same_sources() -> None:
    software = {"ros_distro": "jazzy", "binaries": {"topology_process": "1"}, "source_sha256": "1"}
    first = changed("software", **software)
    other = {"ros_distro": "kilted", "binaries": {"topology_process": "2"}}
    second = changed("software", **{**software, **other})
    found = differences(first, second)
    assert forbidden(found, ["distribution"]) == ()
    assert {each.subject for each in found} == {"distribution", "commit"}
    newer = changed("software", **{**software, **other, "source_sha256": "2"})
    (left,) = forbidden(differences(first, newer), ["distribution"])
    assert left.field == "software.source_sha256"


def test_a_difference_names_its_field_and_both_values() -> None:
    (found,) = differences(STAMP, changed("machine", cpu_cores=4))
    assert str(found) == "machine.cpu_cores is 2 and 4" and found.subject == "machine"


def test_a_field_that_only_one_has_differs() -> None:
    (found,) = differences(STAMP, changed("software", packages={"numpy": "2.0", "scipy": "1"}))
    assert (found.field, found.first, found.second) == ("software.packages.scipy", None, "1")


def test_the_subject_allows_its_own_fields_and_no_others() -> None:
    other = {**changed("machine", cpu_model="B"), "files": {"params_sha256": "2"}}
    found = differences(STAMP, other)
    assert [each.subject for each in found] == ["parameters", "machine"]
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


def test_studies_with_and_without_timer_slack_differ_in_that() -> None:
    arm = {"name": "isolated", "composition": "isolated"}
    usual = changed("study", arms=[arm])
    late = changed("study", arms=[{**arm, "timer_slack_us": "1000"}])
    (found,) = differences(late, usual)
    assert (found.first, found.second, found.subject) == ("1000", None, "timer-slack")


@pytest.mark.parametrize("field", ["limits", "sampling", "validity"])
def test_the_protocol_covers_time_outs_rates_and_what_makes_a_trial_valid(field: str) -> None:
    found = differences(*(changed("study", **{field: {"a": value}}) for value in (1, 2)))
    assert forbidden(found, ["protocol"]) == ()
    assert [each.field for each in forbidden(found, [])] == [f"study.{field}.a"]
