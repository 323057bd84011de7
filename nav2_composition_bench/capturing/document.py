# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A sighting as the content of a topology file; pure."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from nav2_composition_bench.capturing.calls import Calls, called
from nav2_composition_bench.capturing.exchange import Exchanged, Receiver, Sender, exchanged
from nav2_composition_bench.capturing.known_types import BOND, is_sent_apart
from nav2_composition_bench.capturing.makers import made_inside, makers_by_name
from nav2_composition_bench.capturing.members import (
    Member,
    Members,
    members_of,
    middleware_of,
    processes_of,
)
from nav2_composition_bench.capturing.node_costs import MessageCosts, NodeCpu, Traffic, node_cpu
from nav2_composition_bench.capturing.not_seen import not_seen
from nav2_composition_bench.capturing.seen import base_name, namespace_of
from nav2_composition_bench.capturing.sighting import SeenProcess, Sighting
from nav2_composition_bench.topology.captured import SCHEMA
from nav2_composition_bench.topology.message_type import HEADER_BYTES, MAX_BYTES, VECTOR
from nav2_composition_bench.topology.own_work import MIN_CALLBACKS_HZ
from nav2_composition_bench.topology.pace import MIN_HZ
from nav2_composition_bench.topology.qos import DEFAULT_QOS, Qos

_SELDOM = "seldom"
"""Timer of what was not seen to happen; no file can give it a lower rate."""
_MIN_TIMED_HZ = 0.01
_ALIKE = 1.03
"""Rates of a node's publishers within this ratio are one timer's."""
_ENCODING_BYTES = 8
"""Of a serialised message: what stands before header and data."""
_OWN_WORK_HZ = 10.0

Content = dict[str, Any]


def document_of(
    sighting: Sighting, name: str, costs: MessageCosts, outside: Sequence[str] = ()
) -> Content:
    """Return the content of the file.

    :param name: of the topology.
    :param costs: what messages are taken to cost.
    :param outside: names of nodes that are no part of what is compared.
    """
    members = members_of(sighting, outside)
    exchange = exchanged(sighting, members)
    calls = called(sighting, members)
    traffic = exchange.traffic()
    speed = sighting.yardstick
    costs = costs.fitted(
        list(_took_and_cost(sighting, members, traffic, costs)),
        None if speed is None else speed.system_calls_us,
    )
    cpu = _cpu_of_nodes(sighting, members, traffic, costs)
    held = _with_something(members, exchange, calls)
    made = made_inside(sighting, members)
    nodes = [
        _node(member, member.name in made, exchange, calls, cpu.get(member.name))
        for member in members.nodes
        if not member.is_outside or member.name in held
    ]
    return {
        "name": name,
        "captured": {
            "schema": SCHEMA,
            "began": sighting.began,
            "quiet_s": round(sighting.cost.quiet_s, 1),
            "listened_s": round(sighting.cost.listened_s, 1),
            "rmw": middleware_of(sighting, members),
            "ros_distro": sighting.ros_distro,
            "machine": dict(sighting.machine),
            "capturer": {
                "quiet_cpu_percent": round(sighting.cost.quiet_cpu_percent, 2),
                "listening_cpu_percent": round(sighting.cost.listening_cpu_percent, 2),
                "messages": sighting.cost.messages,
                "bytes": sighting.cost.total_bytes,
            },
            **({"yardstick": dataclasses.asdict(speed)} if speed else {}),
            "costs": dataclasses.asdict(costs),
            "processes": list(_processes(sighting, members, made)),
            "not_seen": not_seen(sighting, members, exchange, calls, cpu),
        },
        "nodes": nodes,
    }


def _with_something(members: Members, exchange: Exchanged, calls: Calls) -> set[str]:
    """Return the names of nodes that have anything to do with those inside."""
    having = {each.member.name for each in exchange.senders}
    having |= {each.member.name for each in exchange.receivers}
    having |= {each.member.name for each in calls.all}
    return having | {member.name for member in members.inside}


def _took_and_cost(
    sighting: Sighting, members: Members, traffic: Mapping[str, Traffic], costs: MessageCosts
) -> Iterator[tuple[float, float]]:
    """Yield what each process took, and what its messages cost."""
    for its in processes_of(members.inside).values():
        process = sighting.process_of(its[0].home)
        if process is not None and process.cpu_percent is not None:
            messages = sum(costs.percent(traffic.get(node.name, Traffic())) for node in its)
            yield process.cpu_percent, costs.process_percent + messages


def _cpu_of_nodes(
    sighting: Sighting, members: Members, traffic: Mapping[str, Traffic], costs: MessageCosts
) -> dict[str, NodeCpu]:
    found: dict[str, NodeCpu] = {}
    for its in processes_of(members.inside).values():
        process = sighting.process_of(its[0].home) or SeenProcess("")
        names = [node.name for node in its]
        found |= node_cpu(
            names,
            process.cpu_percent,
            process.threads,
            traffic,
            costs,
            unnamed=process.unnamed_threads,
            called={node.name: node.seen for node in its},
        )
    return found


def _processes(sighting: Sighting, members: Members, made: Collection[str]) -> Iterator[Content]:
    for its in processes_of(members.inside).values():
        process = sighting.process_of(its[0].home)
        content: Content = {"pid": its[0].home.pid, "nodes": [node.name for node in its]}
        if any(node.process == its[0].process for node in members.managers):
            content["container"] = True
            apart = [node for node in its if node.name in made]
            if makers := makers_by_name(apart, [node for node in its if node not in apart]):
                content["made_by"] = makers
        if (rmw := its[0].rmw) is not None:
            content["rmw"] = rmw
        if process is not None:
            content |= {
                "command": process.command,
                "cpu_percent": _rounded(process.cpu_percent, 2),
                "pss_bytes": process.pss_bytes,
                "uss_bytes": process.uss_bytes,
                "rss_bytes": process.rss_bytes,
                "threads": process.thread_count,
                "voluntary_switches_hz": _rounded(process.voluntary_switches_hz, 1),
            }
        yield content


def _node(
    member: Member, is_made: bool, exchange: Exchanged, calls: Calls, cpu: NodeCpu | None
) -> Content:
    content: Content = {"node_name": base_name(member.name)}
    if (namespace := namespace_of(member.name)) != "/":
        content["node_namespace"] = namespace
    if member.is_outside:
        content["outside"] = True
    senders = [each for each in exchange.senders if each.member is member]
    receivers = [each for each in exchange.receivers if each.member is member]
    timers = _timers(senders)
    if is_made:
        content["own_executor"] = True
    own_percent = 0.0 if cpu is None else round(cpu.own_percent, 2)
    if cpu is not None:
        content["captured"] = {
            "cpu_percent": _rounded(cpu.cpu_percent, 2),
            "messages_percent": round(cpu.messages_percent, 2),
            "cpu_from": cpu.source,
        }
    if own_percent > 0:
        content["own_cpu_percent"] = own_percent
        rates = [each["freq_hz"] for each in timers]
        rates += [
            sender.rate_hz or 0.0
            for each in receivers
            for sender in exchange.senders
            if each.taken and sender.topic == each.topic
        ]
        if sum(rates) < MIN_CALLBACKS_HZ:
            timers = [*timers, {"timer_name": "own_work", "freq_hz": _OWN_WORK_HZ}]
    lists: Mapping[str, list[Content]] = {
        "publishers": [_publisher(each) for each in senders],
        "subscribers": [_subscriber(each) for each in receivers],
        "timers": timers,
        "servers": [each.content() for each in calls.servers if each.member is member],
        "clients": [each.content() for each in calls.clients if each.member is member],
        "action_servers": [e.content() for e in calls.action_servers if e.member is member],
        "action_clients": [e.content() for e in calls.action_clients if e.member is member],
    }
    return content | {key: its for key, its in lists.items() if its}


def _timers(senders: Sequence[Sender]) -> list[Content]:
    """Return a timer for the topics of a node that go at the same rate, and one for the others.

    A bond has a timer of its own, so that what goes as often as feedback is sent with that.
    """
    timed = [each for each in senders if (each.rate_hz or 0.0) >= _MIN_TIMED_HZ]
    bonds = [each for each in timed if each.type == BOND]
    groups = _alike(bonds) + _alike([each for each in timed if each.type != BOND])
    groups.sort(key=lambda group: group[0].rate_hz or 0.0)
    found = [_timer(f"cycle_{number}", group) for number, group in enumerate(groups, 1)]
    if seldom := [each.topic for each in senders if each not in timed]:
        found.append({"timer_name": _SELDOM, "freq_hz": MIN_HZ, "publishes": seldom})
    return found


def _alike(senders: Sequence[Sender]) -> list[list[Sender]]:
    groups: list[list[Sender]] = []
    for sender in sorted(senders, key=lambda each: each.rate_hz or 0.0):
        slowest = groups[-1][0].rate_hz if groups else None
        if slowest is not None and (sender.rate_hz or 0.0) <= _ALIKE * slowest:
            groups[-1].append(sender)
        else:
            groups.append([sender])
    return groups


def _timer(name: str, group: Sequence[Sender]) -> Content:
    """Return a timer that publishes what a group sends.

    At each heartbeat of its partner, one end of a bond makes its timer of missing heartbeats anew
    (bondcpp); partners send as often as each other.
    """
    timer: Content = {
        "timer_name": name,
        "freq_hz": _four_digits(sum(each.rate_hz or 0.0 for each in group) / len(group)),
        "publishes": [each.topic for each in group],
    }
    if bonds := sum(each.type == BOND for each in group):
        timer["renews"] = bonds
    if any(is_sent_apart(each.type) for each in group):
        timer["own_executor"] = True
    return timer


def _publisher(sender: Sender) -> Content:
    data = round(sender.mean_bytes) - HEADER_BYTES - _ENCODING_BYTES
    captured: Content = {
        "type": sender.type,
        "rate_hz": None if sender.rate_hz is None else _four_digits(sender.rate_hz),
    }
    if sender.largest_bytes:
        captured["largest_bytes"] = sender.largest_bytes
    if sender.burstiness is not None:
        captured["burstiness"] = round(sender.burstiness, 2)
    return {
        "topic_name": sender.topic,
        "msg_type": VECTOR.name,
        "msg_size": min(max(1, data), MAX_BYTES),
        **_qos(sender.qos),
        "captured": captured,
    }


def _subscriber(receiver: Receiver) -> Content:
    return {
        "topic_name": receiver.topic,
        "msg_type": VECTOR.name,
        **({"own_executor": True} if receiver.own_executor else {}),
        **({} if receiver.taken else {"taken": False}),
        **_qos(receiver.qos),
        "captured": {"type": receiver.type},
    }


def _qos(qos: Qos) -> Content:
    return {
        f"qos_{key}": value
        for key, value in dataclasses.asdict(qos).items()
        if value != getattr(DEFAULT_QOS, key)
    }


def _four_digits(value: float) -> float:
    """Round to four digits."""
    return float(f"{value:.4g}")


def _rounded(value: float | None, digits: int) -> float | None:
    return None if value is None else round(value, digits)
