# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Events per second through the ring, beside a queue behind a lock and moodycamel's."""

from __future__ import annotations

import statistics
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

from benchmark.result import Bound, Result

TITLE = "events from two producers to a consumer"

ROUNDS = 5
NOT_BUILT = 3
HERE = Path(__file__).resolve().parent
CORE = HERE.parents[1] / "src" / "executors"


def measure() -> Iterator[Result]:
    """Measure all queues in each of several rounds."""
    with tempfile.TemporaryDirectory(prefix="benchmark_") as directory:
        program = _build(Path(directory))
        rounds = [
            {queue: _events_per_s(program, queue) for queue in ("ring", "locked", "moodycamel")}
            for _ in range(ROUNDS)
        ]
    ring = [float(each["ring"] or 0.0) / 1e6 for each in rounds]
    spread = f"median of {min(ring):.3g} to {max(ring):.3g}"
    yield Result(
        "events through the ring", statistics.median(ring), Bound.AT_LEAST, 20.0, "M/s", spread
    )
    for other, target in (("locked", 1.0), ("moodycamel", 0.5)):
        speeds = [each[other] for each in rounds]
        ratios = [1e6 * mine / its for mine, its in zip(ring, speeds) if its is not None]
        if not ratios:
            continue  # its header (Debian: libconcurrentqueue-dev) is not installed
        its = statistics.median(speed for speed in speeds if speed is not None) / 1e6
        detail = f"median of {min(ratios):.3g} to {max(ratios):.3g}; {other} {its:.1f} M/s"
        yield Result(
            f"ring / {other} queue", statistics.median(ratios), Bound.AT_LEAST, target, "", detail
        )


def _build(directory: Path) -> Path:
    program = directory / "ring_throughput"
    source = HERE / "ring_throughput.cpp"
    options = ["-std=c++17", "-O2", "-DNDEBUG", "-pthread", f"-I{CORE}"]
    subprocess.run(["g++", *options, str(source), "-o", str(program)], check=True)
    return program


def _events_per_s(program: Path, queue: str) -> float | None:
    """None if the program was built without that queue."""
    done = subprocess.run([program, queue], stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode == NOT_BUILT:
        return None
    done.check_returncode()
    return float(done.stdout)
