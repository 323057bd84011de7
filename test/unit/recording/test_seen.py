# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from recorded_systems import prefix, robot

from nav2_composition_bench.recording.seen import SeenGraph, merged, without


def test_what_was_there_at_any_time_is_there_once() -> None:
    graph = robot().sighting().graph
    later = SeenGraph(("/camera", "/late", "/twin", "/twin"), graph.publishers[:1])
    found = merged([graph, later, later])
    assert found.nodes == ("/camera", "/detector", "/controller", "/late", "/twin", "/twin")
    assert found.publishers == graph.publishers


def test_topics_of_every_node_of_actions_and_without_subscribers_are_not_heard() -> None:
    system = robot()
    node = system.node("/a", 1).pub("/spin/_action/status").pub("/parameter_events")
    node.sub("/spin/_action/status").sub("/parameter_events")
    system.node("/_ros2cli_7", 2).sub("/cmd_vel")
    assert set(system.sighting().graph.topics_to_hear()) == {"/image", "/obstacles"}


def test_a_participant_is_taken_out_of_a_graph_with_the_nodes_that_are_its_alone() -> None:
    system = robot()
    system.node("/detector", 202).pub("/obstacles", 20.0)
    graph = system.sighting().graph
    left = without(graph, [prefix(101), prefix(102)])
    assert left.nodes == ("/detector", "/controller", "/detector")
    assert left.participants == {prefix(103), prefix(202)}
    assert [each.node for each in left.servers] == ["/detector"]
    assert without(left, [prefix(202)]).servers == ()
    assert without(graph, []) == graph
