# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Studies of topologies over an axis, and messages, with figures that are given."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from message_records import FIGURES
from record_factory import make_record
from stored_studies import write_study

from nav2_composition_bench.aggregate.samples import FigureTable
from nav2_composition_bench.aggregate.stored_study import StoredStudy, read_study
from nav2_composition_bench.trial.message_record import (
    CallRecord,
    LatencyRecord,
    MessageEntities,
    PathRecord,
    SubscriptionRecord,
    TransportRecord,
)
from nav2_composition_bench.trial.record import TrialRecord

Fields = dict[str, Any]
LineOf = tuple[str, str]
"""Composition and level of ``intra_process``."""
LINES: tuple[LineOf, ...] = (("multi_process", "off"), ("isolated", "off"), ("isolated", "on"))
SIZES = (1024, 10240, 1048576)


def make_messages(**changes: Any) -> Fields:
    """Return what a trial of 500 messages says, 100 µs each in the median."""
    fields: Fields = {
        "binding": "rcl",
        **FIGURES,
        "latency_mean_us": 110.0,
        "latency_sd_us": 20.0,
        "latency_p50_us": 100.0,
        "latency_p90_us": 200.0,
        "latency_p99_us": 400.0,
        "latency_p999_us": 900.0,
        "latency_max_us": 2000.0,
        "goodput_bytes_hz": 50e3,
        "callbacks_hz": 50.0,
        "wake_ups_hz": 60.0,
    }
    return {**fields, **changes}


def latency(p50_us: float) -> LatencyRecord:
    """Return latencies around a median."""
    quantiles = (p50_us * factor for factor in (0.5, 1, 2, 4, 9, 20))
    return LatencyRecord(500, p50_us, 1.0, *quantiles)


def entities() -> MessageEntities:
    """Return a slow and a fast subscription, a path and a client."""
    return MessageEntities(
        subscriptions=(
            SubscriptionRecord(
                "/fast", "in", "/small", 500, 0, 0, 0, 0, 50.0, 5e3, latency(50.0), latency(50.0)
            ),
            SubscriptionRecord(
                "/slow", "in", "/big", 400, 3, 1, 100, 0, 40.0, 2e6, latency(900.0), latency(800.0)
            ),
            SubscriptionRecord("/deaf", "in", "/none", 0, 0, 0, 0, 0, 0.0, 0.0, None, None),
        ),
        paths=(PathRecord("seeing", latency(3000.0)),),
        calls=(CallRecord("service", "/mission", "/plan", 10, 9, latency(700.0)),),
    )


def curve_records(
    axis: str,
    values: Sequence[float],
    fill: Callable[[str, str, float, int], Fields],
    lines: Sequence[LineOf] = LINES,
    blocks: int = 3,
) -> list[TrialRecord]:
    """Return a trial of each line, value and block.

    :param fill: composition, intra-process, value and block → fields and metrics of the record.
    """
    return [
        make_record(
            _arm(axis, value, line),
            block,
            system="topology",
            levels=_levels(axis, value, line),
            **{**make_messages(), **fill(*line, value, block)},
        )
        for block in range(blocks)
        for value in values
        for line in lines
    ]


def curve_stamp(
    name: str, axis: str, values: Sequence[float], lines: Sequence[LineOf] = LINES
) -> dict[str, dict[str, Any]]:
    """Return what ``study.json`` says of such a study."""
    arms = [
        {"name": _arm(axis, value, line), **_levels(axis, value, line)}
        for value in values
        for line in lines
    ]
    return {
        "study": {
            "name": name,
            "system": "topology",
            "arms": arms,
            "baseline": arms[0]["name"],
            "axis": axis,
            "axis_values": {f"{axis}-{value}": float(value) for value in values},
        }
    }


def growing(composition: str, intra_process: str, value: float, block: int) -> Fields:
    """Latency that grows with the size, four times as much between processes, never by pointer."""
    wobble = 1.0 + 0.01 * (block - 1)
    factor = 4.0 if composition == "multi_process" else 1.0
    p50_us = 12.0 if intra_process == "on" else factor * (20.0 + value / 1000)
    return {
        "cpu_percent": 0.1 * p50_us * wobble,
        "pss_bytes": round((10e6 + 20 * value) * wobble),
        "footprint_bytes": round((12e6 + 20 * value) * wobble),
        "latency_p50_us": p50_us * wobble,
        "latency_mean_us": p50_us * wobble,
        "latency_p99_us": 4 * p50_us * wobble,
        "goodput_bytes_hz": 50.0 * value,
    }


def size_table() -> FigureTable:
    """Return the figures of a study over message sizes."""
    return FigureTable(curve_records("size_bytes", SIZES, growing), size_stamp())


def size_stamp() -> dict[str, dict[str, Any]]:
    """Return the stamp of that study."""
    return curve_stamp("message_size", "size_bytes", SIZES)


def node_fields(composition: str, intra_process: str, value: float, block: int) -> Fields:
    """10 MB and 3 MB a node in processes of their own, 0.5 MB in one; blocks differ by 1 MB."""
    per_node = 3e6 if composition == "multi_process" else 0.5e6
    size = 10e6 + per_node * value + 1e6 * block
    nothing = dict.fromkeys(("latency_mean_us", "latency_p50_us", "latency_p99_us"))
    return {
        "pss_bytes": round(size),
        "footprint_bytes": round(1.2 * size),
        **nothing,
        "messages_received": 0,
        "goodput_bytes_hz": 0.0,
    }


def stored_sizes(directory: Path) -> StoredStudy:
    """Return the study over message sizes as it is read from disk."""
    records = curve_records("size_bytes", SIZES, growing)
    return read_study(write_study(directory / "board" / "message_size", records, size_stamp()))


def stored_nodes(directory: Path) -> StoredStudy:
    """Return a study over the number of nodes as it is read from disk."""
    values = (1, 10, 30)
    records = curve_records("number", values, node_fields, LINES[:2])
    stamp = curve_stamp("memory_vs_nodes", "number", values, LINES[:2])
    return read_study(write_study(directory / "board" / "memory_vs_nodes", records, stamp))


WENT = TransportRecord(
    "default", {"shared_memory": 3, "pointer": 0, "udp": 1}, 2_500_000.0, 40_000.0, 0, 3, None
)
"""How messages went in every trial of ``stored_graph``."""


def stored_graph(directory: Path, name: str = "robot") -> StoredStudy:
    """Return a study of one topology in two compositions."""
    arms = {each: _levels("", "", (each, "off")) for each in ("multi_process", "isolated")}
    records = [
        make_record(
            arm,
            block,
            system="topology",
            levels=levels,
            **make_messages(),
            message_entities=entities(),
            transport=WENT,
        )
        for block in range(2)
        for arm, levels in arms.items()
    ]
    definitions = [{"name": arm, **levels} for arm, levels in arms.items()]
    required = {"robot": {"cpu_percent": 20.0, "path_p99_ms": {"seeing": 1000.0}}}
    study = {"name": name, "system": "topology", "arms": definitions, "axis": None}
    stamp = {"study": study | {"requirements": required}}
    return read_study(write_study(directory / "board" / name, records, stamp))


def _levels(axis: str, value: object, line: LineOf) -> dict[str, str]:
    composition, intra_process = line
    return {
        "composition": composition,
        "executor": "stock",
        "rmw": "rmw_fastrtps_cpp",
        "intra_process": intra_process,
        "params": "base",
        "topology": f"{axis}-{value}" if axis else "robot",
    }


def _arm(axis: str, value: object, line: LineOf) -> str:
    composition, intra_process = line
    parts = [composition, *(["intra_process"] * (intra_process == "on")), f"{axis}-{value}"]
    return "+".join(parts)
