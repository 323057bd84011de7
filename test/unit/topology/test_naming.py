# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.topology.naming import entity_names, is_plain, joined, qualified


@pytest.mark.parametrize(
    "name, expected",
    [
        ("points", "/robot_1/front/points"),
        ("lidar/points", "/robot_1/front/lidar/points"),
        ("/points", "/points"),
        ("~/points", "/robot_1/front/driver/points"),
    ],
)
def test_names_are_qualified_as_ros_does_it(name: str, expected: str) -> None:
    assert qualified(name, "/robot_1/front", "driver") == expected


def test_namespaces_are_joined_without_empty_parts() -> None:
    assert joined("", "") == "/"
    assert joined("/", "a/") == "/a"
    assert joined("/robot_1", "/arm/left") == "/robot_1/arm/left"


def test_entities_are_called_as_their_topics_and_no_two_alike() -> None:
    names = ["points", "/Lidar/points", "~/points", "lidar/points", "points"]
    assert entity_names(names) == [
        "points", "lidar_points", "points_2", "lidar_points_2", "points_3",
    ]  # fmt: skip


@pytest.mark.parametrize("word", ["y", "n", "on", "off", "True", "null", "nan", "INF", "1e3", "7"])
def test_no_entity_is_called_by_what_yaml_takes_for_something_else(word: str) -> None:
    assert not is_plain(word)
    (name,) = entity_names([word])
    assert name == f"x_{word.lower()}" and is_plain(name)


def test_names_that_lose_everything_are_still_names() -> None:
    assert entity_names(["___", "/"]) == ["entity", "entity_2"]
