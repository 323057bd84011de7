# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""CPU of each node, and what of it is the node's own work; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from types import MappingProxyType

from nav2_composition_bench.capturing.seen import base_name
from nav2_composition_bench.study.node_entry import thread_names
from nav2_composition_bench.topology.own_work import US_PER_S_AND_PERCENT

BY_PROCESS, BY_THREADS, BY_SHARE = "process", "threads", "share"
"""Where a node's CPU is from: a process of its own, threads of its name, or what a process does,
parted by messages."""
_NS_PER_US = 1e3
_NAMED_SHARE = 0.3
"""Of a process's CPU in threads with nodes' names, above which these tell nodes apart."""
_MIN_COST_PERCENT = 0.5
"""Below it, what a process took is too little to tell anything."""
_SHARE_OVERSTATED = 0.25
"""Of processes that may take less than their messages are taken to cost, or than their replay: what
a system leaves untaken is not seen, and costs of many subscriptions in a process are overstated."""
_SYSTEM_CALLS_US = 21.8
"""Of known work, on a machine as fast as that of the costs: in six captures of Nav2 on an Intel
Xeon, what these took divided by what three processes in four show more than the costs is 20.3 to
22.7 µs."""
MAX_OWN_PERCENT = 100.0
"""One executor's thread can do no more."""


def least_shown(values: Sequence[float]) -> float:
    """Return the least of what processes show, of one each, but for those that are overstated.

    :param values: one at least.
    """
    return sorted(values)[int(_SHARE_OVERSTATED * len(values))]


@dataclass(frozen=True)
class MessageCosts:
    """What messages are taken to cost; ``inside`` where both ends are in one process.

    :param process_percent: CPU of a process that does nothing.
    :param source: where the figures are from.
    """

    process_percent: float
    publish_us: float
    delivery_us: float
    byte_ns: float
    inside_publish_us: float
    inside_delivery_us: float
    inside_byte_ns: float
    source: str

    def percent(self, traffic: Traffic) -> float:
        """Return the CPU that a node's messages cost, of one core."""
        us = (
            self.publish_us * traffic.published_hz
            + self.delivery_us * traffic.received_hz
            + (self.delivery_us - self.inside_delivery_us) * traffic.untaken_hz
            + self.byte_ns * traffic.bytes_hz / _NS_PER_US
            + self.inside_publish_us * traffic.inside_published_hz
            + self.inside_delivery_us * traffic.inside_received_hz
            + self.inside_byte_ns * traffic.inside_bytes_hz / _NS_PER_US
        )
        return us / US_PER_S_AND_PERCENT

    def fitted(
        self, processes: Sequence[tuple[float, float]], system_calls_us: float | None = None
    ) -> MessageCosts:
        """Return the costs on the machine of a capture, which may be faster or slower.

        No process takes less than its messages cost; so the costs are made smaller until that is
        so of three in four. On a slower machine they are made larger by as much as it is slower,
        as far as that stays so.

        :param processes: what each took, and what its messages cost by these costs, in percent.
        :param system_calls_us: of known work beside the captured system; None where not known.
        """
        ratios = [took / cost for took, cost in processes if cost >= _MIN_COST_PERCENT]
        if not ratios:
            return self
        slower = 1.0 if system_calls_us is None else max(1.0, system_calls_us / _SYSTEM_CALLS_US)
        factor = min(slower, least_shown(ratios))
        if factor == 1.0:
            return self
        scaled = {
            each.name: getattr(self, each.name) * factor
            for each in fields(self)
            if each.name != "source"
        }
        why = "processes took less" if factor < 1.0 else "the machine was slower"
        said = f"{self.source}, times {factor:.2f}: {why}"
        return MessageCosts(**scaled, source=said)


RCL = MessageCosts(0.19, 131.0, 81.0, 0.67, 61.0, 28.0, 0.03, "consumer_robot and create3 on rcl")
RCLCPP = MessageCosts(
    0.28, 184.0, 125.0, 0.91, 106.0, 48.0, 0.33, "consumer_robot and create3 on rclcpp"
)
"""Fitted by non-negative least squares to the processes and threads of studies of these two
topologies with Fast DDS (rcl 9.2.8, rclcpp 28.1.6, November 2026, two virtual cores)."""


@dataclass(frozen=True)
class Traffic:
    """What a node sends and gets per second; ``inside`` is what stays in its process.

    :param untaken_hz: what comes to the middleware and is not taken from it.
    :param inside_untaken_hz: the same; it costs no more than its bytes.
    """

    published_hz: float = 0.0
    received_hz: float = 0.0
    untaken_hz: float = 0.0
    bytes_hz: float = 0.0
    inside_published_hz: float = 0.0
    inside_received_hz: float = 0.0
    inside_untaken_hz: float = 0.0
    inside_bytes_hz: float = 0.0


@dataclass(frozen=True)
class NodeCpu:
    """A node's CPU, of one core; None where it is not known.

    :param messages_percent: what its messages, and its share of an idle process, are taken to cost.
    :param own_percent: the rest, its own work; 0 where its messages are taken to cost more.
    """

    cpu_percent: float | None
    messages_percent: float
    own_percent: float
    source: str | None

    @property
    def is_overestimated(self) -> bool:
        """Whether messages are taken to cost more than the node took, as files show both."""
        if self.cpu_percent is None:
            return False
        return round(self.messages_percent, 2) > round(self.cpu_percent, 2)

    @property
    def is_cut(self) -> bool:
        """Whether it took more for its own work than one executor's thread can."""
        if self.cpu_percent is None:
            return False
        return round(self.cpu_percent - self.messages_percent, 2) > MAX_OWN_PERCENT


def node_cpu(
    nodes: Sequence[str],
    cpu_percent: float | None,
    threads: Mapping[str, float],
    traffic: Mapping[str, Traffic],
    costs: MessageCosts,
    unnamed: str = "",
    called: Mapping[str, str] = MappingProxyType({}),
) -> dict[str, NodeCpu]:
    """Part the CPU of a process among its nodes.

    :param nodes: full names.
    :param threads: name → CPU of the threads of that name, of one core.
    :param unnamed: what those threads are called that nobody has given a name. A program may be
        called as one of its nodes is; they are of all nodes nevertheless.
    :param called: node → full name in the system, of those that have another one here.
    """
    idle_percent = costs.process_percent / len(nodes)
    messages = {node: idle_percent + costs.percent(traffic.get(node, Traffic())) for node in nodes}
    if cpu_percent is None:
        return {node: NodeCpu(None, messages[node], 0.0, None) for node in nodes}
    named = {name: percent for name, percent in threads.items() if name != unnamed}
    shares, source = _shares(nodes, cpu_percent, named, messages, called)
    return {
        node: NodeCpu(
            shares[node],
            messages[node],
            min(max(0.0, shares[node] - messages[node]), MAX_OWN_PERCENT),
            source,
        )
        for node in nodes
    }


def _shares(
    nodes: Sequence[str],
    cpu_percent: float,
    threads: Mapping[str, float],
    messages: Mapping[str, float],
    called: Mapping[str, str],
) -> tuple[dict[str, float], str]:
    if len(nodes) == 1:
        return {nodes[0]: cpu_percent}, BY_PROCESS
    own = _by_thread({node: called.get(node, node) for node in nodes}, threads)
    named = sum(own.values())
    is_told = named >= _NAMED_SHARE * cpu_percent and named > 0
    if not is_told:
        own, named = dict.fromkeys(nodes, 0.0), 0.0
    total = sum(messages.values())
    rest = max(0.0, cpu_percent - named)
    return {
        node: own.get(node, 0.0) + rest * (messages[node] / total if total > 0 else 1 / len(nodes))
        for node in nodes
    }, BY_THREADS if is_told else BY_SHARE


def _by_thread(called: Mapping[str, str], threads: Mapping[str, float]) -> dict[str, float]:
    """Return the CPU in threads that carry nodes' names, with namespace or without.

    Names that several nodes have tell nothing.

    :param called: node → full name in the system.
    """
    found: dict[str, float] = {}
    seen = called.values()
    for names in ([base_name(name) for name in seen], [name.lstrip("/") for name in seen]):
        try:
            short = thread_names([name for name in names if names.count(name) == 1])
        except ValueError:
            continue
        for node, name in zip(called, names):
            if short.get(name) in threads:
                found.setdefault(node, threads[short[name]])
    return found
