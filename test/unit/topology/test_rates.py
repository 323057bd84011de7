# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from topology_factory import chain, fault, graph, node, pub, sub, written

from nav2_composition_bench.topology.graph import Topology


def rates(topology: Topology) -> dict[str, float | None]:
    return {each.topic: each.rate_hz for node in topology.nodes for each in node.publishers}


def test_a_chain_has_the_rate_of_its_beginning() -> None:
    assert rates(graph(*chain("a", "b", "c", first_hz=40))) == {"/a": 40, "/b": 40, "/c": 40}


def test_the_order_of_nodes_does_not_matter() -> None:
    assert rates(graph(*reversed(chain("a", "b", "c", first_hz=5)))) == {
        "/a": 5, "/b": 5, "/c": 5,
    }  # fmt: skip


def test_rates_of_all_causes_of_a_topic_add_up() -> None:
    found = graph(
        node("a", pub("x", 10)),
        node("b", pub("x", 5)),
        node(
            "c",
            pub("y", None),
            subscribers=[sub("x", "y"), sub("z", "y")],
            timers=[{"freq_hz": 100, "publishes": ["y"]}],
            servers=[{"service_name": "s", "srv_type": "stamped10b", "publishes": ["y"]}],
        ),
        node("d", pub("z", 1)),
        node(
            "e", number=2, clients=[{"service_name": "s", "srv_type": "stamped10b", "freq_hz": 4}]
        ),
        node("f", subscribers=[sub("y")]),
    )
    assert rates(found)["/y"] == pytest.approx(10 + 5 + 1 + 100 + 2 * 4)
    assert found.nodes[6].subscriptions[0].rate_hz == pytest.approx(124)
    assert found.nodes[2].subscriptions[0].rate_hz == 15
    assert found.nodes[2].servers[0].rate_hz == 8


def test_what_a_publisher_leaves_out_is_not_in_its_rate_nor_in_what_follows_from_it() -> None:
    found = graph(
        node("a", pub("x", 1000, skip_every=10)),
        node("b", pub("y", None, skip_every=2), subscribers=[sub("x", "y")], own_cpu_percent=9),
        node("c", pub("z", None, as_fast_as_possible=True, skip_every=2)),
    )
    assert rates(found) == {"/x": pytest.approx(900), "/y": pytest.approx(450), "/z": None}
    (subscription,) = found.nodes[1].subscriptions
    assert subscription.rate_hz == pytest.approx(900) and subscription.work.work_us == 100


def test_what_follows_from_as_fast_as_possible_has_no_rate() -> None:
    fast = node("a", pub("a", None, as_fast_as_possible=True))
    found = graph(fast, *chain("a", "b")[1:], node("c", subscribers=[sub("b")]))
    assert rates(found) == {"/a": None, "/b": None}
    (end,) = found.nodes[2].subscriptions
    assert end.rate_hz is None and (end.late_ns, end.too_late_ns) == (0, 0)


def test_lateness_is_a_share_of_the_period_of_one_publisher() -> None:
    found = graph(
        node("a", pub("x", 100)),
        node("b", pub("x", 50)),
        node("c", pub("y", None), subscribers=[sub("x", "y")]),
        node("d", subscribers=[sub("y"), sub("nothing")]),
    )
    (of_two,) = found.nodes[2].subscriptions
    assert (of_two.late_ns, of_two.too_late_ns) == (2_000_000, 10_000_000)
    of_chain, of_nobody = found.nodes[3].subscriptions
    assert of_chain.too_late_ns == round(1e9 / 150)
    assert (of_nobody.late_ns, of_nobody.rate_hz, of_nobody.matches) == (0, 0, 0)


def test_thresholds_may_be_other_than_the_defaults() -> None:
    found = graph(*chain("a", "b"), thresholds={"late_ms": 1})
    assert found.lateness.late_ms == 1
    assert found.nodes[1].subscriptions[0].late_ns == 1_000_000
    assert found.nodes[1].subscriptions[0].rate_hz == 10


def test_images_are_decompressed_where_they_are_compressed() -> None:
    image: dict[str, Any] = {"kind": "image", "width": 8, "height": 8}
    found = graph(
        node("a", pub("x", **image), pub("y", **image, payload="jpeg", jpeg_quality=30)),
        node("b", subscribers=[sub("x", kind="image"), sub("y", kind="image")]),
    )
    assert [each.decode for each in found.nodes[1].subscriptions] == [False, True]


def test_a_chain_that_is_a_cycle_is_refused_with_its_way(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        node("start", pub("x")),
        node("a", pub("y", None), subscribers=[sub("x", "y"), sub("z", "y")]),
        node("b", pub("z", None), subscribers=[sub("y", "z")]),
    )
    message = fault(path)
    assert message.startswith(
        "test.json:4: nodes[1].subscribers[1].publishes makes a chain that is a cycle: "
    )
    assert "/a → /y" in message and "/b → /z" in message and "/start" not in message
    assert message.endswith("let a timer publish one of these topics")


def test_a_node_that_answers_itself_is_a_cycle(tmp_path: Path) -> None:
    path = written(tmp_path, node("a", pub("x", None), subscribers=[sub("x", "x")]))
    assert fault(path) == (
        "test.json:3: nodes[0].subscribers[0].publishes makes a chain that is a cycle: /a → /x and"
        " so on; let a timer publish one of these topics"
    )


def test_nodes_in_a_ring_are_no_cycle_if_a_timer_publishes() -> None:
    found = graph(
        node("a", pub("x"), subscribers=[sub("y")]), node("b", pub("y"), subscribers=[sub("x")])
    )
    assert rates(found) == {"/x": 10, "/y": 10}


def test_a_publisher_that_nothing_makes_publish_is_refused(tmp_path: Path) -> None:
    assert fault(written(tmp_path, node("a", pub("x", None)))) == (
        "test.json:3: nodes[0].publishers[0] has no freq_hz and no period_ms, and no callback of /a"
        " publishes it; add one"
    )


def test_a_publisher_with_a_rate_is_not_published_by_callbacks_too(tmp_path: Path) -> None:
    path = written(tmp_path, node("a", pub("x", 5), subscribers=[sub("y", "x")]))
    assert fault(path) == (
        "test.json:3: nodes[0].publishers[0] has a rate of its own and is published by a callback"
        " too; leave one out"
    )
