# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Lines as the nodes of a topology write them."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from nav2_composition_bench.message_statistics.histogram import bin_of

SUB_BITS = 6


def head(node: str = "/listener", **changes: Any) -> dict[str, Any]:
    """Return the first line of a node."""
    line = {
        "kind": "head",
        "schema": 1,
        "node": node,
        "binding": "rcl",
        "pid": 42,
        "executor": "single_threaded",
        "rmw": "rmw_fastrtps_cpp",
        "bins": {"sub_bits": SUB_BITS},
        "libraries": {"jpeg": True},
    }
    return {**line, **changes}


def histogram(values_ns: Sequence[int] = ()) -> dict[str, Any]:
    """Return the histogram of some latencies."""
    bins = Counter(bin_of(value, SUB_BITS) for value in values_ns)
    return {
        "count": len(values_ns),
        "sum_ns": sum(values_ns),
        "sum_sq_ns2": float(sum(value**2 for value in values_ns)),
        "min_ns": min(values_ns, default=0),
        "max_ns": max(values_ns, default=0),
        "bins": sorted(map(list, bins.items())),
    }


def period(from_s: float, to_s: float, **entities: Any) -> dict[str, Any]:
    """Return a line of counts."""
    return {
        "kind": "period",
        "from_ns": round(from_s * 1e9),
        "to_ns": round(to_s * 1e9),
        "publishers": {},
        "subscriptions": {},
        "paths": {},
        "timers": {},
        "clients": {},
        "servers": {},
        "action_clients": {},
        "callbacks": 0,
        "wake_ups": 0,
        **entities,
    }


def sent(count: int, bytes_each: int = 100, missed: int = 0) -> dict[str, int]:
    """Return what a publisher counts."""
    return {"sent": count, "failed": 0, "missed": missed, "bytes": count * bytes_each}


def received(values_ns: Sequence[int], bytes_each: int = 100, **counts: int) -> dict[str, Any]:
    """Return what a subscription counts."""
    nothing = {"late": 0, "too_late": 0, "lost": 0, "reordered": 0, "decode_failed": 0}
    return {
        "received": len(values_ns),
        **nothing,
        **counts,
        "bytes": len(values_ns) * bytes_each,
        "latency": histogram(values_ns),
    }


def discovered(at_s: float, participants: int = 2, endpoints: int = 2) -> dict[str, Any]:
    """Return the line of a node that has found everything."""
    return {
        "kind": "event",
        "at_ns": round(at_s * 1e9),
        "event": "discovered",
        "participants": participants,
        "endpoints": endpoints,
    }


def end(at_s: float) -> dict[str, Any]:
    """Return the last line of a node."""
    return {"kind": "end", "at_ns": round(at_s * 1e9)}


def write(path: Path, *lines: Mapping[str, Any]) -> Path:
    """Write lines to a file."""
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path
