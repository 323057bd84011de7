# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How long a report takes on a very long study of two factors, and how much memory.

The records are as large as those of real trials: 12 processes with their threads in multi_process,
one with the threads of all nodes otherwise, and series of 45 s.
"""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmark.result import Bound, Result
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.factor import COMPOSITION, PARAMS
from nav2_composition_bench.study.placement import MULTI_PROCESS, PAPERS
from nav2_composition_bench.study.reference_table import REFERENCE_TABLE, thread_name_of
from nav2_composition_bench.trial.record import SCHEMA
from nav2_composition_bench.trial.stamped_arms import SCHEMA as STAMP_SCHEMA

TITLE = "report on 10^4 records"

RECORDS = 10_000
MAX_S = 10.0
MAX_BYTES = 300_000_000
VARIANTS = 8
"""Different records per arm; figures and block number are new in each line."""

_MEMORY = ("pss", "uss", "rss", "pss_anon", "pss_file", "pss_shmem", "footprint")
_ARMS = tuple(
    Arm(f"{composition}+{params}", {"composition": composition, "params": params})
    for composition in PAPERS
    for params in ("base", "no_bonds")
)
_NODES = tuple(entry.name for entry in REFERENCE_TABLE)


@dataclass(frozen=True)
class Cost:
    """What one call of the program took."""

    wall_s: float
    peak_rss_bytes: int
    output_bytes: int


def measure() -> Iterator[Result]:
    """Write a study of that many records and report on it in two formats."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name, "board", "long")
        directory.mkdir(parents=True)
        size = write_study(directory, RECORDS)
        circumstances = f"{RECORDS} records, {size / 1e9:.2f} GB"
        for suffix in ("html", "md"):
            cost = run_report(directory, Path(name, f"report.{suffix}"))
            detail = f"{circumstances}, output {cost.output_bytes / 1e6:.1f} MB"
            yield Result(f"time for {suffix}", cost.wall_s, Bound.AT_MOST, MAX_S, "s", detail)
            peak_mb = cost.peak_rss_bytes / 1e6
            yield Result(f"peak RSS for {suffix}", peak_mb, Bound.AT_MOST, MAX_BYTES / 1e6, "MB")


def run_report(directory: Path, output: Path) -> Cost:
    """Report on a study in a process of its own.

    Its peak holds at least that of this process, whose memory it starts with.

    :raises RuntimeError: if it fails.
    """
    main = "nav2_composition_bench.cli.main"
    command = [sys.executable, "-m", main, "report", str(directory), "--output", str(output)]
    began_s = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall_s = time.monotonic() - began_s
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise RuntimeError(f"{' '.join(command)} ended with status {process.returncode}")
    return Cost(wall_s, 1024 * usage.ru_maxrss, output.stat().st_size)


def write_study(directory: Path, records: int) -> int:
    """Write that many valid records, each arm in each block, and return their bytes."""
    dice = random.Random(1)
    lines = {arm: [_line(arm, dice) for _ in range(VARIANTS)] for arm in _ARMS}
    path = directory / "trials.jsonl"
    with path.open("w") as stream:
        for number in range(records):
            arm = _ARMS[number % len(_ARMS)]
            head, tail = lines[arm][dice.randrange(VARIANTS)]
            figures = {"block": number // len(_ARMS), "metrics": _metrics(arm, dice)}
            stream.write(f"{head}{json.dumps(figures)[1:-1]}{tail}\n")
    arms = [{"name": arm.name, **arm.levels} for arm in _ARMS]
    study = {"name": "long", "arms": arms, "baseline": _ARMS[0].name}
    (directory / "study.json").write_text(json.dumps({"schema": STAMP_SCHEMA, "study": study}))
    return path.stat().st_size


def _metrics(arm: Arm, dice: random.Random) -> dict[str, float]:
    noise = dice.gauss(1.0, 0.03)
    processes = len(_NODES) if arm[COMPOSITION] == MULTI_PROCESS else 1
    base = 60e6 * max(processes, 3)
    return {
        "bring_up_s": 6.0, "shutdown_s": 1.0, "swap_pss_bytes": 0,
        "thread_count": 10 * len(_NODES), "voluntary_context_switches_hz": 3000.0,
        "involuntary_context_switches_hz": 300.0, "dds_participants": processes,
        "real_time_factor": 1.0, "control_loop_hz": 20.0, "steal_percent": 0.0,
        "cpu_percent": (140.0 if arm[PARAMS] == "base" else 90.0) * noise,
        **{f"{part}_bytes": round(base * dice.gauss(1.0, 0.002)) for part in _MEMORY},
    }  # fmt: skip


def _line(arm: Arm, dice: random.Random) -> tuple[str, str]:
    """Return a record's JSON before and after the figures that are drawn anew."""
    document = _document(arm, dice)
    head = {key: document.pop(key) for key in ("schema", "study", "system", "arm", "levels")}
    return json.dumps(head)[:-1] + ", ", ", " + json.dumps(document)[1:]


def _document(arm: Arm, dice: random.Random) -> dict[str, Any]:
    separate = arm[COMPOSITION] == MULTI_PROCESS
    groups: Sequence[tuple[str, ...]] = [(node,) for node in _NODES] if separate else [_NODES]
    processes = [_process(nodes, 1000 + place, dice) for place, nodes in enumerate(groups)]
    return {
        "schema": SCHEMA, "study": "long", "system": "reference", "arm": arm.name,
        "levels": arm.levels,
        "order_in_block": 0, "attempt": 0, "valid": True, "invalid_reason": None,
        "started_wall_s": 1.79e9, "duration_s": 60.0, "binding": None,
        "footprint_unavailable_reason": None, "active_monotonic_s": 1000.0, "load_series": [],
        "message_entities": None, "transport": None, "fleet": None, "yardstick": None,
        "legs": [_leg("A", 1003.0), _leg("B", 1026.0)],
        "processes": processes,
        "cpu_series": [[1003.0 + at / 2 + dice.random() / 99, 99 * dice.random()]
                       for at in range(90)],
        "memory_series": [[1003.0 + 8 * at, 400_000_000, 420_000_000] for at in range(5)],
        "observer": {"cpu_percent": 0.4, "rss_bytes": 1_500_000, "memory_walks": 5,
                     "memory_walk_s": 0.03, "runner_cpu_percent": 1.0,
                     "runner_rss_bytes": 90_000_000, "runner_uss_bytes": 60_000_000},
        "outsiders": [{"pid": pid, "name": "nav2-bench", "shared_file_bytes": 40_000_000}
                      for pid in range(3)],
        "foreign_nodes": [], "died": [], "leftovers_removed": [],
        "exit_statuses": {process["label"]: 0 for process in processes},
    }  # fmt: skip


def _process(nodes: tuple[str, ...], pid: int, dice: random.Random) -> dict[str, Any]:
    threads = [
        {"name": thread_name_of(node), "node": node, "count": 2, "cpu_percent": 5 * dice.random()}
        for node in nodes
    ]
    threads += [
        {"name": f"dds.{number}", "node": None, "count": 1, "cpu_percent": dice.random()}
        for number in range(8)
    ]
    return {
        "label": nodes[0] if len(nodes) == 1 else "nav2_container", "pid": pid,
        "start_time_ticks": 777, "nodes": nodes, "threads": threads, "exit_status": 0,
        "metrics": {
            "cpu_percent": 9 * dice.random() * len(nodes), "swap_pss_bytes": 0,
            "thread_count": 10, "voluntary_context_switches_hz": 300.0 * dice.random(),
            "involuntary_context_switches_hz": 20.0 * dice.random(),
            **{f"{part}_bytes": 60_000_000 + pid for part in _MEMORY},
        },
    }  # fmt: skip


def _leg(goal: str, begin_s: float) -> dict[str, Any]:
    return {
        "goal": goal, "goal_id": 16 * "0f", "accepted_monotonic_s": begin_s,
        "finished_monotonic_s": begin_s + 22.0, "status": "SUCCEEDED",
        "steady_start_monotonic_s": begin_s + 3.0, "steady_end_monotonic_s": begin_s + 22.0,
        "not_steady_reason": None, "cpu_percent": 90.0,
    }  # fmt: skip
