# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.node_table import (
    COMM_LENGTH,
    REFERENCE_TABLE,
    REFERENCE_THREAD_NAMES,
    all_node_names,
    fully_qualified_names,
    table_for,
    thread_name_of,
    thread_names,
)


def test_every_node_of_the_reference_stack_has_a_thread_name_of_its_own() -> None:
    assert set(REFERENCE_THREAD_NAMES) == set(all_node_names(REFERENCE_TABLE))
    assert len(set(REFERENCE_THREAD_NAMES.values())) == len(REFERENCE_THREAD_NAMES)
    assert all(len(name) <= COMM_LENGTH for name in REFERENCE_THREAD_NAMES.values())


def test_a_unique_head_is_the_thread_name() -> None:
    assert thread_names(["velocity_smoother", "amcl"]) == {
        "velocity_smoother": "velocity_smooth",
        "amcl": "amcl",
    }


def test_nodes_with_one_head_are_told_apart_by_their_tails() -> None:
    names = thread_names(["lifecycle_manager_localization", "lifecycle_manager_navigation"])
    assert set(names.values()) == {"lifecyc~ization", "lifecyc~igation"}


def test_nodes_that_cannot_be_told_apart_are_refused() -> None:
    with pytest.raises(ValueError, match="not unique"):
        thread_names(["a_very_long_node_1_name_end", "a_very_long_node_2_name_end"])


def test_a_node_outside_the_table_has_a_thread_name_too() -> None:
    assert thread_name_of("a_node_of_somebody_else") == "a_node_of_someb"


def test_hidden_costmaps_follow_their_servers() -> None:
    names = fully_qualified_names(REFERENCE_TABLE)
    assert names.index("/local_costmap/local_costmap") == names.index("/controller_server") + 1
    assert names.index("/global_costmap/global_costmap") == names.index("/planner_server") + 1


def test_lifecycle_managers_are_loaded_last() -> None:
    managers = {entry.lifecycle_manager for entry in REFERENCE_TABLE} - {None}
    assert {entry.name for entry in REFERENCE_TABLE[-2:]} == managers


def test_an_unknown_system_is_refused_with_those_known() -> None:
    with pytest.raises(UserError, match="unknown system 'moveit'; known: .*reference"):
        table_for("moveit")
