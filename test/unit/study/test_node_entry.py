# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.study.node_entry import (
    NodeEntry,
    fully_qualified_names,
    nodes_by_thread,
    thread_names,
)
from nav2_composition_bench.study.reference_table import REFERENCE_TABLE


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


def test_hidden_costmaps_follow_their_servers() -> None:
    names = fully_qualified_names(REFERENCE_TABLE)
    assert names.index("/local_costmap/local_costmap") == names.index("/controller_server") + 1
    assert names.index("/global_costmap/global_costmap") == names.index("/planner_server") + 1


def entries(*names: str) -> list[NodeEntry]:
    return [NodeEntry("package", "executable", "plugin", name) for name in names]


def test_threads_tell_nodes_by_their_names() -> None:
    long = ("lifecycle_manager_localization", "lifecycle_manager_navigation")
    found = nodes_by_thread(entries("robot/camera", "amcl", *long))
    assert found == {
        "robot/camera": "robot/camera",
        "amcl": "amcl",
        "lifecyc~ization": long[0],
        "lifecyc~igation": long[1],
    }


def test_threads_of_names_that_are_equal_when_short_tell_nothing() -> None:
    alike = ("temperature_sensor_a_left_1", "temperature_sensor_b_left_1")
    replicas = ("robot_1/camera_of_the_front", "robot_2/camera_of_the_front")
    assert set(nodes_by_thread(entries(*replicas)).values()) == set(replicas)
    assert nodes_by_thread(entries("amcl", *alike)) == {"amcl": "amcl"}
