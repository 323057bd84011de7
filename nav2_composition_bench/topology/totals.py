# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a graph amounts to: its counts, nominal rates and memory."""

from __future__ import annotations

from dataclasses import dataclass

from nav2_composition_bench.topology import limits
from nav2_composition_bench.topology.entities import Publisher, Subscription
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.rates import total

JPEG_SHARE = 0.1
"""What is taken to be left of an image by compression, for want of its content."""


@dataclass(frozen=True)
class Totals:
    """Sums over a graph; rates are None where a publisher is as fast as it goes.

    :param published_bytes_hz: data bytes handed to publishers per second.
    :param delivered_bytes_hz: the same at subscriptions.
    :param memory_together_bytes: estimate for one process, see ``limits``.
    :param memory_apart_bytes: the same for a process per node.
    """

    nodes: int
    publishers: int
    subscriptions: int
    topics: int
    services: int
    actions: int
    published_hz: float | None
    delivered_hz: float | None
    published_bytes_hz: float | None
    delivered_bytes_hz: float | None
    memory_together_bytes: int
    memory_apart_bytes: int


def totals_of(topology: Topology) -> Totals:
    """Add a graph up."""
    nodes = topology.nodes
    publishers = [each for node in nodes for each in node.publishers]
    subscriptions = [each for node in nodes for each in node.subscriptions]
    flows = [
        (publisher.rate_hz, message_bytes(publisher), publisher.matches) for publisher in publishers
    ]
    return Totals(
        len(nodes),
        len(publishers),
        len(subscriptions),
        len({each.topic for each in publishers} | {each.topic for each in subscriptions}),
        sum(len(node.servers) for node in nodes),
        sum(len(node.action_servers) for node in nodes),
        total([each.rate_hz for each in publishers]),
        total([each.rate_hz for each in subscriptions]),
        total([None if rate is None else rate * size for rate, size, _ in flows]),
        total([None if rate is None else rate * size * matches for rate, size, matches in flows]),
        limits.memory_bytes(nodes, 1),
        limits.memory_bytes(nodes, len(nodes)),
    )


def message_bytes(publisher: Publisher) -> float:
    """Return the data bytes of a message; of a JPEG an estimate."""
    return publisher.size_bytes * (JPEG_SHARE if publisher.is_compressed else 1)


def unheard(topology: Topology) -> list[Subscription]:
    """Return the subscriptions to topics that nobody publishes."""
    return [each for node in topology.nodes for each in node.subscriptions if each.matches == 0]
