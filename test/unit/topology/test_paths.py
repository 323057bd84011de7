# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from topology_factory import chain, fault, graph, node, pub, sub, written

from nav2_composition_bench.topology.paths import ways_of


def path(start: Any = "a", end: str = "c", name: str = "way", **to: str) -> dict[str, Any]:
    begin = {"node": start, "topic": start} if isinstance(start, str) else start
    return {"name": name, "from": begin, "to": {"node": end, **to}}


def test_a_path_ends_at_the_subscription_that_its_messages_arrive_at() -> None:
    found = graph(*chain("a", "b", "c"), paths=[path()])
    assert [each.paths for each in found.nodes[2].subscriptions] == [("way",)]
    assert found.nodes[1].subscriptions[0].paths == ()
    (only,) = found.paths
    assert only.starts == (("/a", "/a"),) and (only.end_node, only.end_topic) == ("/c", "/b")


def test_several_paths_may_end_at_one_subscription() -> None:
    found = graph(*chain("a", "b", "c"), paths=[path(), path(name="again")])
    assert found.nodes[2].subscriptions[0].paths == ("way", "again")


def test_a_message_counts_once_for_a_path() -> None:
    end = node("c", subscribers=[sub("b"), sub("b")])
    found = graph(*chain("a", "b"), end, paths=[path()])
    assert [each.paths for each in found.nodes[2].subscriptions] == [("way",), ()]


def test_a_path_may_begin_at_a_timer_that_publishes() -> None:
    timer = {"freq_hz": 5, "publishes": ["x"]}
    graph(
        node("a", pub("x", None), timers=[timer]),
        node("c", subscribers=[sub("x")]),
        paths=[path({"node": "a", "topic": "x"})],
    )


def test_a_path_may_begin_at_several_places() -> None:
    starts = [{"node": "a", "topic": "a"}, {"node": "b", "topic": "b"}]
    found = graph(
        node("a", pub("a")),
        node("b", pub("b")),
        node("c", pub("c", None), subscribers=[sub("a", "c"), sub("b", "c")]),
        node("d", subscribers=[sub("c")]),
        paths=[path(starts, "d")],
    )
    assert found.paths[0].starts == (("/a", "/a"), ("/b", "/b"))


def test_each_replica_has_its_path() -> None:
    found = graph(*chain("a", "b", "c"), paths=[path()], replicas={"number": 2})
    assert [each.name for each in found.paths] == ["robot_1_way", "robot_2_way"]
    assert {each.base_name for each in found.paths} == {"way"}
    assert found.nodes[5].subscriptions[0].paths == ("robot_2_way",)


def test_the_way_of_a_path_is_every_publisher_on_it_and_no_other() -> None:
    found = graph(
        *chain("a", "b", "c"), node("d", subscribers=[sub("a"), sub("b")]), paths=[path()]
    )
    ways = {(node_name, target) for (node_name, _), target in ways_of(found.paths[0], found.nodes)}
    assert ways == {("/a", "/b"), ("/b", "/c")}


FORK = [*chain("a", "b", "c"), node("x", pub("x"), subscribers=[sub("a")])]


@pytest.mark.parametrize(
    "said, expected",
    [
        (
            path("a", "x", topic="b"),
            ".to.topic: /x does not subscribe to /b; it subscribes to: /a",
        ),
        (
            path("x", "c"),
            " does not connect: what begins at /x does not arrive at /c; it reaches: no node",
        ),
        (
            path({"node": "d", "topic": "a"}),
            ".from.node: there is no node /d; known: /a, /b, /c, /x",
        ),
        (
            path({"node": "a", "topic": "aa"}),
            ".from.topic: /a does not publish /aa; did you mean '/a'? it publishes: /a",
        ),
        (
            path("b", "c"),
            ".from.topic: the messages of /b follow from others, and latency counts from the"
            " first; begin the path at /a",
        ),
        (path(name="Way"), ".name is 'Way', must match ^[a-z][a-z0-9_]*$"),
        (path(name="off"), ".name 'off' is no text in YAML, by which it is handed on; choose"
                           " another name"),
        (
            path({"node": "a"}),
            ".from lacks topic; add it",
        ),
        (path([]), ".from is [], number of entries must be at least 1"),
    ],
)  # fmt: skip
def test_a_path_that_is_none_is_refused(
    tmp_path: Path, said: dict[str, Any], expected: str
) -> None:
    message = fault(written(tmp_path, *FORK, paths=[said]))
    assert message == f"test.json:1: paths[0]{expected}"


def test_a_path_says_what_its_messages_reach_instead(tmp_path: Path) -> None:
    path_file = written(tmp_path, *FORK, node("d", subscribers=[sub("x")]), paths=[path("a", "d")])
    assert fault(path_file).endswith(
        "what begins at /a does not arrive at /d; it reaches: /b, /c, /x"
    )


def test_an_end_that_messages_arrive_at_twice_needs_a_topic(tmp_path: Path) -> None:
    nodes = [*chain("a", "b"), node("c", subscribers=[sub("a"), sub("b")])]
    message = fault(written(tmp_path, *nodes, paths=[path()]))
    assert message.endswith("arrive at /c by /a and /b; name one of them as topic")
    assert graph(*nodes, paths=[path(topic="b")]).paths[0].end_topic == "/b"


def test_an_end_where_other_messages_arrive_too_is_refused(tmp_path: Path) -> None:
    nodes = [
        node("a", pub("a")),
        node("b", pub("b")),
        node("m", pub("m", None), subscribers=[sub("a", "m"), sub("b", "m")]),
        node("c", subscribers=[sub("m")]),
    ]
    assert fault(written(tmp_path, *nodes, paths=[path()])) == (
        "test.json:1: paths[0].from: /m also carries what begins at /b (/b), whose latency would"
        " count too; name these in from as well"
    )


def test_two_paths_of_one_name_are_refused(tmp_path: Path) -> None:
    message = fault(written(tmp_path, *FORK, paths=[path(), path()]))
    assert message == (
        "test.json:1: paths[1].name 'way' is the name of test.json:1: paths[0] too; choose another"
    )


def test_no_path_ends_where_nothing_takes_its_messages(tmp_path: Path) -> None:
    both = node("c", subscribers=[sub("b", taken=False), sub("b")])
    found = graph(*chain("a", "b"), both, paths=[path()])
    assert [each.paths for each in found.nodes[2].subscriptions] == [(), ("way",)]
    untaken = node("c", subscribers=[sub("b", taken=False)])
    assert "does not connect" in fault(written(tmp_path, *chain("a", "b"), untaken, paths=[path()]))
