# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A node's part of a graph as ROS parameters, by which the engine gets it.

Lists that would be empty are left out, since rcl's reader of YAML has no type for them.
"""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nav2_composition_bench.topology.entities import (
    ActionClient,
    ActionServer,
    Client,
    Image,
    Publisher,
    Server,
    Subscription,
    Timer,
    Work,
)
from nav2_composition_bench.topology.graph import Topology, TopologyNode
from nav2_composition_bench.topology.message_type import MessageType
from nav2_composition_bench.topology.qos import DEFAULT_QOS, Qos

Value = bool | int | float | str | list[Any]
Pairs = Iterator[tuple[str, Value]]

LOANED = "loaned_msg"
"""Way of passing messages that the middleware lends."""


@dataclass(frozen=True)
class EngineOptions:
    """What a trial chooses, and no topology file.

    :param intra_process: deliver by pointer inside the process.
    :param track: keep statistics of messages.
    :param statistics: directory for a file of each node; None for no files.
    :param statistics_period_ms: time that one line of a file covers.
    :param matches: every change of the number of endpoints that a node is matched with is written.
    :param loans: messages of fixed size are lent by the middleware, whatever the file says.
    """

    intra_process: bool = False
    track: bool = True
    statistics: Path | None = None
    statistics_period_ms: int = 1000
    matches: bool = False
    loans: bool = False


DEFAULT_OPTIONS = EngineOptions()


def node_parameters(
    node: TopologyNode, options: EngineOptions = DEFAULT_OPTIONS
) -> dict[str, Value]:
    """Return dotted name → value of all that the engine needs to know for a node."""
    kinds: tuple[tuple[str, Sequence[Any], Callable[[Any], Pairs]], ...] = (
        ("publisher", node.publishers, lambda each: _publisher(each, options)),
        ("subscription", node.subscriptions, lambda each: _subscription(each, options)),
        ("timer", node.timers, _timer),
        ("server", node.servers, _server),
        ("client", node.clients, _client),
        ("action_server", node.action_servers, _action_server),
        ("action_client", node.action_clients, _action_client),
    )
    found: dict[str, Value] = {
        f"{kind}s": [each.name for each in entities] for kind, entities, _ in kinds if entities
    }
    found |= _process_wide(node, options)
    for kind, entities, pairs in kinds:
        for each in entities:
            found |= {f"{kind}.{each.name}.{key}": value for key, value in pairs(each)}
    return found


def parameter_sections(
    topology: Topology, options: EngineOptions = DEFAULT_OPTIONS
) -> dict[str, dict[str, Value]]:
    """Return the parameters of all nodes, by full names without the leading slash."""
    return {node.full_name.lstrip("/"): node_parameters(node, options) for node in topology.nodes}


def graph_sha256(topology: Topology) -> str:
    """Return a hash of what the nodes are told, and of which of them are not compared."""
    told: list[Any] = [parameter_sections(topology)]
    if outside := [node.full_name for node in topology.nodes if node.outside]:
        told.append(outside)
    text = "".join(json.dumps(each, sort_keys=True) for each in told)
    return hashlib.sha256(text.encode()).hexdigest()


def statistics_file(directory: Path, node: str) -> Path:
    """Return where a node writes its statistics.

    :param node: its full name.
    """
    return directory / f"{node.strip('/').replace('/', '.')}.jsonl"


def _process_wide(node: TopologyNode, options: EngineOptions) -> Pairs:
    if node.own_executor:
        yield "own_executor", True
    yield "intra_process", options.intra_process
    yield "track", options.track
    if node.rmw:
        yield "rmw", node.rmw
    if options.statistics is not None:
        yield "statistics.file", str(statistics_file(options.statistics, node.full_name))
        yield "statistics.period_ms", options.statistics_period_ms
        if options.matches:
            yield "statistics.matches", True


def _publisher(publisher: Publisher, options: EngineOptions) -> Pairs:
    yield "topic", publisher.topic
    yield "type", publisher.type.name
    yield from _size(publisher.type, publisher.size_bytes)
    yield "period_ns", publisher.period_ns
    yield "matches", publisher.matches
    yield "pass_by", _pass_by(publisher, options)
    for key in ("count", "skip_every"):
        if getattr(publisher, key):
            yield key, getattr(publisher, key)
    if publisher.image is not None:
        yield from _image(publisher.image)
    yield from _qos(publisher.qos)


def _pass_by(endpoint: Publisher | Subscription, options: EngineOptions) -> str:
    return LOANED if options.loans and endpoint.type.is_bounded else endpoint.pass_by


def _image(image: Image) -> Pairs:
    yield "payload", image.payload
    yield "width", image.width
    yield "height", image.height
    if image.jpeg_quality is not None:
        yield "jpeg_quality", image.jpeg_quality


def _subscription(subscription: Subscription, options: EngineOptions) -> Pairs:
    yield "topic", subscription.topic
    yield "type", subscription.type.name
    yield "matches", subscription.matches
    yield "pass_by", _pass_by(subscription, options)
    yield "late_ns", subscription.late_ns
    yield "too_late_ns", subscription.too_late_ns
    for key in ("decode", "fused", "own_executor"):
        if getattr(subscription, key):
            yield key, True
    if not subscription.taken:
        yield "taken", False
    if subscription.paths:
        yield "paths", list(subscription.paths)
    yield from _callback(subscription.work, subscription.publishes)
    yield from _qos(subscription.qos)


def _timer(timer: Timer) -> Pairs:
    yield "period_ns", timer.period_ns
    yield from _callback(timer.work, timer.publishes)
    if timer.renews:
        yield "renews", timer.renews
    if timer.own_executor:
        yield "own_executor", True


def _server(server: Server) -> Pairs:
    yield "service", server.service
    yield "type", server.type.name
    yield from _size(server.type, server.size_bytes)
    yield from _callback(server.work, server.publishes)
    yield from _qos_of_service(server.qos)


def _client(client: Client) -> Pairs:
    yield "service", client.service
    yield "type", client.type.name
    yield "period_ns", client.period_ns
    yield from _qos_of_service(client.qos)
    if client.own_executor:
        yield "own_executor", True


def _action_server(server: ActionServer) -> Pairs:
    yield "action", server.action
    yield from _action_size(server.type)
    yield "feedback", server.feedback
    yield from _callback(server.work, ())
    if server.own_executor:
        yield "own_executor", True


def _action_client(client: ActionClient) -> Pairs:
    yield "action", client.action
    yield from _action_size(client.type)
    yield "period_ns", client.period_ns


def _callback(work: Work, publishes: tuple[str, ...]) -> Pairs:
    yield from ((key, value) for key, value in dataclasses.asdict(work).items() if value)
    if publishes:
        yield "publishes", list(publishes)


def _action_size(kind: MessageType | None) -> Pairs:
    if kind is not None and kind.data_bytes is not None:
        yield "size_bytes", kind.data_bytes


def _size(kind: MessageType, size_bytes: int) -> Pairs:
    if not kind.is_bounded:
        yield "size_bytes", size_bytes


def _qos(qos: Qos) -> Pairs:
    yield from ((f"qos.{key}", value) for key, value in dataclasses.asdict(qos).items())


def _qos_of_service(qos: Qos) -> Pairs:
    if qos != DEFAULT_QOS:
        yield from _qos(qos)
