# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.fleet.wanted import wanted_pairs
from nav2_composition_bench.study.fleet import Discovery
from nav2_composition_bench.topology.generate import generate


def test_each_robot_finds_the_common_topic_of_every_robot_in_both_directions() -> None:
    graph = generate("fleet", {"robots": 3, "topics": 5}, "here")
    wanted = wanted_pairs(graph, Discovery.MULTICAST)
    assert {name: wanted[name] for name in ("robot_1", "robot_2", "robot_3")} == {
        "robot_1": 6,
        "robot_2": 6,
        "robot_3": 6,
    }


@pytest.mark.parametrize("discovery", [Discovery.DOMAINS, Discovery.IGNORE])
def test_robots_that_are_not_joined_find_themselves_alone(discovery: Discovery) -> None:
    wanted = wanted_pairs(generate("fleet", {"robots": 3, "topics": 5}, "here"), discovery)
    assert wanted["robot_3"] == 2


@pytest.mark.parametrize("discovery", list(Discovery))
def test_the_operator_is_to_find_every_topic_of_the_first_robot(discovery: Discovery) -> None:
    wanted = wanted_pairs(generate("fleet", {"robots": 3, "topics": 5}, "here"), discovery)
    assert wanted["operator"] == 5


def test_what_a_robot_runs_besides_is_to_find_its_own() -> None:
    arguments = {"robots": 2, "topics": 1, "robot": "consumer_robot"}
    wanted = wanted_pairs(generate("fleet", arguments, "here"), Discovery.IGNORE)
    alone = wanted_pairs(generate("fleet", {"robots": 2, "topics": 1}, "here"), Discovery.IGNORE)
    assert wanted["robot_1"] == wanted["robot_2"] > alone["robot_1"]
