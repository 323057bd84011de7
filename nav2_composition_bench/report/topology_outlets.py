# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What each node of a topology sends, to whom and how often."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from nav2_composition_bench.report.quantities import bytes_text, rate_text
from nav2_composition_bench.topology import pace
from nav2_composition_bench.topology.graph import Topology, TopologyNode
from nav2_composition_bench.topology.paths import ways_of
from nav2_composition_bench.topology.rates import PublisherKey
from nav2_composition_bench.topology.totals import message_bytes


@dataclass(frozen=True)
class Outlet:
    """A publisher or client of a node, and the nodes that it leads to.

    :param name: of the topic, service or action.
    :param kind: type of the message or service; ``action``.
    :param rate_hz: nominal; None for as fast as it goes.
    :param message_bytes: data bytes of a message; None for services and actions.
    :param targets: full names of nodes, each once.
    :param path_targets: those of them to which a named path leads.
    """

    name: str
    kind: str
    rate_hz: float | None
    message_bytes: float | None
    targets: tuple[str, ...]
    path_targets: frozenset[str] = frozenset()

    @property
    def is_call(self) -> bool:
        """Whether it calls a service or sends goals."""
        return self.message_bytes is None

    def text(self, namespace: str) -> str:
        """Write it in one line, for a node in that namespace."""
        name = self.name.removeprefix(f"{namespace.rstrip('/')}/")
        size = "" if self.message_bytes is None else f", {bytes_text(self.message_bytes)}"
        call = "action " if self.kind == "action" else "call " if self.is_call else ""
        return f"{call}{name}: {rate_text(self.rate_hz)}{size}"


def outlets_of(topology: Topology) -> dict[str, tuple[Outlet, ...]]:
    """Return full name of a node → what it sends, in the order of the file."""
    subscribed: dict[str, list[str]] = defaultdict(list)
    serving: dict[str, list[str]] = defaultdict(list)
    acting: dict[str, list[str]] = defaultdict(list)
    for node in topology.nodes:
        for subscription in node.subscriptions:
            subscribed[subscription.topic].append(node.full_name)
        for server in node.servers:
            serving[server.service].append(node.full_name)
        for action_server in node.action_servers:
            acting[action_server.action].append(node.full_name)
    on_paths: dict[PublisherKey, set[str]] = defaultdict(set)
    for path in topology.paths:
        for key, target in ways_of(path, topology.nodes):
            on_paths[key].add(target)

    def of_node(node: TopologyNode) -> Iterator[Outlet]:
        for publisher in node.publishers:
            yield Outlet(
                publisher.topic,
                publisher.type.name,
                publisher.rate_hz,
                message_bytes(publisher),
                tuple(dict.fromkeys(subscribed[publisher.topic])),
                frozenset(on_paths[node.full_name, publisher.name]),
            )
        for client in node.clients:
            rate_hz = pace.rate_hz(client.period_ns)
            targets = tuple(serving[client.service])
            yield Outlet(client.service, client.type.name, rate_hz, None, targets)
        for action_client in node.action_clients:
            rate_hz = pace.rate_hz(action_client.period_ns)
            targets = tuple(acting[action_client.action])
            yield Outlet(action_client.action, "action", rate_hz, None, targets)

    return {node.full_name: tuple(of_node(node)) for node in topology.nodes}
