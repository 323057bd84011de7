# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from topology_factory import chain, graph, node, pub, sub

from nav2_composition_bench.report.topology_text import (
    HEADING,
    outlet_rows,
    requirement_texts,
    summary_lines,
)
from nav2_composition_bench.topology.graph import Requirements

WAY = {"name": "way", "from": {"node": "a", "topic": "a"}, "to": {"node": "c"}}


def test_a_summary_counts_and_adds_up() -> None:
    assert summary_lines(graph(*chain("a", "b", "c"), paths=[WAY])) == [
        "test: 3 nodes, 3 publishers, 2 subscriptions, 3 topics, 0 services, 0 actions",
        "messages per s: 30 published → 20 delivered",
        "data per s: 3 kB published → 2 kB delivered",
        "memory, a rough estimate: 23 MB in one process, 36 MB in a process per node",
        "path way: /a (/a) → /c (/b)",
    ]


def test_what_a_graph_is_stands_below_its_name() -> None:
    lines = summary_lines(graph(*chain("a", "b"), description="Two nodes in a row."))
    assert lines[0].startswith("test: 2 nodes") and lines[1] == "Two nodes in a row."
    assert lines[2].startswith("messages per s")


def test_a_summary_says_what_is_required_and_what_is_strange() -> None:
    lines = summary_lines(
        graph(node("a", subscribers=[sub("x")]), requirements={"lost_percent": 0.1})
    )
    assert lines[0].startswith("test: 1 node, 0 publishers, 1 subscription, 1 topic")
    assert lines[-2:] == [
        "required: lost ≤ 0.1 %",
        "note: test.json:1: nodes[0].subscribers[0]: nobody publishes /x",
    ]


def test_what_is_as_fast_as_it_goes_has_no_figure() -> None:
    found = graph(node("a", pub("x", None, as_fast_as_possible=True)))
    assert "messages per s: max published → 0 delivered" in summary_lines(found)
    assert outlet_rows(found) == [("/a", "/x", "stamped100b", "–", "max", "100 B", "–")]


def test_every_outlet_has_a_row() -> None:
    service = {"service_name": "s", "srv_type": "stamped10b"}
    rows = outlet_rows(
        graph(
            node("a", pub("x", 5), clients=[{**service, "freq_hz": 1}]),
            node("b", subscribers=[sub("x")], servers=[service]),
        )
    )
    assert rows == [
        ("/a", "/x", "stamped100b", "/b", "5 Hz", "100 B", "500 B/s"),
        ("/a", "/s", "stamped10b", "/b", "1 Hz", "–", "–"),
    ]
    assert all(len(row) == len(HEADING) for row in rows)


def test_every_requirement_has_its_words() -> None:
    every = Requirements(20, 20, 1, 2, 3, 4, 5, 6, 7, 8, 9, (("way", 5.0),))
    assert list(requirement_texts(every)) == [
        "CPU ≤ 20 %", "memory ≤ 20 MB", "latency mean ≤ 1 ms", "latency p50 ≤ 2 ms",
        "latency p90 ≤ 3 ms", "latency p99 ≤ 4 ms", "latency p99.9 ≤ 5 ms", "latency max ≤ 6 ms",
        "late ≤ 7 %", "too late ≤ 8 %", "lost ≤ 9 %", "latency p99 of path way ≤ 5 ms",
    ]  # fmt: skip
