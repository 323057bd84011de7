# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from rclpy.qos import HistoryPolicy, QoSProfile

from nav2_composition_bench.capturing import watcher
from nav2_composition_bench.capturing.seen import SeenGraph
from nav2_composition_bench.capturing.watcher import Watcher, endpoints_of
from nav2_composition_bench.topology.qos import DEFAULT_QOS


def info(name: str, gid: list[int], qos: QoSProfile) -> SimpleNamespace:
    return SimpleNamespace(
        node_namespace="/robot",
        node_name=name,
        topic_type="std_msgs/msg/String",
        endpoint_gid=gid,
        qos_profile=qos,
    )


def test_a_gid_is_as_long_as_that_of_messages_whatever_a_distribution_shows_of_it() -> None:
    shown = list(range(16))
    infos = [
        info("a", shown, QoSProfile(depth=7)),
        info("b", [*shown, *[0] * 8], QoSProfile(history=HistoryPolicy.UNKNOWN, depth=0)),
    ]
    found = list(endpoints_of("/x", infos, "/own"))
    assert [each.gid for each in found] == [bytes(shown)] * 2
    assert [each.node for each in found] == ["/robot/a", "/robot/b"]
    assert [each.qos.depth for each in found] == [7, DEFAULT_QOS.depth]


def test_endpoints_of_ones_own_and_of_nodes_without_a_name_are_left_out() -> None:
    qos = QoSProfile(depth=1)
    infos = [info(name, [0] * 16, qos) for name in ("a", "_NODE_NAME_UNKNOWN_", "own")]
    assert [each.node for each in endpoints_of("/x", infos, "/robot/own")] == ["/robot/a"]


class Looks(Watcher):
    """Sees a graph of some nodes, and of some endpoints that have none, at each look."""

    def __init__(self, *seen: tuple[int, int]) -> None:
        self.seen: Iterator[tuple[int, int]] = iter(seen)
        self.last = (0, 0)
        self.now_s = 0.0

    def _look(self) -> tuple[SeenGraph, int]:
        nodes, nameless = self.last = next(self.seen, self.last)
        return SeenGraph(tuple(f"/{index}" for index in range(nodes))), nameless

    def found_after_s(self, monkeypatch: pytest.MonkeyPatch, is_whole: bool = True) -> float:
        """Return how long it takes to discover, and let each look be a second."""

        def sleep(_: float) -> None:
            self.now_s += 1.0

        clock = SimpleNamespace(monotonic=lambda: self.now_s, sleep=sleep)
        monkeypatch.setattr(watcher, "time", clock)
        self.discover(min_s=2.0, stable_s=2.0, max_s=15.0, is_whole=lambda _: is_whole)
        return self.now_s


@pytest.mark.parametrize(
    ("looks", "is_whole", "took_s"),
    [
        ([(1, 0)], True, 2.0),
        ([(1, 0), (1, 0), (2, 0)], True, 4.0),
        ([(1, 3)] * 6 + [(1, 0)], True, 6.0),
        ([(1, 3)], True, 10.0),
        ([(1, 0)], False, 10.0),
        ([(each, 0) for each in range(1, 99)], True, 15.0),
    ],
)
def test_a_graph_is_waited_for_until_it_stands_still_and_is_whole(
    monkeypatch: pytest.MonkeyPatch, looks: list[tuple[int, int]], is_whole: bool, took_s: float
) -> None:
    assert Looks(*looks).found_after_s(monkeypatch, is_whole) == took_s


def test_topics_of_programs_without_ros_whose_names_rclpy_refuses_are_noted() -> None:
    class Node:
        def get_topic_names_and_types(self) -> list[tuple[str, list[str]]]:
            return [(name, ["std_msgs/msg/String"]) for name in ("/scan", "/foo-bar", "/a.b")]

        def get_publishers_info_by_topic(self, topic: str) -> list[SimpleNamespace]:
            if topic != "/scan":
                raise ValueError(topic)
            return [info("a", [0] * 16, QoSProfile(depth=1))]

        get_subscriptions_info_by_topic = get_publishers_info_by_topic

        def get_node_names_and_namespaces(self) -> list[tuple[str, str]]:
            return []

        def get_fully_qualified_name(self) -> str:
            return "/own"

        def __getattr__(self, _name: str) -> None:
            return None

    looking = Watcher.__new__(Watcher)
    looking.node, looking.unnamable = Node(), set()
    assert {each.topic for each in looking.graph().endpoints} == {"/scan"}
    assert looking.unnamable == {"/foo-bar", "/a.b"}
