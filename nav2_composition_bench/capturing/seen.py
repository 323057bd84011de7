# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The graph of a running system as discovery shows it; pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import dataclass, fields, replace

from nav2_composition_bench.topology.qos import DEFAULT_QOS, Qos

GID_BYTES = 16
"""Of a GID, as long as it is from Iron on; Humble's has eight zeros behind."""
PREFIX_BYTES = 12
"""Of a GID: the participant's part; participants are alike in it, endpoints differ behind it."""

EVERY_NODE_HAS = frozenset({"/parameter_events", "/rosout"})
"""Topics of every node, which a node of the engine has by itself."""
_OF_ACTIONS = "/_action/"
_FEEDBACK = f"{_OF_ACTIONS}feedback"
_EVERY_NODE_SERVES = frozenset(
    {
        "describe_parameters",
        "get_parameter_types",
        "get_parameters",
        "get_type_description",
        "list_parameters",
        "set_parameters",
        "set_parameters_atomically",
    }
)
_TOOL = re.compile(r"_.*|launch_ros_\d+|nav2_bench_\d+|nav2_bench_capture_\d+")
"""Base names of nodes that look on or start others."""


ROS_NAME = re.compile(r"/[A-Za-z_][A-Za-z0-9_]*(/[A-Za-z_][A-Za-z0-9_]*)*")
"""Full names of topics and services; programs without ROS may use others."""

Topic = tuple[str, str]
"""Name and type."""


@dataclass(frozen=True)
class SeenEndpoint:
    """A publisher or subscription.

    :param node: full name.
    :param type: of its messages, as in ``std_msgs/msg/String``.
    """

    node: str
    topic: str
    type: str
    gid: bytes
    qos: Qos = DEFAULT_QOS

    @property
    def topic_and_type(self) -> Topic:
        """What can be listened to."""
        return self.topic, self.type

    @property
    def participant(self) -> bytes:
        """What all endpoints of its participant have in common."""
        return self.gid[:PREFIX_BYTES]


@dataclass(frozen=True)
class SeenName:
    """A service or action, at the node that serves or calls it; no GID is shown of these."""

    node: str
    name: str
    type: str


@dataclass(frozen=True)
class SeenGraph:
    """Everything at one time.

    :param nodes: full names; one that several nodes have stands there several times.
    """

    nodes: tuple[str, ...]
    publishers: tuple[SeenEndpoint, ...] = ()
    subscriptions: tuple[SeenEndpoint, ...] = ()
    servers: tuple[SeenName, ...] = ()
    clients: tuple[SeenName, ...] = ()
    action_servers: tuple[SeenName, ...] = ()
    action_clients: tuple[SeenName, ...] = ()

    @property
    def endpoints(self) -> tuple[SeenEndpoint, ...]:
        """Publishers and subscriptions."""
        return (*self.publishers, *self.subscriptions)

    @property
    def participants(self) -> frozenset[bytes]:
        """Of all endpoints."""
        return frozenset(each.participant for each in self.endpoints)

    def topics_to_hear(self) -> dict[str, tuple[str, ...]]:
        """Return topic → types of its publishers, of those that a capture counts.

        Not those that nobody subscribes to: many nodes publish these only while somebody does.
        """
        heard = self.subscribed()
        found: dict[str, dict[str, None]] = {}
        for each in self.publishers:
            if each.topic in heard:
                found.setdefault(each.topic, {})[each.type] = None
        return {topic: tuple(types) for topic, types in found.items()}

    def subscribed(self) -> frozenset[str]:
        """Return the topics of nodes' own that some node subscribes to."""
        return frozenset(
            each.topic
            for each in self.subscriptions
            if is_of_nodes_own(each.topic) and not is_tool(each.node)
        )


_KINDS = tuple(kind.name for kind in fields(SeenGraph) if kind.name != "nodes")
"""Of what nodes have."""


def base_name(full_name: str) -> str:
    """Return a node's name without its namespace."""
    return full_name.rpartition("/")[2]


def namespace_of(full_name: str) -> str:
    """Return a node's namespace, ``/`` for the root."""
    return full_name.rpartition("/")[0] or "/"


def is_tool(full_name: str) -> bool:
    """Tell whether a node looks on or starts others, and is no part of a system."""
    return _TOOL.fullmatch(base_name(full_name)) is not None


def is_of_nodes_own(topic: str) -> bool:
    """Tell whether a topic is neither every node's nor part of an action.

    Feedback counts: a server may send it at every turn of its loop, and every client of the action
    gets it, whichever client's goal it is.
    """
    return topic not in EVERY_NODE_HAS and (_OF_ACTIONS not in topic or is_feedback(topic))


def is_feedback(topic: str) -> bool:
    """Tell whether an action's feedback goes by a topic."""
    return topic.endswith(_FEEDBACK)


def replayed_name(topic: str) -> str:
    """Return what a topic is called in a replay, where an action has its own topics besides."""
    return f"{topic.removesuffix(_FEEDBACK)}/action_feedback" if is_feedback(topic) else topic


def is_own_service(each: SeenName) -> bool:
    """Tell whether a service is neither every node's nor part of an action or container."""
    _, _, last = each.name.rpartition("/")
    everybodys = last in _EVERY_NODE_SERVES
    return not everybodys and _OF_ACTIONS not in each.name and "/_container/" not in each.name


def container_managers(graph: SeenGraph) -> frozenset[str]:
    """Return the nodes that load others into their containers."""
    return frozenset(
        each.node for each in graph.servers if each.name == f"{each.node}/_container/load_node"
    )


def filtered(graph: SeenGraph, keeps: Callable[[SeenEndpoint | SeenName], bool]) -> SeenGraph:
    """Return a graph with all of its nodes, and what is to be kept of what they have."""
    return SeenGraph(
        graph.nodes, **{kind: tuple(filter(keeps, getattr(graph, kind))) for kind in _KINDS}
    )


def without_nodes(graph: SeenGraph, names: Collection[str]) -> SeenGraph:
    """Return a graph without the nodes of some full names, and what they have."""
    nodes = tuple(name for name in graph.nodes if name not in names)
    return replace(filtered(graph, lambda each: each.node not in names), nodes=nodes)


def without(graph: SeenGraph, participants: Collection[bytes]) -> SeenGraph:
    """Return a graph without participants, and without the nodes that are theirs alone."""
    if not participants:
        return graph
    theirs = {each.node for each in graph.endpoints if each.participant in participants}
    left = {each.node for each in graph.endpoints if each.participant not in participants}
    dropped = theirs - left

    def stays(each: SeenEndpoint | SeenName) -> bool:
        return isinstance(each, SeenName) or each.participant not in participants

    return filtered(without_nodes(graph, dropped), stays)


def merged(before: SeenGraph, later: SeenGraph) -> SeenGraph:
    """Return all that was seen at either of two times.

    Nodes of one name count as often as there were at a time. Endpoints of a name that is not there
    more often later are the later ones alone: a node that has restarted has new ones.
    """
    earlier_count, later_count = Counter(before.nodes), Counter(later.nodes)
    same = {name for name, number in later_count.items() if number <= earlier_count[name]}
    kept = filtered(before, lambda each: isinstance(each, SeenName) or each.node not in same)
    nodes = tuple((earlier_count | later_count).elements())
    return replace(_together(kept, later), nodes=nodes)


def completed(graph: SeenGraph, later: SeenGraph) -> SeenGraph:
    """Return a graph with what its participants, and nodes of its names, have more at a later time.

    Nothing is taken from it: what a node has no longer was there. But subscriptions of which a node
    has as many later are the later ones alone, for it may have made them anew.
    """
    names, participants = frozenset(graph.nodes), graph.participants

    def is_known(each: SeenEndpoint | SeenName) -> bool:
        if isinstance(each, SeenEndpoint) and each.participant not in participants:
            return False
        return each.node in names

    more = filtered(later, is_known)
    before, after = (Counter(map(_what, each.subscriptions)) for each in (graph, more))
    kept = tuple(each for each in graph.subscriptions if after[_what(each)] < before[_what(each)])
    return _together(replace(graph, subscriptions=kept), more)


def _what(each: SeenEndpoint) -> tuple[str, str, str, bytes]:
    return each.node, each.topic, each.type, each.participant


def _together(graph: SeenGraph, other: SeenGraph) -> SeenGraph:
    """Return a graph with what the nodes of another one have besides."""
    return SeenGraph(
        graph.nodes,
        **{
            kind: tuple(dict.fromkeys((*getattr(graph, kind), *getattr(other, kind))))
            for kind in _KINDS
        },
    )
