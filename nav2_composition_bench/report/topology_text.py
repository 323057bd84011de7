# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A topology in words and figures."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

from nav2_composition_bench.metrics import BYTES_PER_MEGABYTE
from nav2_composition_bench.report.quantities import UNLIMITED, bytes_text, rate_text, short
from nav2_composition_bench.report.topology_outlets import outlets_of
from nav2_composition_bench.topology.graph import Requirements, Topology
from nav2_composition_bench.topology.totals import totals_of, unheard

HEADING = ("from", "topic", "type", "to", "rate", "size", "data")
"""Columns of ``outlet_rows``; the last three hold figures."""

_UNITS = {"percent": "%", "mb": "MB", "ms": "ms"}


def summary_lines(topology: Topology) -> list[str]:
    """Say what the graph amounts to, and what is strange about it."""
    found = totals_of(topology)
    together, apart = (
        f"{size / BYTES_PER_MEGABYTE:.0f} MB"
        for size in (found.memory_together_bytes, found.memory_apart_bytes)
    )
    lines = [
        f"{topology.name}: {_count(found.nodes, 'node')}, {_count(found.publishers, 'publisher')},"
        f" {_count(found.subscriptions, 'subscription')}, {_count(found.topics, 'topic')},"
        f" {_count(found.services, 'service')}, {_count(found.actions, 'action')}",
        *([topology.description] if topology.description else []),
        f"messages per s: {_per_s(found.published_hz)} published"
        f" → {_per_s(found.delivered_hz)} delivered",
        f"data per s: {_data(found.published_bytes_hz)} published"
        f" → {_data(found.delivered_bytes_hz)} delivered",
        f"memory, a rough estimate: {together} in one process, {apart} in a process per node",
    ]
    for path in topology.paths:
        starts = " and ".join(f"{node} ({topic})" for node, topic in path.starts)
        lines.append(f"path {path.name}: {starts} → {path.end_node} ({path.end_topic})")
    lines += [f"required: {each}" for each in requirement_texts(topology.requirements)]
    for each in unheard(topology):
        lines.append(f"note: {each.place.at()}: nobody publishes {each.topic}")
    return lines


def outlet_rows(topology: Topology) -> list[tuple[str, ...]]:
    """Return a row for each publisher and client, below ``HEADING``."""
    rows: list[tuple[str, ...]] = []
    for node, outlets in outlets_of(topology).items():
        for each in outlets:
            size = each.message_bytes
            flow = None if size is None or each.rate_hz is None else size * each.rate_hz
            rows.append(
                (
                    node,
                    each.name,
                    each.kind,
                    " ".join(each.targets) or "–",
                    rate_text(each.rate_hz),
                    "–" if size is None else bytes_text(size),
                    "–" if flow is None else f"{bytes_text(flow)}/s",
                )
            )
    return rows


def requirement_texts(requirements: Requirements) -> Iterator[str]:
    """Write every requirement that is there."""
    for field in dataclasses.fields(requirements):
        value = getattr(requirements, field.name)
        if isinstance(value, tuple):
            for path, max_ms in value:
                yield f"latency p99 of path {path} ≤ {max_ms:g} ms"
        elif value is not None:
            what, _, unit = field.name.rpartition("_")
            name = {"cpu": "CPU"}.get(what, what.replace("99_9", "99.9").replace("_", " "))
            yield f"{name} ≤ {value:g} {_UNITS[unit]}"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _per_s(rate_hz: float | None) -> str:
    return UNLIMITED if rate_hz is None else short(rate_hz)


def _data(bytes_hz: float | None) -> str:
    return UNLIMITED if bytes_hz is None else bytes_text(bytes_hz)
