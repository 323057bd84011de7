# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How large a graph may be, and about how much memory it takes.

The estimate is of proportional set size, for the engine's rcl binding with Fast DDS. It was fitted
to processes of 1 to 70 nodes, with and without endpoints, and to 2 to 40 processes beside each
other, all of which it meets within a tenth.
"""

from __future__ import annotations

from collections.abc import Sequence

from nav2_composition_bench.topology.graph import TopologyNode
from nav2_composition_bench.topology.message_type import HEADER_BYTES

MAX_NODES = 1000
"""More would have to be asked for by mistake."""

LIBRARY_BYTES = 17_000_000
"""Pages that all processes share."""
PROCESS_BYTES = 5_900_000
ACQUAINTANCE_BYTES = 80_000
"""What a process keeps of each other one that it discovers."""
NODE_BYTES = 30_000
ENDPOINT_BYTES = 70_000
QUEUED_MESSAGES = 2
"""Messages for which an endpoint holds memory while receivers keep up."""


def memory_bytes(nodes: Sequence[TopologyNode], processes: int, are_acquainted: bool = True) -> int:
    """Estimate the memory of a graph in so many processes.

    :param are_acquainted: whether the processes discover each other.
    """
    sizes = {each.topic: each.size_bytes for node in nodes for each in node.publishers}
    total = memory_of_nodes(len(nodes), processes, are_acquainted)
    for node in nodes:
        topics = len(node.publishers) + len(node.subscriptions)
        services = len(node.servers) + len(node.clients)
        actions = len(node.action_servers) + len(node.action_clients)
        # a service has two endpoints; an action three services and two topics
        total += ENDPOINT_BYTES * (topics + 2 * services + 8 * actions)
        held = [each.size_bytes for each in node.publishers]
        held += [sizes.get(each.topic, 0) for each in node.subscriptions]
        total += QUEUED_MESSAGES * sum(HEADER_BYTES + size for size in held)
    return total


def memory_of_nodes(number: int, processes: int, are_acquainted: bool = True) -> int:
    """Estimate the memory of nodes without endpoints."""
    own = PROCESS_BYTES + (processes - 1) * ACQUAINTANCE_BYTES * are_acquainted
    return LIBRARY_BYTES + processes * own + number * NODE_BYTES
