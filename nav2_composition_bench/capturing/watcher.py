# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A participant that looks at the graph, and offers nothing."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from composition_interfaces.srv import ListNodes
from rclpy import get_rmw_implementation_identifier
from rclpy.action import (
    get_action_client_names_and_types_by_node,
    get_action_server_names_and_types_by_node,
)
from rclpy.executors import SingleThreadedExecutor
from rclpy.qos import DurabilityPolicy, HistoryPolicy, ReliabilityPolicy

from nav2_composition_bench.capturing.seen import (
    GID_BYTES,
    PREFIX_BYTES,
    ROS_NAME,
    SeenEndpoint,
    SeenGraph,
    SeenName,
)
from nav2_composition_bench.ros_domain.quiet_node import ContextOwner
from nav2_composition_bench.ros_domain.ros_client import NAMELESS
from nav2_composition_bench.topology.qos import DEFAULT_QOS, KEEP_ALL, Qos

_LOOK_EVERY_S = 0.25
_ANNOUNCED_BY_S = 7.0
"""Participants announce themselves every three seconds, and what they say first may be lost."""
_WHOLE_BY_S = 10.0
"""Endpoints and names of nodes follow an announcement, each with a heartbeat of 3 s if lost."""
_ANSWERED_WITHIN_S = 3.0
_ASKED = 3

NamesAndTypes = Iterable[tuple[str, Iterable[str]]]


class Watcher(ContextOwner):
    """One context and one node; a context manager that leaves nothing on the domain.

    :ivar node: the rclpy node, to subscribe with.
    :ivar unnamable: topics of programs without ROS, whose names rclpy refuses.
    """

    def __init__(self) -> None:
        super().__init__()
        self.unnamable: set[str] = set()
        self.node: Any = self._create_node(f"nav2_bench_capture_{os.getpid()}")

    @property
    def rmw(self) -> str:
        """The middleware that this process runs with."""
        return str(get_rmw_implementation_identifier())

    def own_participant(self) -> bytes | None:
        """Return what GIDs of this process's endpoints begin with; None until they are seen."""
        for info in self.node.get_publishers_info_by_topic("/parameter_events"):
            if info.node_name == self.node.get_name():
                return bytes(info.endpoint_gid)[:PREFIX_BYTES]
        return None

    def node_names(self) -> tuple[str, ...]:
        """Return the full names of all nodes but this one."""
        own = self.node.get_fully_qualified_name()
        names = (
            f"{namespace.rstrip('/')}/{name}"
            for name, namespace in self.node.get_node_names_and_namespaces()
        )
        return tuple(sorted(name for name in names if name != own))

    def discover(
        self,
        *,
        min_s: float,
        stable_s: float,
        max_s: float,
        is_whole: Callable[[SeenGraph], bool] = lambda _: True,
    ) -> SeenGraph:
        """Return the graph once it has not changed for a while, and every endpoint has its node.

        :param min_s: before that the first announcements may be on their way.
        :param stable_s: how long nothing may change.
        :param max_s: then it is taken as it is: a system that comes and goes is never stable.
        :param is_whole: tells whether all that is known to be there is in a graph; what has not
            come after some ten seconds is not waited for.
        """
        began_s = changed_s = time.monotonic()
        last: tuple[Any, ...] = ()
        while True:
            graph, nameless = self._look()
            now_s = time.monotonic()
            state = (graph.nodes, len(graph.endpoints), len(graph.servers), len(graph.clients))
            if state != last:
                last, changed_s = state, now_s
            took_s = now_s - began_s
            enough_s = min_s if graph.nodes else max(min_s, _ANNOUNCED_BY_S)
            is_stable = now_s - changed_s >= stable_s and took_s >= enough_s
            if took_s >= max_s or (is_stable and took_s >= _WHOLE_BY_S):
                return graph
            if is_stable and not nameless and is_whole(graph):
                return graph
            time.sleep(_LOOK_EVERY_S)

    def graph(self) -> SeenGraph:
        """Return everything as it is now; endpoints whose nodes have no name yet are left out."""
        return self._look()[0]

    def _look(self) -> tuple[SeenGraph, int]:
        """Return the graph, and the number of endpoints whose nodes have no name yet."""
        node, names = self.node, self.node_names()
        shown = {topic for topic, _ in node.get_topic_names_and_types()}
        topics = sorted(topic for topic in shown if ROS_NAME.fullmatch(topic))
        self.unnamable |= shown.difference(topics)
        publishers = {topic: node.get_publishers_info_by_topic(topic) for topic in topics}
        subscriptions = {topic: node.get_subscriptions_info_by_topic(topic) for topic in topics}
        own = node.get_fully_qualified_name()

        def endpoints(its: Mapping[str, Iterable[Any]]) -> tuple[SeenEndpoint, ...]:
            return tuple(
                each for topic, infos in its.items() for each in endpoints_of(topic, infos, own)
            )

        graph = SeenGraph(
            names,
            endpoints(publishers),
            endpoints(subscriptions),
            tuple(self._of_nodes(names, node.get_service_names_and_types_by_node)),
            tuple(self._of_nodes(names, node.get_client_names_and_types_by_node)),
            tuple(self._of_nodes(names, _with(get_action_server_names_and_types_by_node, node))),
            tuple(self._of_nodes(names, _with(get_action_client_names_and_types_by_node, node))),
        )
        nameless = sum(
            info.node_name == NAMELESS
            for its in (publishers, subscriptions)
            for infos in its.values()
            for info in infos
        )
        return graph, nameless

    def loaded_into(self, managers: Iterable[str]) -> dict[str, tuple[str, ...]]:
        """Ask containers which nodes were loaded into them, by full names.

        :param managers: full names of their nodes; one that does not answer is left out.
        """
        found = {}
        for manager in managers:
            names = self._listed(f"{manager}/_container/list_nodes")
            if names is not None:
                found[manager] = names
        return found

    def _listed(self, service: str) -> tuple[str, ...] | None:
        client = self.node.create_client(ListNodes, service)
        executor = SingleThreadedExecutor(context=self._context)
        executor.add_node(self.node)
        try:
            if not client.wait_for_service(timeout_sec=_ANSWERED_WITHIN_S):
                return None
            for _ in range(_ASKED):  # an answer can be lost
                future = client.call_async(ListNodes.Request())
                executor.spin_until_future_complete(future, timeout_sec=_ANSWERED_WITHIN_S)
                if future.done():
                    return tuple(future.result().full_node_names)
            return None
        finally:
            executor.remove_node(self.node)
            executor.shutdown()
            self.node.destroy_client(client)

    def _of_nodes(self, names: Iterable[str], ask: Any) -> Iterator[SeenName]:
        for full_name in dict.fromkeys(names):
            namespace, _, name = full_name.rpartition("/")
            try:
                found: NamesAndTypes = ask(name, namespace or "/")
            except RuntimeError:  # NodeNameNonExistentError: it has just gone
                continue
            for service, types in found:
                yield SeenName(full_name, service, next(iter(types), ""))


def _with(ask: Any, node: Any) -> Any:
    return lambda name, namespace: ask(node, name, namespace)


def endpoints_of(topic: str, infos: Iterable[Any], own: str) -> Iterator[SeenEndpoint]:
    """Yield the endpoints of a topic, but those of nodes without a name and of one's own.

    :param infos: as rclpy tells of them.
    :param own: full name of the node that asks.
    """
    for info in infos:
        name = f"{info.node_namespace.rstrip('/')}/{info.node_name}"
        if info.node_name == NAMELESS or name == own:
            continue
        yield SeenEndpoint(
            name,
            topic,
            info.topic_type,
            bytes(info.endpoint_gid)[:GID_BYTES],
            _qos(info.qos_profile),
        )


def _qos(profile: Any) -> Qos:
    """Return what discovery tells; history and depth it does not with DDS.

    The engine has no liveliness but the automatic one.
    """
    keep_all = profile.history == HistoryPolicy.KEEP_ALL
    best_effort = profile.reliability == ReliabilityPolicy.BEST_EFFORT
    latched = profile.durability == DurabilityPolicy.TRANSIENT_LOCAL
    return Qos(
        history=KEEP_ALL if keep_all else "keep_last",
        depth=profile.depth if profile.depth > 0 else DEFAULT_QOS.depth,
        reliability="best_effort" if best_effort else "reliable",
        durability="transient_local" if latched else "volatile",
    )
