# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What happens in a topology, whatever loops its nodes are in: events, and what follows them.

A node outside has a process of its own in every placement; it is taken for a thread of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.topology.entities import (
    AS_FAST_AS_POSSIBLE,
    BY_CALLBACKS,
    NO_WORK,
    ActionServer,
    Subscription,
    Timer,
    Work,
)
from nav2_composition_bench.topology.graph import Topology, TopologyNode
from nav2_composition_bench.topology.pace import NEVER
from nav2_composition_bench.topology.qos import KEEP_ALL, Qos

UNBOUNDED = 0
"""Depth of a subscription that keeps every message."""


@dataclass(frozen=True)
class Source:
    """A timer, or a publisher or client with a rate of its own.

    :param node: index of its node.
    :param publishes: indices of outlets, in order.
    :param thread: index of one that spins it in every placement; None where its node's loop does.
    """

    node: int
    period_us: float
    work: Work
    publishes: tuple[int, ...]
    thread: int | None = None


@dataclass(frozen=True)
class Sink:
    """A subscription, or an end of a service or action.

    :param node: index of its node.
    :param depth: messages that wait for it at most.
    :param publishes: indices of outlets, in order.
    :param paths: indices of the paths that end here.
    :param thread: as of a source.
    :param is_fused: works and publishes once all fused ones of its node have had a message.
    :param is_call: an end of a service or action, whose messages have no latency in records.
    """

    node: int
    depth: int
    work: Work
    publishes: tuple[int, ...] = ()
    paths: tuple[int, ...] = ()
    thread: int | None = None
    is_fused: bool = False
    is_call: bool = False


@dataclass(frozen=True)
class Outlet:
    """Where the messages of a publisher go.

    :param sinks: indices.
    :param skip_every: every how many messages one is not sent; 0 for never.
    """

    sinks: tuple[int, ...]
    skip_every: int = 0


@dataclass(frozen=True)
class Load:
    """The events of a topology.

    :param nodes: as the node table calls them.
    :param paths: names.
    :param threads: of what has an executor of its own.
    """

    nodes: tuple[str, ...]
    sources: tuple[Source, ...]
    sinks: tuple[Sink, ...]
    outlets: tuple[Outlet, ...]
    paths: tuple[str, ...]
    threads: int = 0

    @property
    def primes(self) -> tuple[int, ...]:
        """Every limit up to which some callback finds primes, ascending."""
        works = [source.work for source in self.sources] + [sink.work for sink in self.sinks]
        return tuple(sorted({work.work_primes for work in works if work.work_primes}))


@dataclass
class _Maker:
    """Numbers outlets and sinks while nodes are gone through."""

    sources: list[Source] = field(default_factory=list)
    sinks: list[Sink] = field(default_factory=list)
    outlets: list[list[int]] = field(default_factory=list)
    skips: list[int] = field(default_factory=list)
    threads: dict[str, int] = field(default_factory=dict)

    def thread_of(
        self, node: TopologyNode, entity: Subscription | Timer | ActionServer | None = None
    ) -> int | None:
        """Return the thread that spins a node or an entity of it apart, if one does.

        A node has one for all of it that is spun apart.
        """
        is_apart = node.outside or node.own_executor
        if is_apart or (entity is not None and entity.own_executor):
            return self.threads.setdefault(node.full_name, len(self.threads))
        return None

    def outlet(self, skip_every: int = 0) -> int:
        self.outlets.append([])
        self.skips.append(skip_every)
        return len(self.outlets) - 1

    def sink(self, sink: Sink) -> int:
        self.sinks.append(sink)
        return len(self.sinks) - 1

    def call(self, index: int, node: TopologyNode, period_ns: int, depth: int) -> tuple[int, int]:
        """Add a client's end of a service or action.

        :param index: of its node.
        :param depth: answers that wait for it at most.
        :returns: the outlets of its requests and of their answers.
        """
        request, answer = self.outlet(), self.outlet()
        thread = self.thread_of(node)
        sink = Sink(index, depth, NO_WORK, thread=thread, is_call=True)
        self.outlets[answer].append(self.sink(sink))
        if period_ns != NEVER:
            self.sources.append(Source(index, period_ns / 1e3, NO_WORK, (request,), thread))
        return request, answer


def load_of(topology: Topology) -> Load:
    """Return the events of a topology.

    A request of a service and its answer are a message each; so are goal, feedback and result.

    :raises UserError: for a publisher without a rate or one that stops, which no model can be
        asked about.
    """
    made = _Maker()
    outlets = _publishers(topology.nodes, made)
    names = [path.name for path in topology.paths]
    by_topic: dict[str, list[int]] = {}
    for index, node in enumerate(topology.nodes):
        own = {each.name: outlets[node.full_name, each.name] for each in node.publishers}
        for timer in node.timers:
            publishes = tuple(own[name] for name in timer.publishes)
            made.sources.append(
                Source(
                    index, timer.period_ns / 1e3, timer.work, publishes, made.thread_of(node, timer)
                )
            )
        for each in node.subscriptions:
            if not each.taken:
                continue
            sink = Sink(
                index,
                _depth(each.qos),
                each.work,
                tuple(own[name] for name in each.publishes),
                tuple(names.index(name) for name in each.paths),
                made.thread_of(node, each),
                each.fused,
            )
            by_topic.setdefault(each.topic, []).append(made.sink(sink))
    for node in topology.nodes:
        for publisher in node.publishers:
            made.outlets[outlets[node.full_name, publisher.name]] += by_topic.get(
                publisher.topic, []
            )
    _services(topology.nodes, made, outlets)
    _actions(topology.nodes, made)
    return Load(
        tuple(node.full_name.lstrip("/") for node in topology.nodes),
        tuple(made.sources),
        tuple(made.sinks),
        tuple(Outlet(tuple(sinks), skip) for sinks, skip in zip(made.outlets, made.skips)),
        tuple(names),
        len(made.threads),
    )


def _publishers(nodes: Sequence[TopologyNode], made: _Maker) -> dict[tuple[str, str], int]:
    found: dict[tuple[str, str], int] = {}
    for index, node in enumerate(nodes):
        for publisher in node.publishers:
            outlet = made.outlet(publisher.skip_every)
            found[node.full_name, publisher.name] = outlet
            if publisher.period_ns == AS_FAST_AS_POSSIBLE:
                raise UserError(
                    f"{publisher.place.at()} of {node.full_name} publishes as fast as it can,"
                    " which no placement can be predicted for; give it a rate"
                )
            if publisher.count:
                raise UserError(
                    f"{publisher.place.at('count')} of {node.full_name} stops after"
                    f" {publisher.count} messages, which no placement can be predicted for; leave"
                    " it out"
                )
            if publisher.period_ns != BY_CALLBACKS:
                period_us = publisher.period_ns / 1e3
                made.sources.append(
                    Source(index, period_us, NO_WORK, (outlet,), made.thread_of(node))
                )
    return found


def _services(
    nodes: Sequence[TopologyNode], made: _Maker, outlets: dict[tuple[str, str], int]
) -> None:
    servers = {s.service: (i, node, s) for i, node in enumerate(nodes) for s in node.servers}
    for index, node in enumerate(nodes):
        for client in node.clients:
            at, home, server = servers[client.service]
            request, answer = made.call(index, node, client.period_ns, _depth(client.qos))
            own = tuple(outlets[home.full_name, name] for name in server.publishes)
            publishes, thread = (*own, answer), made.thread_of(home)
            sink = Sink(at, _depth(server.qos), server.work, publishes, thread=thread, is_call=True)
            made.outlets[request].append(made.sink(sink))


def _actions(nodes: Sequence[TopologyNode], made: _Maker) -> None:
    servers = {s.action: (i, node, s) for i, node in enumerate(nodes) for s in node.action_servers}
    for index, node in enumerate(nodes):
        for client in node.action_clients:
            at, home, server = servers[client.action]
            goal, answer = made.call(index, node, client.period_ns, UNBOUNDED)
            messages, thread = (answer,) * (server.feedback + 1), made.thread_of(home, server)
            sink = Sink(at, UNBOUNDED, server.work, messages, thread=thread, is_call=True)
            made.outlets[goal].append(made.sink(sink))


def _depth(qos: Qos) -> int:
    return UNBOUNDED if qos.history == KEEP_ALL else qos.depth
