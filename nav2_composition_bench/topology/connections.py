# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which endpoints of a graph meet, and whether they fit."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.document import Place
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.topology.entities import (
    ActionClient,
    ActionServer,
    Client,
    Publisher,
    Server,
    Subscription,
)
from nav2_composition_bench.topology.graph import TopologyNode
from nav2_composition_bench.topology.qos import mismatch


@dataclass(frozen=True)
class Connections:
    """The endpoints of a graph by what they meet at.

    :param publishers: topic → nodes and their publishers.
    :param subscriptions: topic → nodes and their subscriptions.
    :param clients: service → its clients.
    """

    publishers: dict[str, list[tuple[TopologyNode, Publisher]]]
    subscriptions: dict[str, list[tuple[TopologyNode, Subscription]]]
    clients: dict[str, list[Client]]


def connect(nodes: Sequence[TopologyNode]) -> Connections:
    """Return who meets whom."""
    publishers = defaultdict(list)
    subscriptions = defaultdict(list)
    clients = defaultdict(list)
    for node in nodes:
        for publisher in node.publishers:
            publishers[publisher.topic].append((node, publisher))
        for subscription in node.subscriptions:
            subscriptions[subscription.topic].append((node, subscription))
        for client in node.clients:
            clients[client.service].append(client)
    return Connections(dict(publishers), dict(subscriptions), dict(clients))


def check_connections(nodes: Sequence[TopologyNode], connections: Connections) -> None:
    """Refuse endpoints that meet and do not fit, and nodes of one name.

    :raises UserError: naming the first fault, and what would be right.
    """
    _check_names(nodes)
    for topic, publishers in connections.publishers.items():
        _check_publishers([publisher for _, publisher in publishers])
        for _, subscription in connections.subscriptions.get(topic, ()):
            for _, publisher in publishers:
                _check_pair(publisher, subscription)
    _check_services(
        [server for node in nodes for server in node.servers],
        [client for node in nodes for client in node.clients],
    )
    _check_actions(
        [server for node in nodes for server in node.action_servers],
        [client for node in nodes for client in node.action_clients],
    )


def _check_names(nodes: Iterable[TopologyNode]) -> None:
    found: dict[str, TopologyNode] = {}
    for node in nodes:
        other = found.setdefault(node.full_name, node)
        if other is not node:
            raise UserError(
                f"{node.place.at('node_name')} makes a node {node.full_name}, as does"
                f" {other.place.at()}; give one another name or namespace"
            )


def _check_publishers(publishers: Sequence[Publisher]) -> None:
    first = publishers[0]
    for other in publishers[1:]:
        if other.type != first.type:
            raise UserError(
                f"{other.place.at('msg_type')} is {other.type}, and {first.place.at()} publishes"
                f" {first.topic} as {first.type}; a topic has one type"
            )
        if (other.image is None) != (first.image is None) or (
            other.image and first.image and other.image.payload != first.image.payload
        ):
            raise UserError(
                f"{other.place.at('payload')} differs from that of {first.place.at()}, which"
                f" publishes {first.topic} too; a topic has one payload"
            )


def _check_pair(publisher: Publisher, subscription: Subscription) -> None:
    if subscription.type != publisher.type:
        raise UserError(
            f"{subscription.place.at('msg_type')} is {subscription.type}, and"
            f" {publisher.place.at()} publishes {publisher.topic} as {publisher.type};"
            " a topic has one type"
        )
    fault = mismatch(publisher.qos, subscription.qos)
    if fault is not None:
        key, reason = fault
        raise UserError(
            f"{subscription.place.at(key)} of {subscription.topic} {reason}"
            f" ({publisher.place.at(key)}), so that it would get nothing; make them alike"
        )


def _check_services(servers: Sequence[Server], clients: Iterable[Client]) -> None:
    by_name = _one_each("service", [(server.service, server) for server in servers])
    for client in clients:
        found = by_name.get(client.service)
        if found is None:
            where = client.place.at("service_name")
            raise UserError(_unserved(where, "service", client.service, by_name))
        if found.type != client.type:
            raise UserError(
                f"{client.place.at('srv_type')} is {client.type}, and {found.place.at()} serves"
                f" {client.service} as {found.type}; a service has one type"
            )


def _check_actions(servers: Sequence[ActionServer], clients: Iterable[ActionClient]) -> None:
    by_name = _one_each("action", [(server.action, server) for server in servers])
    for client in clients:
        found = by_name.get(client.action)
        if found is None:
            where = client.place.at("action_name")
            raise UserError(_unserved(where, "action", client.action, by_name))
        if found.type != client.type:
            raise UserError(
                f"{client.place.at('action_type')} is {client.type or 'not there'}, and"
                f" {found.place.at()} serves {client.action} as {found.type or 'headers alone'};"
                " an action has one type"
            )


_AnyServer = TypeVar("_AnyServer", Server, ActionServer)


def _one_each(kind: str, servers: Iterable[tuple[str, _AnyServer]]) -> dict[str, _AnyServer]:
    """Return the servers by what they serve.

    :raises UserError: where two serve the same.
    """
    by_name: dict[str, _AnyServer] = {}
    for name, server in servers:
        other = by_name.setdefault(name, server)
        if other is not server:
            raise UserError(
                f"{server.place.at(f'{kind}_name')} serves {name}, as does"
                f" {_other(server.place, other.place)};"
                f" {'an' if kind == 'action' else 'a'} {kind} has one server"
            )
    return by_name


def _other(place: Place, other: Place) -> str:
    if place == other:
        return "the node's own copy, which needs a ~/private name"
    return other.at()


def _unserved(where: str, kind: str, name: str, known: Iterable[str]) -> str:
    names = list(known)
    return (
        f"{where} calls {name}, which nobody serves; {suggestion(name, names)}served {kind}s:"
        f" {', '.join(names) or 'none'}; if another file serves it, name that too"
    )
