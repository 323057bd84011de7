# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace

from captured_systems import prefix, robot

from nav2_composition_bench.capturing.seen import SeenGraph, completed, merged, without


def test_what_was_there_at_any_time_is_there_once() -> None:
    graph = robot().sighting().graph
    of_camera = [each for each in graph.publishers if each.node == "/camera"]
    later = SeenGraph(("/camera", "/late", "/twin", "/twin"), tuple(of_camera))
    found = merged(merged(graph, later), later)
    assert found.nodes == ("/camera", "/detector", "/controller", "/late", "/twin", "/twin")
    assert sorted(each.gid for each in found.publishers) == sorted(
        each.gid for each in graph.publishers
    )


def test_of_nodes_that_have_restarted_the_later_endpoints_are_there_alone() -> None:
    before, later = robot().sighting().graph, robot().sighting().graph
    assert not set(before.endpoints) & set(later.endpoints)
    assert merged(before, later) == later


def test_a_second_node_of_a_name_is_there_beside_the_first() -> None:
    system = robot()
    before = system.sighting().graph
    system.node("/detector", 202).sub("/image")
    found = merged(before, system.sighting().graph)
    assert found.nodes.count("/detector") == 2
    assert {prefix(102), prefix(202)} <= found.participants


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


def test_what_known_participants_show_later_is_added_and_nothing_is_taken_away() -> None:
    system = robot()
    before = system.sighting().graph
    (first, *others) = before.publishers
    system.node("/late", 200).pub("/news")
    grown = system.sighting().graph
    part = replace(before, publishers=tuple(others))
    assert set(completed(part, grown).publishers) == set(before.publishers)
    assert completed(before, replace(grown, publishers=())) == before
    again = replace(first, gid=prefix(900) + first.gid[-4:])
    assert completed(part, replace(grown, publishers=(again,))) == part


def test_a_subscription_that_was_made_anew_is_there_once() -> None:
    before = robot().sighting().graph
    old, *others = before.subscriptions
    anew = replace(old, gid=old.gid[:-1] + bytes([old.gid[-1] ^ 1]))
    found = completed(before, replace(before, subscriptions=(anew, *others)))
    assert set(found.subscriptions) == {anew, *others}
    both = completed(replace(before, subscriptions=(old, anew, *others)), before)
    assert set(both.subscriptions) == {old, anew, *others}
