# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Read the JSON lines that a node of a topology writes of its messages.

The first line tells what runs the node, each other one a period or an event; all times are
CLOCK_MONOTONIC. Counts are of the line's period, so that any window can be made of whole ones.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.message_statistics.histogram import Histogram

SCHEMA = 1
"""Version of the form that is read here."""

_S_PER_NS = 1e-9
_PLAIN = ("paths", "timers")
"""Kinds of entities of which there is a histogram and nothing else."""


@dataclass(frozen=True)
class Head:
    """What runs a node.

    :param node: its fully qualified name.
    :param binding: the client library that it is bound to, ``rcl`` or ``rclcpp``.
    """

    node: str
    binding: str


@dataclass(frozen=True)
class Period:
    """What one node counted in one period.

    :param counts: kind of entity (``publishers``, ``subscriptions``, ``clients``, ...) → name →
        what is counted → number.
    :param wake_ups: of the executor; None for one that does not tell.
    :param latencies: kind of entity, ``paths`` included → name → latencies; of ``timers`` the
        times between two callbacks.
    """

    from_s: float
    to_s: float
    callbacks: int
    wake_ups: int | None
    counts: Mapping[str, Mapping[str, Mapping[str, int]]]
    latencies: Mapping[str, Mapping[str, Histogram]]


@dataclass(frozen=True)
class Discovered:
    """When all that a node waits for was found.

    :param participants: DDS participants behind the endpoints of its topics, its own included.
    :param endpoints: publishers and subscriptions of its topics.
    """

    at_s: float
    participants: int
    endpoints: int


@dataclass(frozen=True)
class NodeStatistics:
    """Everything that one node has written so far."""

    head: Head
    periods: tuple[Period, ...] = ()
    discovered: Discovered | None = None


@dataclass
class _Collected:
    head: Head | None = None
    sub_bits: int = 0
    periods: list[Period] = field(default_factory=list)
    discovered: Discovered | None = None

    def add(self, line: Mapping[str, Any]) -> None:
        kind = line["kind"]
        if (kind == "head") == (self.head is not None):
            raise ValueError("the head must come first, and once")
        if kind == "head":
            if line["schema"] != SCHEMA:
                raise ValueError(f"schema is {line['schema']}, must be {SCHEMA}")
            self.head = Head(line["node"], line["binding"])
            self.sub_bits = line["bins"]["sub_bits"]
        elif kind == "period":
            self.periods.append(_period(line, self.sub_bits))
        elif kind == "event" and line["event"] == "discovered":
            at_s = line["at_ns"] * _S_PER_NS
            self.discovered = Discovered(at_s, line["participants"], line["endpoints"])


def read_statistics(path: Path) -> NodeStatistics | None:
    """Read what a node has written; a last line without its end is left for the next time.

    :returns: None while the node has not begun to write.
    :raises UserError: naming the line that no node can have written.
    """
    try:
        lines = path.read_bytes().split(b"\n")[:-1]
    except FileNotFoundError:
        return None
    collected = _Collected()
    for number, line in enumerate(lines, 1):
        try:
            collected.add(json.loads(line))
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            what = f"lacks {error}" if isinstance(error, KeyError) else str(error)
            raise UserError(f"{path}, line {number}: {what}") from error
    if collected.head is None:
        return None
    return NodeStatistics(collected.head, tuple(collected.periods), collected.discovered)


def _period(line: Mapping[str, Any], sub_bits: int) -> Period:
    counts: dict[str, dict[str, dict[str, int]]] = {}
    latencies: dict[str, dict[str, Histogram]] = {}
    for kind, name, values in _entities(line):
        if kind in _PLAIN:
            latencies.setdefault(kind, {})[name] = _histogram(values, sub_bits)
            continue
        counts.setdefault(kind, {})[name] = {
            key: value for key, value in values.items() if key != "latency"
        }
        if "latency" in values:
            latencies.setdefault(kind, {})[name] = _histogram(values["latency"], sub_bits)
    return Period(
        line["from_ns"] * _S_PER_NS,
        line["to_ns"] * _S_PER_NS,
        line["callbacks"],
        line["wake_ups"],
        counts,
        latencies,
    )


def _entities(line: Mapping[str, Any]) -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    for kind, entities in line.items():
        if isinstance(entities, dict):
            for name, values in entities.items():
                yield kind, name, values


def _histogram(values: Mapping[str, Any], sub_bits: int) -> Histogram:
    empty = not values["count"]
    return Histogram(
        sub_bits,
        values["count"],
        float(values["sum_ns"]),
        float(values["sum_sq_ns2"]),
        None if empty else values["min_ns"],
        None if empty else values["max_ns"],
        dict(values["bins"]),
    )
