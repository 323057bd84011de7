# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from topology_factory import chain, graph, node, pub, sub

from nav2_composition_bench.report.topology_outlets import outlets_of

WAY = {"name": "way", "from": {"node": "a", "topic": "a"}, "to": {"node": "c"}}


def test_every_publisher_and_client_of_a_node_leads_somewhere() -> None:
    service = {"service_name": "s", "srv_type": "stamped10b"}
    found = outlets_of(
        graph(
            node("a", pub("x", 20, "stamped1kb"), clients=[{**service, "freq_hz": 2}],
                 action_clients=[{"action_name": "s", "period_ms": 100}]),
            node("b", subscribers=[sub("x", kind="stamped1kb")] * 2, servers=[service]),
            node("c", subscribers=[sub("x", kind="stamped1kb")],
                 action_servers=[{"action_name": "s"}]),
        )
    )  # fmt: skip
    assert [(each.name, each.targets) for each in found["/a"]] == [
        ("/x", ("/b", "/c")), ("/s", ("/b",)), ("/s", ("/c",)),
    ]  # fmt: skip
    assert [each.text("/") for each in found["/a"]] == [
        "x: 20 Hz, 1.02 kB", "call s: 2 Hz", "action s: 10 Hz",
    ]  # fmt: skip
    assert found["/b"] == ()


def test_names_are_short_in_the_nodes_own_namespace() -> None:
    found = outlets_of(graph(node("a", pub("x"), pub("/y"), node_namespace="lab")))
    assert [each.text("/lab") for each in found["/lab/a"]] == [
        "x: 10 Hz, 100 B", "/y: 10 Hz, 100 B",
    ]  # fmt: skip


def test_a_path_is_marked_where_it_leads_and_nowhere_else() -> None:
    aside = node("d", subscribers=[sub("a")])
    found = outlets_of(graph(*chain("a", "b", "c", "e"), aside, paths=[WAY]))
    marked = {name: outlet.path_targets for name, (outlet, *_) in list(found.items())[:4]}
    assert marked == {"/a": {"/b"}, "/b": {"/c"}, "/c": set(), "/e": set()}
