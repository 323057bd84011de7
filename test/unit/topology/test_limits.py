# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest
from topology_factory import fault, graph, node, pub, sub, written

from nav2_composition_bench.topology.limits import MAX_NODES, memory_bytes, memory_of_nodes
from nav2_composition_bench.topology.topology_file import load_topology, packaged_topologies


def test_ten_thousand_nodes_are_refused_with_the_memory_they_would_take(tmp_path: Path) -> None:
    assert fault(written(tmp_path, node("a"), node("b", number=9999))) == (
        "test.json:4: nodes[1].number makes 10000 nodes, which would take about 0.3 GB in one"
        " process and 8059 GB in a process each; at most 1000 are possible"
    )


def test_replicas_count_too(tmp_path: Path) -> None:
    path = written(tmp_path, node("a", number=10), node("b"), replicas={"number": 100})
    assert "nodes[1].node_name makes 1100 nodes" in fault(path)


def test_as_many_as_are_possible_are_read() -> None:
    assert len(graph(node("a", number=MAX_NODES)).nodes) == MAX_NODES


@pytest.mark.parametrize(
    "name, processes, measured_mb",
    [
        ("mont_blanc", 1, 31.5),
        ("create3", 1, 40.8),
        ("sierra_nevada", 1, 25.6),
        ("reference_system", 1, 27.6),
        ("mont_blanc", 20, 183.5),
    ],
)
def test_graphs_are_estimated_as_they_were_measured(
    name: str, processes: int, measured_mb: float
) -> None:
    nodes = load_topology([packaged_topologies()[name]]).nodes
    assert memory_bytes(nodes, processes) == pytest.approx(1e6 * measured_mb, rel=0.1)


@pytest.mark.parametrize("number, processes, measured_mb", [
    (1, 1, 22.2), (20, 1, 22.6), (70, 1, 23.9), (2, 2, 28.8), (10, 10, 82.4), (40, 40, 373.7),
])  # fmt: skip
def test_empty_nodes_are_too(number: int, processes: int, measured_mb: float) -> None:
    assert memory_of_nodes(number, processes) == pytest.approx(1e6 * measured_mb, rel=0.1)


def test_large_messages_count_at_both_ends() -> None:
    small, large = (
        graph(node("a", pub("x", kind=kind)), node("b", subscribers=[sub("x", kind=kind)])).nodes
        for kind in ("stamped10b", "stamped1mb")
    )
    assert memory_bytes(large, 1) - memory_bytes(small, 1) == 2 * 2 * (1024**2 - 10)
