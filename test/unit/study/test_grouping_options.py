# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
import yaml

from nav2_composition_bench.aggregate.advice import usual_groupings
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.grouping import Grouping
from nav2_composition_bench.study.grouping_options import settle_groupings
from nav2_composition_bench.study.node_table import table_for
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import default_study_file, load_study, override

PAIR = (("map_server", "amcl"),)
FILE_OF = {"pair": [["amcl", "map_server"]]}


def study_of(tmp_path: Path, groupings: Mapping[str, Any]) -> Study:
    content = yaml.safe_load(default_study_file().read_text())
    for key in ("world_file", "map_file", "params_file"):
        content[key] = str((default_study_file().parent / content[key]).resolve())
    path = tmp_path / "mine.yaml"
    path.write_text(yaml.safe_dump({**content, "groupings": groupings}, sort_keys=False))
    return load_study(path)


def names(study: Study) -> list[str]:
    return [arm.value for arm in study.arms]


def test_groupings_of_a_study_file_are_run_after_the_compositions(tmp_path: Path) -> None:
    study = settle_groupings(study_of(tmp_path, FILE_OF))
    assert study.groupings == (Grouping("pair", PAIR),)
    assert study.arms == (*Composition, *study.groupings)


def test_groups_of_the_command_line_are_one_further_composition() -> None:
    study = override(load_study(default_study_file()), groups=["amcl,map_server"])
    assert settle_groupings(study).groupings == (Grouping("grouped", PAIR),)
    assert names(study) == [*(each.value for each in Composition), "grouped"]


def test_a_grouping_of_the_command_line_is_run_whatever_else_is_chosen() -> None:
    study = override(
        load_study(default_study_file()),
        compositions=["multi_process"],
        groups=["amcl,map_server"],
        grouping="pair",
    )
    assert names(study) == ["multi_process", "pair"]


def test_a_grouping_can_be_chosen_like_a_composition(tmp_path: Path) -> None:
    study = study_of(tmp_path, {**FILE_OF, "two": [["bt_navigator", "planner_server"]]})
    assert names(override(study, compositions=["pair", "manual"])) == ["manual", "pair"]
    assert names(override(study, compositions=["two"])) == ["two"]
    assert names(override(study, compositions=["all"])) == names(study)


def test_a_composition_that_nobody_knows_is_told_with_the_groupings(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="'pear' is unknown; did you mean 'pair'. known: multi_"):
        override(study_of(tmp_path, FILE_OF), compositions=["pear"])


@pytest.mark.parametrize(
    ("groups", "grouping", "said"),
    [
        (None, "mine", "--grouping names what --group says; add --group"),
        (["amcl,bt_navigator"], "pair", "has a grouping 'pair' already"),
    ],
)
def test_a_name_without_groups_or_taken_is_refused(
    tmp_path: Path, groups: Sequence[str] | None, grouping: str, said: str
) -> None:
    with pytest.raises(UserError, match=said):
        override(study_of(tmp_path, FILE_OF), groups=groups, grouping=grouping)


@pytest.mark.parametrize(
    ("groupings", "said"),
    [
        ({"a": [["amcl", "map_servr"]]}, "grouping 'a': there is no node 'map_servr'; did you"),
        ({"a": [["amcl", "map_server"], []]}, "grouping 'a': group 2 is empty"),
        ({"a/b": [["amcl", "map_server"]]}, "cannot be called 'a/b'"),
        ({"manual": [["amcl", "map_server"]]}, "cannot be called 'manual'"),
        ({**FILE_OF, "b": [["map_server", "amcl"]]}, "'pair' and 'b' are the same; leave one out"),
    ],
)
def test_a_grouping_that_cannot_be_is_one_line(
    tmp_path: Path, groupings: Mapping[str, Any], said: str
) -> None:
    with pytest.raises(UserError, match=said):
        settle_groupings(study_of(tmp_path, groupings))


@pytest.mark.parametrize(
    ("groupings", "said"),
    [
        ({"a": []}, "groupings.a is .., number of entries must be at least 1"),
        ({"a": "amcl"}, "groupings.a is 'amcl', must be of type array"),
        ({"a": [["amcl", 3]]}, "3, must be of type string"),
    ],
)
def test_a_grouping_of_the_wrong_form_is_told_by_file_and_line(
    tmp_path: Path, groupings: Mapping[str, Any], said: str
) -> None:
    with pytest.raises(UserError, match=said):
        study_of(tmp_path, groupings)


def test_the_packages_study_of_groupings_is_of_those_that_are_predicted() -> None:
    study = settle_groupings(load_study(default_study_file().parent / "groupings.yaml"))
    assert names(study) == ["multi_process", "isolated", "localization_navigation", "sensors"]
    order = [entry.name for entry in table_for("reference")]
    predicted = {frozenset(partition) for partition in usual_groupings(order).values()}
    assert {frozenset(each.partition(order)) for each in study.groupings} <= predicted


def test_a_study_without_groupings_stays_as_it_is() -> None:
    study = load_study(default_study_file())
    assert settle_groupings(study) == study == dataclasses.replace(study, groupings=())
