# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A trial of the reference system as the log that ros-realtime's own report reads.

Their programs print running statistics with every message; here is the last word alone. What is
not recorded is ``nan``: the latest value of each, and how losses spread over messages.
"""

from __future__ import annotations

import math

from nav2_composition_bench.topology.graph import Path, Topology
from nav2_composition_bench.topology.paths import ways_of
from nav2_composition_bench.trial.message_record import (
    LatencyRecord,
    MessageEntities,
    PathRecord,
    TimerRecord,
)

LOG = "std_output.log"
TOPOLOGY = "reference_system"
HOT_PATH = "hot_path"
PLANNER = "/behavior_planner"
_US_PER_MS = 1e3
_LABEL_WIDTH = 26


def std_output(entities: MessageEntities, topology: Topology, rmw: str) -> str:
    """Return the content of their ``std_output.log``.

    :param entities: with a hot path, see :func:`hot_path_of`.
    :param topology: the reference system; how much its callbacks work does not matter.
    :param rmw: middleware that ran.
    """
    (path,) = (each for each in topology.paths if each.name == HOT_PATH)
    record = hot_path_of(entities)
    assert record is not None
    count = record.latency.count if record.latency is not None else 0
    lines = [
        _line("hot path", _name(path)),
        _line("hot path latency", _spread_ms(record.latency)),
        _line("hot path drops", _drops(_lost(entities, path, topology), count)),
    ]
    if (planner := _planner_of(entities)) is not None:
        lines.append(_line("behavior planner period", _spread_ms(planner.interval)))
    return "\n".join([f"RMW Implementation: {rmw}", "Statistics:", *lines]) + "\n"


def hot_path_of(entities: MessageEntities) -> PathRecord | None:
    """Return what a trial recorded of the hot path; None for another graph."""
    return next((each for each in entities.paths if each.name == HOT_PATH), None)


def _planner_of(entities: MessageEntities) -> TimerRecord | None:
    return next((each for each in entities.timers if each.node == PLANNER), None)


def _lost(entities: MessageEntities, path: Path, topology: Topology) -> int:
    """Add up the gaps in the numbers at every subscription on the way."""
    topics = {
        (node.full_name, each.name): each.topic
        for node in topology.nodes
        for each in node.publishers
    }
    way = {(node, topics[key]) for key, node in ways_of(path, topology.nodes)}
    return sum(each.lost for each in entities.subscriptions if (each.node, each.topic) in way)


def _name(path: Path) -> str:
    roots = sorted(_in_their_case(node) for node, _ in path.starts)
    return f"{'/'.join(roots)} -> {_in_their_case(path.end_node)}"


def _in_their_case(node: str) -> str:
    """``/front_lidar_driver`` is their FrontLidarDriver."""
    return "".join(word.capitalize() for word in node.strip("/").split("_"))


def _line(label: str, value: str) -> str:
    return f"  {label + ':':<{_LABEL_WIDTH}}{value}"


def _drops(lost: int, count: int) -> str:
    """Losses for each message that arrived; told apart by message only if there are none."""
    average = lost / count if count else math.nan
    other = math.nan if lost or not count else 0.0
    return _spread(other, other, average, other, unit="")


def _spread_ms(found: LatencyRecord | None) -> str:
    if found is None:
        return _spread(math.nan, math.nan, math.nan, math.nan, unit="ms")
    deviation_us = math.nan if found.sd_us is None else found.sd_us
    values = (found.min_us, found.max_us, found.mean_us, deviation_us)
    return _spread(*(value / _US_PER_MS for value in values), unit="ms")


def _spread(least: float, most: float, average: float, deviation: float, *, unit: str) -> str:
    figures = {"min": least, "max": most, "average": average, "deviation": deviation}
    told = ", ".join(f"{name}={value:.6g}{unit}" for name, value in figures.items())
    return f"{math.nan}{unit} [{told}]"
