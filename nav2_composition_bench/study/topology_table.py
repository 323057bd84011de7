# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The node table of a topology: every node is the same component with other parameters."""

from __future__ import annotations

from nav2_composition_bench.study.node_entry import NodeEntry
from nav2_composition_bench.topology.graph import Topology

EXECUTABLE = "topology_process"
PLUGIN = "nav2_composition_bench::TopologyNode"


def topology_table(topology: Topology) -> tuple[NodeEntry, ...]:
    """Return an entry for each node, in the order of the file.

    The name of a node in a namespace holds it, without the leading slash: ``robot_1/camera``.
    """
    return tuple(
        NodeEntry(
            package="nav2_composition_bench",
            executable=EXECUTABLE,
            plugin=PLUGIN,
            name=node.full_name.lstrip("/"),
            apart=node.outside,
        )
        for node in topology.nodes
    )
