# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.fleet import machine_of
from nav2_composition_bench.topology.generate import generate
from nav2_composition_bench.topology.generated_fleet import FLEET_TOPIC, ROBOT_TOPICS
from nav2_composition_bench.topology.topology_file import packaged_topologies

CONSUMER_ROBOT = packaged_topologies()["consumer_robot"].with_suffix("")


def test_a_robot_has_its_topics_and_one_that_is_common_to_the_fleet() -> None:
    graph = generate("fleet", {"robots": 3}, "here")
    machines = [machine_of(node.full_name) for node in graph.nodes]
    assert machines == ["robot_1", "robot_2", "robot_3", "operator"]
    for node in graph.nodes[:3]:
        topics = [publisher.topic for publisher in node.publishers]
        assert len(topics) == ROBOT_TOPICS + 1 and topics[-1] == FLEET_TOPIC
        assert all(topic.startswith(f"/{machine_of(node.full_name)}/") for topic in topics[:-1])


def test_the_operator_subscribes_all_topics_of_the_first_robot() -> None:
    graph = generate("fleet", {"robots": 2, "topics": 4}, "here")
    published = [each.topic for each in graph.nodes[0].publishers if each.topic != FLEET_TOPIC]
    assert [each.topic for each in graph.nodes[-1].subscriptions] == published


def test_a_robot_runs_the_nodes_of_a_topology_in_its_own_namespace() -> None:
    graph = generate("fleet", {"robots": 2, "topics": 1, "robot": "consumer_robot"}, "here")
    own = [node for node in graph.nodes if machine_of(node.full_name) == "robot_2"]
    assert len(own) == 21
    topics = {each.topic for node in own for each in node.publishers}
    topics |= {each.topic for node in own for each in node.subscriptions}
    assert all(topic.startswith("/robot_2/") for topic in topics - {FLEET_TOPIC})


@pytest.mark.parametrize(
    "arguments, fault",
    [
        ({"robots": 0}, "robots is 0, must be 1 to 200"),
        ({"robots": 2, "topics": 0}, "topics is 0, must be 1 to 1000"),
        ({"robots": 2, "robot": "moon_rover"}, "'moon_rover' is no topology"),
        (
            {"robots": 2, "robot": "consumer_robt"},
            "'consumer_robt' is no topology of the package; did you mean 'consumer_robot'",
        ),
        ({"robots": 2, "robot": "topology.schema"}, "'topology.schema' is no topology"),
        ({"robots": 2, "robot": str(CONSUMER_ROBOT)}, "consumer_robot' is no topology"),
    ],
)
def test_a_fleet_that_cannot_be_is_refused(arguments: dict[str, object], fault: str) -> None:
    with pytest.raises(UserError, match=fault):
        generate("fleet", arguments, "here")
