# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from topology_factory import graph, node

from nav2_composition_bench.study.node_entry import fully_qualified_names
from nav2_composition_bench.study.topology_table import EXECUTABLE, PLUGIN, topology_table


def test_every_node_is_the_same_component_under_its_own_name() -> None:
    table = topology_table(graph(node("a"), node("b", node_namespace="/lab/arm")))
    assert {(entry.package, entry.executable, entry.plugin) for entry in table} == {
        ("nav2_composition_bench", EXECUTABLE, PLUGIN)
    }
    assert [entry.name for entry in table] == ["a", "lab/arm/b"]
    assert fully_qualified_names(table) == ("/a", "/lab/arm/b")
    assert not any(entry.lifecycle_manager or entry.hidden_nodes for entry in table)
