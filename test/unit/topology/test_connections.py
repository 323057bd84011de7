# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from topology_factory import fault, graph, node, pub, sub, written

from nav2_composition_bench.topology.topology_file import load_topology

SERVED = {"service_name": "reset", "srv_type": "stamped10b"}
CALLED = {**SERVED, "freq_hz": 1}


def test_publishers_and_subscriptions_know_how_many_they_meet() -> None:
    found = graph(
        node("a", pub("x"), pub("y")),
        node("b", pub("x")),
        node("c", number=3, subscribers=[sub("x")]),
    ).nodes
    assert [each.matches for each in found[0].publishers] == [3, 0]
    assert [each.subscriptions[0].matches for each in found[2:]] == [2, 2, 2]


def test_two_nodes_of_one_name_are_refused(tmp_path: Path) -> None:
    path = written(tmp_path, node("a_1"), node("b"), node("a", number=2))
    assert fault(path) == (
        "test.json:5: nodes[2].node_name makes a node /a_1, as does test.json:3: nodes[0]; give one"
        " another name or namespace"
    )


def test_a_topic_of_two_types_is_refused(tmp_path: Path) -> None:
    path = written(tmp_path, node("a", pub("x")), node("b", pub("/x", kind="stamped10b")))
    assert fault(path) == (
        "test.json:4: nodes[1].publishers[0].msg_type is stamped10b, and test.json:3:"
        " nodes[0].publishers[0] publishes /x as stamped100b; a topic has one type"
    )


def test_a_subscription_of_another_type_is_refused(tmp_path: Path) -> None:
    other = node("b", subscribers=[sub("x", kind="stamped_vector")])
    assert fault(written(tmp_path, node("a", pub("x")), other)) == (
        "test.json:4: nodes[1].subscribers[0].msg_type is stamped_vector, and test.json:3:"
        " nodes[0].publishers[0] publishes /x as stamped100b; a topic has one type"
    )


def test_a_topic_with_raw_and_compressed_images_is_refused(tmp_path: Path) -> None:
    image: dict[str, Any] = {"kind": "image", "width": 8, "height": 8}
    path = written(
        tmp_path,
        node("a", pub("x", **image)),
        node("b", pub("x", **image, payload="jpeg", jpeg_quality=9)),
    )
    assert "nodes[1].publishers[0].payload differs from that of" in fault(path)


@pytest.mark.parametrize(
    "offered, asked, expected",
    [
        (
            {"qos_reliability": "best_effort"},
            {},
            "qos_reliability of /x asks for reliable, and the publisher offers best_effort",
        ),
        (
            {},
            {"qos_durability": "transient_local"},
            "qos_durability of /x asks for transient_local, and the publisher offers volatile",
        ),
    ],
)
def test_a_subscription_that_would_get_nothing_is_refused(
    tmp_path: Path, offered: dict[str, Any], asked: dict[str, Any], expected: str
) -> None:
    path = written(
        tmp_path, node("a", pub("x", **offered)), node("b", subscribers=[sub("x", **asked)])
    )
    message = fault(path)
    assert message.startswith(f"test.json:4: nodes[1].subscribers[0].{expected}")
    assert message.endswith("so that it would get nothing; make them alike")


def test_a_best_effort_subscription_hears_a_reliable_publisher() -> None:
    graph(node("a", pub("x")), node("b", subscribers=[sub("x", qos_reliability="best_effort")]))


def test_a_service_that_nobody_serves_is_refused(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        node("a", servers=[SERVED]),
        node("b", clients=[{**CALLED, "service_name": "rest"}]),
    )
    assert fault(path) == (
        "test.json:4: nodes[1].clients[0].service_name calls /rest, which nobody serves; did you"
        " mean '/reset'? served services: /reset; if another file serves it, name that too"
    )


def test_a_service_of_two_servers_or_types_is_refused(tmp_path: Path) -> None:
    twice = written(tmp_path, node("a", servers=[SERVED]), node("b", servers=[SERVED]))
    assert "nodes[1].servers[0].service_name serves /reset, as does" in fault(twice)
    other = {**CALLED, "srv_type": "stamped1kb"}
    types = written(tmp_path, node("a", servers=[SERVED]), node("b", clients=[other]))
    assert "clients[0].srv_type is stamped1kb, and" in fault(types)


def test_copies_of_a_server_need_private_names(tmp_path: Path) -> None:
    message = fault(written(tmp_path, node("a", number=2, servers=[SERVED])))
    assert "as does the node's own copy, which needs a ~/private name" in message
    private = {**SERVED, "service_name": "~/reset"}
    assert len(graph(node("a", number=2, servers=[private])).nodes) == 2


def test_an_action_that_nobody_or_two_serve_is_refused(tmp_path: Path) -> None:
    served, goal = {"action_name": "move"}, {"action_name": "move", "period_ms": 100}
    nobody = written(tmp_path, node("b", action_clients=[goal]))
    assert fault(nobody) == (
        "test.json:3: nodes[0].action_clients[0].action_name calls /move, which nobody serves;"
        " served actions: none; if another file serves it, name that too"
    )
    serving = written(tmp_path, node("a", action_servers=[served]), name="other")
    assert len(load_topology([nobody, serving]).nodes) == 2
    twice = written(
        tmp_path, node("a", action_servers=[served]), node("b", action_servers=[served])
    )
    assert "nodes[1].action_servers[0].action_name serves /move, as does" in fault(twice)


@pytest.mark.parametrize(
    "asked, expected",
    [
        ({"action_type": "stamped1mb"}, "action_type is stamped1mb, and"),
        ({}, "action_type is not there, and"),
    ],
)
def test_an_action_of_two_types_is_refused(
    tmp_path: Path, asked: dict[str, str], expected: str
) -> None:
    served = {"action_name": "move", "action_type": "stamped10b"}
    goal = {"action_name": "move", "period_ms": 100, **asked}
    path = written(tmp_path, node("a", action_servers=[served], action_clients=[goal]))
    assert f"nodes[0].action_clients[0].{expected}" in fault(path)
