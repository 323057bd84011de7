# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Records of fleets with figures that are given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from record_factory import make_record

from nav2_composition_bench.aggregate.samples import FigureTable
from nav2_composition_bench.trial.discovery_record import FleetRecord, RobotRecord
from nav2_composition_bench.trial.record import TrialRecord

SIZES = (2, 5, 10, 20, 40)


DISCOVERY: dict[str, float] = {
    "discovered_s": 0.5,
    "remote_seen_s": 0.4,
    "restart_s": 0.6,
    "unmatched_pairs": 0,
    "discovery_packets": 1000,
    "discovery_bytes": 200_000,
    "discovery_received_bytes": 400_000,
    "discovery_cpu_s": 1.5,
    "idle_packets_hz": 4.0,
    "idle_bytes_hz": 900.0,
    "robot_cpu_percent": 0.2,
    "robot_pss_bytes": 12_000_000,
    "robot_uss_bytes": 9_000_000,
    "restart_packets": 300,
    "restart_bytes": 60_000,
}
"""Metrics of a small fleet."""


def make_fleet() -> FleetRecord:
    """Return two robots of which the second lacks a pair."""
    return FleetRecord(
        (RobotRecord("robot_1", 10.0, 10.5, 4, 0), RobotRecord("robot_2", 10.1, None, 4, 1)),
        None,
        ("robot_2",),
        None,
    )


def fleet_records(
    fill: Callable[[str, int, int], dict[str, Any]],
    ways: Sequence[str] = ("multicast", "server"),
    sizes: Sequence[int] = SIZES,
    blocks: int = 3,
) -> list[TrialRecord]:
    """Return a trial of each way to discover, size and block.

    :param fill: way, size and block → metrics of the discovery.
    """
    return [
        make_record(
            f"{way}+robots-{size}",
            block,
            system="topology",
            levels=levels(way, size),
            **{**DISCOVERY, **fill(way, size, block)},
        )
        for block in range(blocks)
        for size in sizes
        for way in ways
    ]


def levels(way: str, size: int) -> dict[str, str]:
    """Return the levels of an arm."""
    return {
        "composition": "manual",
        "discovery": way,
        "network": "one_subnet",
        "topology": f"robots-{size}",
    }


def fleet_stamp(
    ways: Sequence[str] = ("multicast", "server"), sizes: Sequence[int] = SIZES
) -> dict[str, Any]:
    """Return what ``study.json`` says of such a study."""
    arms = [{"name": f"{way}+robots-{size}", **levels(way, size)} for size in sizes for way in ways]
    return {
        "study": {
            "name": "discovery",
            "system": "topology",
            "arms": arms,
            "baseline": arms[0]["name"],
            "axis": "robots",
            "axis_values": {f"robots-{size}": float(size) for size in sizes},
        }
    }


def power_of_two(way: str, size: int, block: int) -> dict[str, Any]:
    """Return packets that grow by the square with multicast and in proportion with a server."""
    wobble = 1.0 + 0.01 * (block - 1)
    exponent = 2.0 if way == "multicast" else 1.0
    return {
        "discovery_packets": round(100 * size**exponent * wobble),
        "discovery_bytes": round(20_000 * size**exponent * wobble),
        "robot_uss_bytes": round((8_000_000 + 100_000 * size) * wobble),
    }


def fleet_table() -> FigureTable:
    """Return the figures of a study in which the packets grow by those powers."""
    return FigureTable(fleet_records(power_of_two), fleet_stamp())
