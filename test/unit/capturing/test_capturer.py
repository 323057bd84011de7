# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import time
from typing import Any

import pytest
from captured_systems import prefix, robot

from nav2_composition_bench.capturing.capturer import CaptureOptions, Capturer
from nav2_composition_bench.capturing.home_search import FoundHomes
from nav2_composition_bench.capturing.seen import SeenGraph
from nav2_composition_bench.errors import UserError


class Fake:
    """A watcher that sees one graph."""

    def __init__(self, graph: SeenGraph, rmw: str = "rmw_fastrtps_cpp") -> None:
        self.seen = graph
        self.rmw = rmw
        self.looks = 0

    def discover(self, **_: float) -> SeenGraph:
        self.looks += 1
        return self.seen

    def graph(self) -> SeenGraph:
        return self.seen


def capture(fake: Any, said: list[str], *outside: str) -> Capturer:
    return Capturer(fake, CaptureOptions(8.0, 3, outside), said.append)


def test_a_middleware_that_cannot_be_captured_is_refused_before_anybody_is_looked_for() -> None:
    fake = Fake(robot().sighting().graph, "rmw_zenoh_cpp")
    with pytest.raises(UserError, match="the middleware is rmw_zenoh_cpp"):
        capture(fake, []).capture()
    assert fake.looks == 0


def test_a_name_of_no_node_is_said_at_the_first_look(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    fake = Fake(robot().sighting().graph)

    def stop(*_: object) -> None:
        raise InterruptedError

    monkeypatch.setattr(Capturer, "_find_homes", stop)
    with pytest.raises(InterruptedError):
        capture(fake, said, "camra", "det*").capture()
    assert said == ["so far --outside 'camra' names no node that was seen; did you mean 'camera'?"]


def test_nodes_whose_processes_had_ended_are_left_out_and_a_whole_system_is_refused() -> None:
    system = robot()
    system.node("/_ros2cli_7", 202)
    graph = system.sighting().graph
    its = capture(Fake(graph), [])
    now_s = time.monotonic()
    left, ended = its._without_ended(
        graph, FoundHomes({}, frozenset({prefix(101), prefix(202)}), now_s)
    )
    assert (left.nodes, ended) == (("/detector", "/controller"), ("/camera",))
    with pytest.raises(UserError, match="no node is on ROS domain 3"):
        its._without_ended(graph, FoundHomes({}, graph.participants, now_s))
