# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Nominal rates of a graph, also where callbacks publish."""

from __future__ import annotations

import dataclasses
import graphlib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.topology import pace
from nav2_composition_bench.topology.connections import Connections
from nav2_composition_bench.topology.entities import (
    AS_FAST_AS_POSSIBLE,
    BY_CALLBACKS,
    Publisher,
    Subscription,
)
from nav2_composition_bench.topology.fusion import incoming_rates_hz
from nav2_composition_bench.topology.graph import TopologyNode
from nav2_composition_bench.topology.lateness import Lateness

PublisherKey = tuple[str, str]
"""Full name of a node, and name of its publisher."""


@dataclass
class Causes:
    """What makes a publisher publish.

    :param own_rate_hz: of its own timer, timers with callbacks, and requests; None for one that is
        as fast as it goes.
    :param subscriptions: of its node, whose callbacks publish it.
    :param begins_chains: whether some of its messages follow from no other message.
    """

    own_rate_hz: float | None = 0.0
    subscriptions: list[Subscription] = field(default_factory=list)
    begins_chains: bool = False


def causes_of(
    nodes: Sequence[TopologyNode], connections: Connections
) -> dict[PublisherKey, Causes]:
    """Return what makes each publisher publish.

    :raises UserError: for a publisher that nothing makes publish, or both its rate and a callback.
    """
    found: dict[PublisherKey, Causes] = {}
    for node in nodes:
        by_callbacks = _callbacks_of(node, connections)
        for publisher in node.publishers:
            causes = by_callbacks.get(publisher.name)
            if publisher.period_ns == BY_CALLBACKS and causes is None:
                raise UserError(
                    f"{publisher.place.at()} has no freq_hz and no period_ms, and no callback of"
                    f" {node.full_name} publishes it; add one"
                )
            if publisher.period_ns != BY_CALLBACKS:
                if causes is not None:
                    raise UserError(
                        f"{publisher.place.at()} has a rate of its own and is published by a"
                        " callback too; leave one out"
                    )
                fast = publisher.period_ns == AS_FAST_AS_POSSIBLE
                own_rate_hz = None if fast else pace.rate_hz(publisher.period_ns)
                causes = Causes(own_rate_hz, begins_chains=True)
            assert causes is not None
            found[node.full_name, publisher.name] = causes
    return found


def order_of(
    nodes: Sequence[TopologyNode],
    connections: Connections,
    causes: dict[PublisherKey, Causes],
) -> list[PublisherKey]:
    """Return the publishers, each after those whose messages make it publish.

    :raises UserError: for a chain that is a cycle.
    """
    graph = {key: set(_before(connections, cause)) for key, cause in causes.items()}
    try:
        return list(graphlib.TopologicalSorter(graph).static_order())
    except graphlib.CycleError as error:
        cycle: list[PublisherKey] = error.args[1]
    by_key = {(node.full_name, p.name): p for node in nodes for p in node.publishers}
    way = " → ".join(f"{node} → {by_key[node, name].topic}" for node, name in cycle[1:])
    before = by_key[cycle[-2]].topic
    asks = next(each for each in causes[cycle[0]].subscriptions if each.topic == before)
    raise UserError(
        f"{asks.place.at('publishes')} makes a chain that is a cycle: {way} and so on; let a timer"
        " publish one of these topics"
    )


def with_rates(
    nodes: Sequence[TopologyNode], connections: Connections, lateness: Lateness
) -> tuple[TopologyNode, ...]:
    """Return the nodes with all that follows from the whole graph.

    These are nominal rates, latencies above which messages are late, how many endpoints meet each,
    and whether images have to be decompressed.

    The rate of a topic is the sum of its publishers'. The period that lateness is a share of is the
    shortest of a topic's publishers, each taken alone.

    :raises UserError: for a publisher that nothing makes publish, and for a chain that is a cycle.
    """
    causes = causes_of(nodes, connections)
    shares = {(node.full_name, p.name): p.sent_share for node in nodes for p in node.publishers}
    rates: dict[PublisherKey, float | None] = {}

    def of_topic(topic: str) -> list[float | None]:
        publishers = connections.publishers.get(topic, ())
        return [rates[node.full_name, publisher.name] for node, publisher in publishers]

    for key in order_of(nodes, connections, causes):
        inputs = [(each, total(of_topic(each.topic))) for each in causes[key].subscriptions]
        called_hz = total([causes[key].own_rate_hz, *incoming_rates_hz(inputs)])
        rates[key] = None if called_hz is None else called_hz * shares[key]

    def finished(subscription: Subscription) -> Subscription:
        each = of_topic(subscription.topic)
        known = [rate for rate in each if rate]
        shortest_ns = pace.NS_PER_S / max(known) if known and None not in each else None
        late_ns, too_late_ns = lateness.thresholds_ns(shortest_ns)
        return dataclasses.replace(
            subscription,
            rate_hz=total(each) if subscription.taken else 0.0,
            matches=len(each),
            late_ns=late_ns,
            too_late_ns=too_late_ns,
            decode=subscription.taken and _is_compressed(connections, subscription.topic),
        )

    def published(node: TopologyNode, publisher: Publisher) -> Publisher:
        return dataclasses.replace(
            publisher,
            rate_hz=rates[node.full_name, publisher.name],
            matches=len(connections.subscriptions.get(publisher.topic, ())),
        )

    return tuple(
        dataclasses.replace(
            node,
            publishers=tuple(published(node, each) for each in node.publishers),
            subscriptions=tuple(map(finished, node.subscriptions)),
            servers=tuple(
                dataclasses.replace(each, rate_hz=_request_rate_hz(connections, each.service))
                for each in node.servers
            ),
        )
        for node in nodes
    )


def total(rates_hz: Sequence[float | None]) -> float | None:
    """Return the sum of rates; None if one is as fast as it goes."""
    known = [rate for rate in rates_hz if rate is not None]
    return sum(known) if len(known) == len(rates_hz) else None


def _callbacks_of(node: TopologyNode, connections: Connections) -> dict[str, Causes]:
    """Return publisher → what the node's callbacks do for it."""
    found: dict[str, Causes] = defaultdict(Causes)

    def begin(name: str, rate_hz: float) -> None:
        found[name].own_rate_hz = (found[name].own_rate_hz or 0.0) + rate_hz
        found[name].begins_chains = True

    for timer in node.timers:
        for name in timer.publishes:
            begin(name, pace.rate_hz(timer.period_ns))
    for server in node.servers:
        for name in server.publishes:
            begin(name, _request_rate_hz(connections, server.service))
    for subscription in node.subscriptions:
        for name in subscription.publishes:
            found[name].subscriptions.append(subscription)
    return dict(found)


def _before(connections: Connections, causes: Causes) -> Iterator[PublisherKey]:
    for subscription in causes.subscriptions:
        for node, publisher in connections.publishers.get(subscription.topic, ()):
            yield node.full_name, publisher.name


def _is_compressed(connections: Connections, topic: str) -> bool:
    publishers = connections.publishers.get(topic, ())
    return any(each.is_compressed for _, each in publishers)


def _request_rate_hz(connections: Connections, service: str) -> float:
    return sum(pace.rate_hz(client.period_ns) for client in connections.clients.get(service, ()))
