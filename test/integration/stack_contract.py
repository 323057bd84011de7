# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a running stack shows on the ROS graph, and in what two of them differ."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Any

from asking import ask
from lifecycle_msgs.srv import GetState
from rcl_interfaces.srv import GetParameters, ListParameters
from rclpy.action.graph import get_action_server_names_and_types_by_node
from rclpy.parameter import parameter_value_to_python
from waiting import TIMEOUT_S, wait_until

from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.study.node_entry import NodeEntry

Facts = frozenset[tuple[str, ...]]
LOOK_EVERY_S = 0.5
SAME_LOOKS = 3


@dataclass(frozen=True)
class Observation:
    """Everything the contract is about, as sets of tuples that begin with a node's full name.

    :ivar publishers: (node, topic, type, reliability, durability); subscriptions likewise.
    :ivar services: (node, service, types); actions likewise, servers only.
    :ivar parameters: (node, parameter, value).
    :ivar states: (node, lifecycle state).
    """

    nodes: Facts
    publishers: Facts
    subscriptions: Facts
    services: Facts
    actions: Facts
    parameters: Facts
    states: Facts


def differences(one: Observation, other: Observation) -> list[str]:
    """One line for each fact that only one of the two has."""
    lines = []
    for field in fields(Observation):
        first, second = getattr(one, field.name), getattr(other, field.name)
        lines += [f"{field.name}: only the first has {fact}" for fact in sorted(first - second)]
        lines += [f"{field.name}: only the second has {fact}" for fact in sorted(second - first)]
    return lines


def observe(
    client: RosClient, names: Iterable[str], managed: Iterable[str], mute: Iterable[str] = ()
) -> Observation:
    """Look at the nodes of a running stack.

    :param names: fully qualified names of its nodes; other nodes are left out.
    :param managed: those of them with a lifecycle.
    :param mute: those of them that nobody spins all the time, so that they answer no service.
    """
    wanted = set(names)
    node = client.node
    present = {
        f"{namespace.rstrip('/')}/{name}"
        for name, namespace in node.get_node_names_and_namespaces()
    } & wanted

    def action_servers(name: str, namespace: str) -> Any:
        return get_action_server_names_and_types_by_node(node, name, namespace)

    topics = [topic for topic, _ in node.get_topic_names_and_types(no_demangle=False)]
    return Observation(
        nodes=frozenset((name,) for name in present),
        publishers=_endpoints(topics, node.get_publishers_info_by_topic, present),
        subscriptions=_endpoints(topics, node.get_subscriptions_info_by_topic, present),
        services=_by_node(present, node.get_service_names_and_types_by_node),
        actions=_by_node(
            present,
            lambda name, space: get_action_server_names_and_types_by_node(node, name, space),
        ),
        parameters=frozenset(
            fact for name in present - set(mute) for fact in _parameters(client, name)
        ),
        states=frozenset((name, _state(client, name)) for name in set(managed) & present),
    )


def once_unchanged(
    client: RosClient, names: Sequence[str], managed: Sequence[str], mute: Sequence[str] = ()
) -> Observation:
    """Observe until every node is there and nothing new has come for some looks.

    Discovery tells endpoints one by one, and with many participants on a loaded machine slowly.
    """
    looks: list[Observation] = []

    def unchanged() -> bool:
        time.sleep(LOOK_EVERY_S)
        looks.append(observe(client, names, managed, mute))
        last = looks[-SAME_LOOKS:]
        complete = len(looks[-1].nodes) == len(names) and len(last) == SAME_LOOKS
        return complete and all(look == looks[-1] for look in last)

    wait_until(unchanged, "the graph no longer changes", 3 * TIMEOUT_S)
    return looks[-1]


def alike(
    client: RosClient,
    names: Sequence[str],
    managed: Sequence[str],
    wanted: Observation,
    mute: Sequence[str] = (),
) -> Observation:
    """Observe until it is as wanted; a difference that stays is returned after some looks."""
    observation = once_unchanged(client, names, managed, mute)
    for _ in range(20):
        if not differences(observation, wanted):
            break
        observation = once_unchanged(client, names, managed, mute)
    return observation


def assert_remappings_are_applied(observation: Observation, table: Iterable[NodeEntry]) -> None:
    """Every remapped topic is used under its new name only."""
    topics = {(fact[0], fact[1]) for fact in observation.publishers | observation.subscriptions}
    for entry in table:
        for old, new in entry.remappings:
            if old.strip("/") == new:
                continue  # from the root namespace into the node's, which is the root here
            assert (f"/{entry.name}", f"/{new}") in topics
            assert (f"/{entry.name}", f"/{old}") not in topics


def _endpoints(topics: list[str], infos: Any, present: set[str]) -> Facts:
    facts = set()
    for topic in topics:
        for info in infos(topic):
            name = f"{info.node_namespace.rstrip('/')}/{info.node_name}"
            if name in present:
                qos = info.qos_profile
                facts.add((name, topic, info.topic_type, qos.reliability.name, qos.durability.name))
    return frozenset(facts)


def _by_node(present: set[str], names_and_types: Any) -> Facts:
    facts = set()
    for full_name in present:
        namespace, _, name = full_name.rpartition("/")
        for what, types in names_and_types(name, namespace or "/"):
            facts.add((full_name, what, " ".join(sorted(types))))
    return frozenset(facts)


def _parameters(client: RosClient, name: str) -> list[tuple[str, ...]]:
    listed = ask(client, ListParameters, f"{name}/list_parameters", ListParameters.Request())
    names = sorted(listed.result.names)
    got = ask(client, GetParameters, f"{name}/get_parameters", GetParameters.Request(names=names))
    return [
        (name, parameter, repr(parameter_value_to_python(value)))
        for parameter, value in zip(names, got.values)
    ]


def _state(client: RosClient, name: str) -> str:
    answer = ask(client, GetState, f"{name}/get_state", GetState.Request())
    return str(answer.current_state.label)
