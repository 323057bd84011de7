# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a study file says of its arms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from arm_studies import ISOLATED, MANUAL, names, write_study_file

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.factor import COMPOSITION, EXECUTOR, INTRA_PROCESS, RMW
from nav2_composition_bench.study.placement import parse_placement
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import load_study

FOUR = ["multi_process", "manual", "isolated", "multi_threaded"]
PAIR = {"pair": "amcl | map_server"}
RMWS = ["rmw_fastrtps_cpp", "rmw_cyclonedds_cpp"]


def study_of(directory: Path, **changes: Any) -> Study:
    return load_study(write_study_file(directory, **{"compositions": None, **changes}))


def fault(directory: Path, **changes: Any) -> str:
    with pytest.raises(UserError) as caught:
        study_of(directory, **changes)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def line_of(directory: Path, text: str) -> int:
    lines = (directory / "mine.yaml").read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if text in line)


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({}, FOUR),
        ({"compositions": ["isolated", "manual"]}, ["isolated", "manual"]),
        ({"placements": PAIR}, [*FOUR, "pair"]),
        ({"compositions": ["manual"], "placements": PAIR}, ["manual", "pair"]),
        ({"rmw": "rmw_cyclonedds_cpp"}, FOUR),
    ],
)
def test_a_file_from_before_there_were_arms_has_the_arms_and_names_it_had(
    tmp_path: Path, changes: Mapping[str, Any], expected: Sequence[str]
) -> None:
    study = study_of(tmp_path, **changes)
    assert names(study.arms) == expected
    assert study.baseline == ("multi_process" if "multi_process" in expected else expected[0])
    assert {arm[RMW] for arm in study.arms} == {changes.get("rmw", "rmw_fastrtps_cpp")}
    assert {arm[EXECUTOR] for arm in study.arms} == {Executor.STOCK}


def test_a_placement_of_a_file_is_as_it_was_written(tmp_path: Path) -> None:
    pair = study_of(tmp_path, placements=PAIR).arms[-1]
    assert pair[COMPOSITION] == parse_placement("pair=amcl|map_server")


@pytest.mark.parametrize(("given", "is_on"), [(True, True), (False, False)])
def test_the_old_key_of_intra_process_communication_is_of_every_arm(
    tmp_path: Path, given: bool, is_on: bool
) -> None:
    study = study_of(tmp_path, use_intra_process_comms=given)
    assert {arm[INTRA_PROCESS] for arm in study.arms} == {is_on}


def test_factors_of_a_file_are_crossed(tmp_path: Path) -> None:
    factors = {"composition": ["isolated", "manual"], "params": ["base", "without_bonds"]}
    study = study_of(tmp_path, factors=factors)
    assert names(study.arms) == [
        "isolated",
        "isolated+without_bonds",
        "manual",
        "manual+without_bonds",
    ]
    assert study.factors == ("composition", "params")


def test_listed_arms_of_a_file_are_crossed_with_its_factors(tmp_path: Path) -> None:
    study = study_of(
        tmp_path,
        arms=[
            {"composition": "manual"},
            {"name": "events", "composition": "isolated", "executor": "rclcpp_events"},
        ],
        factors={"rmw": RMWS},
        baseline="events+rmw_fastrtps_cpp",
    )
    assert names(study.arms) == [f"{name}+{rmw}" for name in ("manual", "events") for rmw in RMWS]
    assert study.baseline == "events+rmw_fastrtps_cpp"


@pytest.mark.parametrize("levels", [["off", "on"], [False, True], ["off", True]])
def test_on_and_off_may_be_what_yaml_makes_of_them(tmp_path: Path, levels: list[Any]) -> None:
    factors = {"composition": ["manual"], "intra_process": levels}
    study = study_of(tmp_path, factors=factors)
    assert names(study.arms) == ["manual", "manual+intra_process"]
    (arm,) = study_of(tmp_path, arms=[{"composition": "manual", "intra_process": levels[1]}]).arms
    assert arm[INTRA_PROCESS]


@pytest.mark.parametrize(
    ("changes", "place", "said"),
    [
        (
            {"factors": {"compositoin": ["manual"]}},
            "compositoin",
            "factors.compositoin is unknown; did you mean 'composition'?",
        ),
        (
            {"factors": {"rmw": RMWS, "composition": ["manul"]}},
            "composition:",
            "factors composition 'manul' is unknown; did you mean 'manual'?",
        ),
        (
            {"factors": {"executor": ["event"]}},
            "- event",
            "factors.executor[0] 'event' is unknown; did you mean 'events'?"
            " known: stock, single_threaded, static_single_threaded, multi_threaded, rclcpp_events,"
            " events_cbg, events_cbg_multi_threaded, events, ring_buffer, intra_process_events,"
            " guard_condition_threads, condition_variable_threads, timer_threads",
        ),
        (
            {"factors": {"intra_process": ["onn"]}},
            "- onn",
            "factors.intra_process[0] 'onn' is unknown; did you mean 'on'? known: off, on",
        ),
        (
            {"factors": {"params": ["without_bond"]}},
            "params:",
            "factors params 'without_bond' is unknown; did you mean 'without_bonds'?",
        ),
        (
            {"factors": {"params": []}},
            "params:",
            "factors.params is [], number of entries must be at least 1",
        ),
        (
            {"arms": [{"composition": "manual"}, {"composition": "manul"}]},
            "manul",
            "arms[1] composition 'manul' is unknown; did you mean 'manual'?",
        ),
        (
            {"arms": [{"colour": "x"}]},
            "colour",
            "arms[0].colour is unknown; known: composition, discovery, executor",
        ),
        (
            {"arms": [{"name": "a b", "composition": "manual"}]},
            "a b",
            "arms[0].name is 'a b', must match",
        ),
    ],
)
def test_a_factor_or_level_that_does_not_exist_is_told_by_its_line_with_the_nearest(
    tmp_path: Path, changes: Mapping[str, Any], place: str, said: str
) -> None:
    message = fault(tmp_path, **changes)
    assert message.startswith(f"{tmp_path / 'mine.yaml'}:{line_of(tmp_path, place)}: ")
    assert said in message


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"compositions": ["manual"], "factors": {"composition": ["isolated"]}},
            "compositions and factors.composition say the same; leave compositions out",
        ),
        (
            {"rmw": RMWS[0], "factors": {"rmw": RMWS}},
            "rmw and factors.rmw say the same; leave rmw out",
        ),
        (
            {"use_intra_process_comms": True, "factors": {"intra_process": ["off"]}},
            "use_intra_process_comms and factors.intra_process say the same",
        ),
        ({"placements": {"all": "a|b"}}, "placements.all: a placement cannot be called 'all'"),
        ({"placements": {"x": "a,a"}}, "placements.x: placement 'x': a is named twice"),
        ({"baseline": "isolatd"}, "baseline 'isolatd' is no arm of the study; did you mean"),
        (
            {"arms": [{"composition": "manual"}, {"composition": "manual", "name": "m"}]},
            "arms 'manual' and 'm' are the same; leave one out",
        ),
        ({"overlays": {"base": "x.yaml"}}, "overlays.base is the parameter file without an"),
        ({"overlays": {"slow": "gone.yaml"}}, "gone.yaml, which is no file"),
        ({"overlays": {"a b": "x.yaml"}}, "overlays is 'a b', must match"),
    ],
)
def test_what_contradicts_itself_is_one_line(
    tmp_path: Path, changes: Mapping[str, Any], said: str
) -> None:
    message = fault(tmp_path, **changes)
    assert message.startswith(str(tmp_path / "mine.yaml"))
    assert said in message


def test_overlays_of_a_file_are_levels_beside_the_packages(tmp_path: Path) -> None:
    (tmp_path / "slow.yaml").write_text("amcl: {ros__parameters: {max_particles: 500}}")
    study = study_of(
        tmp_path,
        overlays={"slow": "slow.yaml"},
        factors={"composition": ["manual"], "params": ["base", "slow", "with_bonds"]},
    )
    assert study.overlays == (("slow", tmp_path / "slow.yaml"),)
    assert names(study.arms) == ["manual", "manual+slow", "manual+with_bonds"]


def test_arms_without_further_words_differ_in_their_composition_alone(tmp_path: Path) -> None:
    assert study_of(tmp_path, compositions=["isolated", "manual"]).arms == (ISOLATED, MANUAL)
