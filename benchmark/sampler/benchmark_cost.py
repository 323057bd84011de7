# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""CPU time and memory of process_sampler, as ratios of runs side by side."""

from __future__ import annotations

import statistics
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmark.result import Bound, Result
from benchmark.sampler.programs import HERE, Programs, built_programs, output_of, sampled
from benchmark.sampler.synthetic_system import SyntheticSystem
from nav2_composition_bench.sampling.sample import MemorySample

TITLE = "what process_sampler costs on a system of 15 processes"

FULL_SAMPLES = 30
FULL_SAMPLE_PAIRS = 9
TRIAL_S = 45
TRIAL_PAIRS = 3


def measure() -> Iterator[Result]:
    """Measure on a system made for it."""
    with built_programs() as programs, SyntheticSystem() as system:
        yield from _full_sample(programs, system.pids)
        yield from _trial(programs, system.pids)


def _full_sample(programs: Programs, pids: Sequence[int]) -> Iterator[Result]:
    """One reading of everything, against a program that only reads the files."""
    alike: list[float] = []
    default: list[float] = []
    costs_ms: list[float] = []
    for _ in range(FULL_SAMPLE_PAIRS):
        bare_s = float(output_of([str(programs.bare), str(FULL_SAMPLES), *map(str, pids)]))
        alike_s, _ = _full_sample_cpu_s(programs.sampler, pids, ["--no-pagemap-scan"])
        default_s, walk = _full_sample_cpu_s(programs.sampler, pids, [])
        alike.append(alike_s / bare_s)
        default.append(default_s / bare_s)
        costs_ms.append(1e3 * default_s)
    pss_bytes = sum(process.pss_bytes for process in walk.processes)
    runs = f"{FULL_SAMPLE_PAIRS} pairs of {FULL_SAMPLES} samples, {pss_bytes / 1e6:.0f} MB PSS"
    yield _ratio("CPU of a full sample / bare reader of the same files", alike, runs)
    yield _ratio(
        "the same by default (empty address space skipped where the kernel can)",
        default,
        f"{statistics.median(costs_ms):.1f} ms a sample",
    )
    rss_mb = walk.observer.rss_bytes / 1e6
    yield Result("RSS of process_sampler", rss_mb, Bound.AT_MOST, 2.0, "MB")


def _full_sample_cpu_s(
    sampler: Path, pids: Sequence[int], options: Sequence[str]
) -> tuple[float, MemorySample]:
    """CPU time of one reading of everything, as the sampler reports it, and the last walk."""
    interval = ["--cpu-interval", "0.1", "--memory-interval", "0.1"]
    duration = ["--duration", str(FULL_SAMPLES * 0.1)]
    walks = sampled(sampler, pids, [*interval, *duration, *options]).memory_samples
    used_s = walks[-1].observer.cpu_time_s - walks[0].observer.cpu_time_s
    return used_s / (len(walks) - 1), walks[-1]


def _ratio(name: str, ratios: Sequence[float], detail: str) -> Result:
    spread = f"median of {min(ratios):.3f} to {max(ratios):.3f}"
    return Result(name, statistics.median(ratios), Bound.AT_MOST, 1.15, "", f"{spread}; {detail}")


def _trial(programs: Programs, pids: Sequence[int]) -> Iterator[Result]:
    """A whole trial at the default rates, against psutil at 1 Hz."""
    pairs = [_trial_cpu_s(programs.sampler, pids, "all") for _ in range(TRIAL_PAIRS)]
    ratios = [psutil_s / own_s for own_s, psutil_s in pairs]
    own_percent = 100 * statistics.median(own_s for own_s, _ in pairs) / TRIAL_S
    own_s, psutil_s = _trial_cpu_s(programs.sampler, pids, "psutil")
    yield Result(
        f"CPU of the same quantities by psutil at 1 Hz / process_sampler, over {TRIAL_S} s",
        statistics.median(ratios),
        Bound.AT_LEAST,
        5.0,
        "",
        f"median of {min(ratios):.1f} to {max(ratios):.1f}; process_sampler {own_percent:.2f} % of"
        f" a core; {psutil_s / own_s:.1f} when psutil leaves out page frames and thread names",
    )


def _trial_cpu_s(sampler: Path, pids: Sequence[int], quantities: str) -> tuple[float, float]:
    """CPU time of sampling a whole trial: (process_sampler by default, psutil at 1 Hz)."""
    psutil_sampler = [sys.executable, str(HERE / "psutil_sampler.py"), str(TRIAL_S), quantities]
    # Side by side, so that both see the same system in the same state.
    with subprocess.Popen(
        [*psutil_sampler, *map(str, pids)], stdout=subprocess.PIPE, text=True
    ) as other:
        stream = sampled(sampler, pids, ["--duration", str(TRIAL_S)])
        assert other.stdout is not None
        psutil_s = float(other.stdout.read())
    assert stream.end is not None
    return stream.end.observer.cpu_time_s, psutil_s
