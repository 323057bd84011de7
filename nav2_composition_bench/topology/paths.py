# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Do the paths of a topology lead through its graph?"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.document import Place
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.topology.connections import Connections, connect
from nav2_composition_bench.topology.entities import Publisher
from nav2_composition_bench.topology.graph import Path, TopologyNode
from nav2_composition_bench.topology.naming import is_plain, joined, qualified
from nav2_composition_bench.topology.rates import Causes, PublisherKey, causes_of, order_of


class PathReader:
    """Reads paths and finds their way through a graph whose rates are known."""

    def __init__(self, nodes: Sequence[TopologyNode], connections: Connections) -> None:
        self._nodes = {node.full_name: node for node in nodes}
        self._connections = connections
        self._causes = causes_of(nodes, connections)
        self._origins = _origins(nodes, connections, self._causes)

    def read(self, content: Mapping[str, Any], place: Place, prefix: str) -> Path:
        """Return a path.

        :param prefix: namespace in front of the names of its nodes.
        :raises UserError: if it does not connect, or ends where other messages arrive too.
        """
        name = content["name"]
        if not is_plain(name):
            raise UserError(
                f"{place.at('name')} '{name}' is no text in YAML, by which it is handed on; choose"
                " another name"
            )
        said = content["from"]
        starts = [said] if isinstance(said, Mapping) else said
        keys: tuple[str | int, ...] = () if isinstance(said, Mapping) else tuple(range(len(said)))
        places = [place.below("from", key) for key in keys] or [place.below("from")]
        begin = [self._start(item, where, prefix) for item, where in zip(starts, places)]
        node, topic = self._end(content["to"], place, prefix, begin)
        # the engine has names of small letters, digits and underscores
        full = "_".join([*prefix.lower().strip("/").split("/"), name]).lstrip("_")
        topics = tuple((key[0], self._publisher(key).topic) for key in begin)
        return Path(full, name, topics, node.full_name, topic, place)

    def _start(self, item: Mapping[str, Any], place: Place, prefix: str) -> PublisherKey:
        node = self._node(item["node"], place, prefix)
        topic = qualified(item["topic"], node.namespace, node.name)
        found = [each for each in node.publishers if each.topic == topic]
        if not found:
            topics = [each.topic for each in node.publishers]
            raise UserError(
                f"{place.at('topic')}: {node.full_name} does not publish {topic};"
                f" {suggestion(topic, topics)}it publishes: {', '.join(topics) or 'nothing'}"
            )
        key = (node.full_name, found[0].name)
        if not self._causes[key].begins_chains:
            origins = sorted(self._publisher(each).topic for each in self._origins[key])
            raise UserError(
                f"{place.at('topic')}: the messages of {topic} follow from others, and latency"
                f" counts from the first; begin the path at {' and '.join(origins) or 'a timer'}"
            )
        return key

    def _end(
        self, item: Mapping[str, Any], place: Place, prefix: str, begin: Sequence[PublisherKey]
    ) -> tuple[TopologyNode, str]:
        where = place.below("to")
        node = self._node(item["node"], where, prefix)
        topics = list(dict.fromkeys(each.topic for each in node.subscriptions if each.taken))
        if "topic" in item:
            wanted = qualified(item["topic"], node.namespace, node.name)
            if wanted not in topics:
                raise UserError(
                    f"{where.at('topic')}: {node.full_name} does not subscribe to {wanted};"
                    f" {suggestion(wanted, topics)}it subscribes to: {', '.join(topics) or 'none'}"
                )
            topics = [wanted]
        connecting = [topic for topic in topics if set(begin) <= self._arriving(topic)]
        if not connecting:
            arriving = {key for topic in topics for key in self._arriving(topic)}
            lost = [key for key in begin if key not in arriving] or begin
            raise UserError(
                f"{place.at()} does not connect: what begins at"
                f" {' and '.join(self._publisher(key).topic for key in lost)} does not arrive at"
                f" {node.full_name}{' by one topic' if lost is begin else ''}; {self._reach(lost)}"
            )
        if len(connecting) > 1:
            raise UserError(
                f"{where.at()}: messages of the path arrive at {node.full_name} by"
                f" {' and '.join(connecting)}; name one of them as topic"
            )
        others = sorted(self._arriving(connecting[0]) - set(begin))
        if others:
            names = ", ".join(f"{key[0]} ({self._publisher(key).topic})" for key in others)
            raise UserError(
                f"{place.at('from')}: {connecting[0]} also carries what begins at {names}, whose"
                " latency would count too; name these in from as well"
            )
        return node, connecting[0]

    def _reach(self, begin: Sequence[PublisherKey]) -> str:
        """Say which nodes the messages of a start arrive at."""
        reached = sorted(
            {
                node.full_name
                for topic, subscriptions in self._connections.subscriptions.items()
                if self._arriving(topic) & set(begin)
                for node, _ in subscriptions
            }
        )
        return f"it reaches: {', '.join(reached) or 'no node'}"

    def _node(self, name: str, place: Place, prefix: str) -> TopologyNode:
        full = joined(prefix, name)
        if full not in self._nodes:
            hint = suggestion(full, self._nodes)
            raise UserError(
                f"{place.at('node')}: there is no node {full}; {hint}known:"
                f" {', '.join(self._nodes)}"
            )
        return self._nodes[full]

    def _publisher(self, key: PublisherKey) -> Publisher:
        (found,) = (each for each in self._nodes[key[0]].publishers if each.name == key[1])
        return found

    def _arriving(self, topic: str) -> set[PublisherKey]:
        """Return where the messages of a topic began."""
        publishers = self._connections.publishers.get(topic, ())
        return {
            origin
            for node, each in publishers
            for origin in self._origins[node.full_name, each.name]
        }


def with_paths(nodes: Sequence[TopologyNode], paths: Sequence[Path]) -> tuple[TopologyNode, ...]:
    """Return the nodes with the names of the paths at the subscriptions where they end.

    Of several subscriptions of a node to one topic, the first has them, so that each counts once.
    """
    ends: dict[tuple[str, str], tuple[str, ...]] = {}
    for path in paths:
        end = (path.end_node, path.end_topic)
        ends[end] = (*ends.get(end, ()), path.name)
    return tuple(
        dataclasses.replace(
            node,
            subscriptions=tuple(
                dataclasses.replace(each, paths=ends.pop((node.full_name, each.topic), ()))
                if each.taken
                else each
                for each in node.subscriptions
            ),
        )
        for node in nodes
    )


def ways_of(path: Path, nodes: Sequence[TopologyNode]) -> set[tuple[PublisherKey, str]]:
    """Return every publisher on the way of a path, with the node that its messages go to."""
    connections = connect(nodes)
    causes = causes_of(nodes, connections)
    origins = _origins(nodes, connections, causes)
    starts = {
        (node.full_name, each.name)
        for node in nodes
        for each in node.publishers
        if (node.full_name, each.topic) in path.starts
    }
    found: set[tuple[PublisherKey, str]] = set()
    waiting = [(path.end_topic, path.end_node)]
    while waiting:
        topic, to_node = waiting.pop()
        for node, publisher in connections.publishers.get(topic, ()):
            key = (node.full_name, publisher.name)
            if origins[key] & starts and (key, to_node) not in found:
                found.add((key, to_node))
                waiting.extend((each.topic, node.full_name) for each in causes[key].subscriptions)
    return found


def _origins(
    nodes: Sequence[TopologyNode],
    connections: Connections,
    causes: dict[PublisherKey, Causes],
) -> dict[PublisherKey, set[PublisherKey]]:
    """Return publisher → the publishers at which the chains behind it began."""
    found: dict[PublisherKey, set[PublisherKey]] = {}
    for key in order_of(nodes, connections, causes):
        found[key] = {key} if causes[key].begins_chains else set()
        for subscription in causes[key].subscriptions:
            for node, publisher in connections.publishers.get(subscription.topic, ()):
                found[key] |= found[node.full_name, publisher.name]
    return found
