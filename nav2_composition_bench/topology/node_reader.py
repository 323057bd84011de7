# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""One node of a topology file, and its copies, from JSON that fits the schema."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.document import Place
from nav2_composition_bench.topology.entities import (
    BY_CALLBACKS,
    ActionClient,
    ActionServer,
    Client,
    Publisher,
    Server,
    Subscription,
    Timer,
    Work,
)
from nav2_composition_bench.topology.fusion import fused_alike
from nav2_composition_bench.topology.graph import TopologyNode
from nav2_composition_bench.topology.message_type import MESSAGE_TYPES
from nav2_composition_bench.topology.naming import entity_names, joined, qualified
from nav2_composition_bench.topology.pace import read_calling_period_ns, read_period_ns
from nav2_composition_bench.topology.publisher_reader import (
    read_pass_by,
    read_publishers,
    read_size_bytes,
)
from nav2_composition_bench.topology.qos import KEEP_ALL, read_qos
from nav2_composition_bench.topology.work import read_publishes, read_work

Items = Sequence[Mapping[str, Any]]
_OF_A_CALLBACK = ("own_executor", "fused", "publishes", *(each.name for each in fields(Work)))


def read_node(content: Mapping[str, Any], place: Place, prefix: str) -> Iterator[TopologyNode]:
    """Yield a node, or its copies.

    :param prefix: namespace in front of the node's own.
    :raises UserError: for what the schema cannot tell to be wrong.
    """
    number = content.get("number")
    copies = [""] if number is None else [f"_{copy}" for copy in range(1, int(number) + 1)]
    for suffix in copies:
        own = str(content.get("node_namespace", "")).strip("/")
        namespace = joined(prefix, f"{own}{suffix}" if own else "")
        yield _Reader(content, place, namespace, content["node_name"] + suffix).node()


def _refuse_shared(
    timers: Sequence[Timer],
    publishers: Sequence[Publisher],
    others: Sequence[Subscription | Server],
) -> None:
    """Refuse a timer with a thread of its own that publishes what something else publishes too.

    The engine refuses that as well, for whatever parameters it is given; here files are told where.
    """
    periodic = [each.name for each in publishers if each.period_ns != BY_CALLBACKS]
    for timer in (each for each in timers if each.own_executor):
        rest = (each.publishes for each in (*others, *timers) if each is not timer)
        taken = {*periodic, *itertools.chain.from_iterable(rest)}
        for name in timer.publishes:
            if name in taken:
                raise UserError(
                    f"{timer.place.at('own_executor')} is true, and something else publishes"
                    f" '{name}' too; leave one out"
                )


def _refuse_beside(item: Mapping[str, Any], what: str, without: Sequence[str]) -> None:
    """:raises UserError: for a key that an entity cannot have, since another one is as it is."""
    for key in without:
        if item.get(key):
            raise UserError(f"{what}, and {key} stands beside it; leave one out")


class _Reader:
    """Reads the entities of one node."""

    def __init__(self, content: Mapping[str, Any], place: Place, namespace: str, name: str) -> None:
        self._content = content
        self._place = place
        self._namespace = namespace
        self._name = name

    def node(self) -> TopologyNode:
        self._publishers = read_publishers(
            self._items("publishers"), self._place.below("publishers"), self._full
        )
        self._own = {each.topic: each.name for each in self._publishers}
        subscriptions = fused_alike(tuple(self._subscriptions()))
        timers, servers = tuple(self._timers()), tuple(self._servers())
        _refuse_shared(timers, self._publishers, (*subscriptions, *servers))
        return TopologyNode(
            self._name,
            self._namespace,
            publishers=self._publishers,
            subscriptions=subscriptions,
            timers=timers,
            servers=servers,
            clients=tuple(self._clients()),
            action_servers=tuple(self._action_servers()),
            action_clients=tuple(self._action_clients()),
            rmw=self._content.get("rmw", ""),
            own_cpu_percent=float(self._content.get("own_cpu_percent", 0.0)),
            own_executor=self._content.get("own_executor", False),
            outside=self._content.get("outside", False),
            place=self._place,
        )

    def _items(self, key: str) -> Items:
        found: Items = self._content.get(key, ())
        return found

    def _named(
        self, key: str, name_key: str, default: str = ""
    ) -> Iterator[tuple[str, Mapping[str, Any], Place]]:
        """Yield the name for parameters, the content and the place of every entity of a kind."""
        items = self._items(key)
        names = entity_names(item.get(name_key, default) for item in items)
        for index, (name, item) in enumerate(zip(names, items)):
            yield name, item, self._place.below(key, index)

    def _full(self, name: str) -> str:
        return qualified(name, self._namespace, self._name)

    def _publishes(self, item: Mapping[str, Any], place: Place) -> tuple[str, ...]:
        return read_publishes(item, place, self._full, self._own)

    def _subscriptions(self) -> Iterator[Subscription]:
        for name, item, place in self._named("subscribers", "topic_name"):
            kind = MESSAGE_TYPES[item["msg_type"]]
            yield Subscription(
                name,
                self._full(item["topic_name"]),
                kind,
                work=read_work(item, place),
                publishes=self._publishes(item, place),
                fused=item.get("fused", False),
                own_executor=self._own_executor(item, place, ("publishes", "fused")),
                taken=self._taken(item, place),
                pass_by=read_pass_by(item, kind, "shared_ptr"),
                qos=read_qos(item),
                place=place,
            )

    @staticmethod
    def _own_executor(item: Mapping[str, Any], place: Place, without: Sequence[str]) -> bool:
        """Return whether a thread of the node's own spins an entity.

        :param without: keys that it cannot have then, for a node is not made for two threads.
        """
        is_apart: bool = item.get("own_executor", False)
        if is_apart:
            _refuse_beside(item, f"{place.at('own_executor')} is true", without)
        return is_apart

    @staticmethod
    def _taken(item: Mapping[str, Any], place: Place) -> bool:
        """Return whether the messages of a subscription are ever taken."""
        is_taken: bool = item.get("taken", True)
        if not is_taken:
            _refuse_beside(item, f"{place.at('taken')} is false", _OF_A_CALLBACK)
            if read_qos(item).history == KEEP_ALL:
                raise UserError(
                    f"{place.at('taken')} is false, and qos_history is {KEEP_ALL}, so that messages"
                    " would be kept without end; take keep_last"
                )
        return is_taken

    def _timers(self) -> Iterator[Timer]:
        for name, item, place in self._named("timers", "timer_name", "timer"):
            yield Timer(
                name,
                read_period_ns(item, place),
                work=read_work(item, place),
                publishes=self._publishes(item, place),
                renews=int(item.get("renews", 0)),
                own_executor=self._own_executor(item, place, ("renews",)),
                place=place,
            )

    def _servers(self) -> Iterator[Server]:
        for name, item, place in self._named("servers", "service_name"):
            kind = MESSAGE_TYPES[item["srv_type"]]
            yield Server(
                name,
                self._full(item["service_name"]),
                kind,
                read_size_bytes(item, kind, None, place),
                work=read_work(item, place),
                publishes=self._publishes(item, place),
                qos=read_qos(item),
                place=place,
            )

    def _clients(self) -> Iterator[Client]:
        for name, item, place in self._named("clients", "service_name"):
            yield Client(
                name,
                self._full(item["service_name"]),
                MESSAGE_TYPES[item["srv_type"]],
                read_calling_period_ns(item, place),
                own_executor=self._own_executor(item, place, ("freq_hz", "period_ms")),
                qos=read_qos(item),
                place=place,
            )

    def _action_servers(self) -> Iterator[ActionServer]:
        for name, item, place in self._named("action_servers", "action_name"):
            yield ActionServer(
                name,
                self._full(item["action_name"]),
                MESSAGE_TYPES.get(item.get("action_type", "")),
                feedback=int(item.get("feedback", 0)),
                work=read_work(item, place),
                own_executor=item.get("own_executor", False),
                place=place,
            )

    def _action_clients(self) -> Iterator[ActionClient]:
        for name, item, place in self._named("action_clients", "action_name"):
            yield ActionClient(
                name,
                self._full(item["action_name"]),
                read_calling_period_ns(item, place),
                MESSAGE_TYPES.get(item.get("action_type", "")),
                place=place,
            )
