# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The CPU of a node's own work, spread over its callbacks."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping, Sequence

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.topology import pace
from nav2_composition_bench.topology.entities import NO_WORK, Subscription, Timer, Work
from nav2_composition_bench.topology.fusion import incoming_rates_hz
from nav2_composition_bench.topology.graph import TopologyNode
from nav2_composition_bench.topology.rates import total

US_PER_S_AND_PERCENT = 10_000
MIN_CALLBACKS_HZ = 1.0
"""Callbacks that are called less often together are not where a node does its work."""
MAX_WORK_US = 600_000_000
"""Of a callback; the engine refuses more (entity_parameters.cpp)."""


def with_own_work(nodes: Sequence[TopologyNode]) -> tuple[TopologyNode, ...]:
    """Return the nodes with the work that ``own_cpu_percent`` gives their callbacks.

    A node that has timers with a thread of their own, and not seldom ones, works there, as Nav2's
    servers execute goals; any other one in all its callbacks alike.

    :param nodes: with rates.
    :raises UserError: for a node whose callbacks have work of their own, are never called, or so
        seldom that the engine cannot do as much in one of them.
    """
    return tuple(_with_work(node) if node.own_cpu_percent else node for node in nodes)


def with_own_percent(
    nodes: Sequence[TopologyNode], own_percent: Mapping[str, float]
) -> tuple[TopologyNode, ...]:
    """Return nodes of which some have another CPU of their own work than before.

    :param nodes: as ``with_own_work`` returns them.
    :param own_percent: full name → CPU, of one core; nodes without own work before are left alone.
    :raises UserError: as ``with_own_work``.
    """
    return tuple(
        _spread(dataclasses.replace(node, own_cpu_percent=percent))
        if node.own_cpu_percent and (percent := own_percent.get(node.full_name)) is not None
        else node
        for node in nodes
    )


def callback_rate_hz(node: TopologyNode) -> float | None:
    """Return how often per second subscriptions and timers work; None where that has no limit.

    Fused subscriptions work once, when all of them have had a message.
    """
    rates = incoming_rates_hz([(each, each.rate_hz) for each in node.subscriptions])
    rates += [pace.rate_hz(each.period_ns) for each in node.timers]
    return total(rates)


def _with_work(node: TopologyNode) -> TopologyNode:
    where = node.place.at("own_cpu_percent")
    callbacks: tuple[Subscription | Timer, ...] = (*node.subscriptions, *node.timers)
    for each in callbacks:
        if each.work != NO_WORK:
            raise UserError(f"{where} and the work of {each.place.at()} exclude each other")
    return _spread(node)


def _spread(node: TopologyNode) -> TopologyNode:
    """Give the callbacks their shares, in place of those that they had."""
    where = node.place.at("own_cpu_percent")
    apart = [each for each in node.timers if each.own_executor]
    apart_hz = sum(pace.rate_hz(each.period_ns) for each in apart)
    if apart_hz < MIN_CALLBACKS_HZ:
        apart = []
    rate_hz = apart_hz if apart else callback_rate_hz(node)
    if not rate_hz:
        why = "messages that come as fast as they can" if rate_hz is None else "no callback"
        raise UserError(
            f"{where} is spread over what subscriptions and timers do, and {node.full_name} has"
            f" {why}; add a timer, or leave it out"
        )
    work_us = node.own_cpu_percent * US_PER_S_AND_PERCENT / rate_hz
    if work_us > MAX_WORK_US:
        raise UserError(
            f"{where} is {node.own_cpu_percent:g}, and {node.full_name} has {rate_hz:g} callbacks a"
            f" second, so that each would work {work_us / 1e6:.0f} s, must be at most"
            f" {MAX_WORK_US / 1e6:.0f} s; add a timer"
        )
    work = Work(work_us=round(work_us))
    if apart:
        return dataclasses.replace(
            node,
            timers=tuple(
                dataclasses.replace(each, work=work) if each.own_executor else each
                for each in node.timers
            ),
        )
    return dataclasses.replace(
        node,
        subscriptions=tuple(
            dataclasses.replace(each, work=work) if each.taken else each
            for each in node.subscriptions
        ),
        timers=tuple(dataclasses.replace(each, work=work) for each in node.timers),
    )
