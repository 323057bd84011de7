# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What process_sampler costs and how exact it is, as ratios of runs side by side.

Run it by ``make bench``, or alone: ``python benchmark/sampler/bench_sampler.py``.
"""

from __future__ import annotations

import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
for directory in (HERE, ROOT):
    if str(directory) not in sys.path:
        sys.path.insert(0, str(directory))

from accuracy import cpu_against_wait4, footprint_pages  # noqa: E402
from synthetic_system import SyntheticSystem  # noqa: E402

from nav2_composition_bench.sampling.sample import MemorySample, SamplerStream  # noqa: E402
from nav2_composition_bench.sampling.stream import parse_stream  # noqa: E402

FULL_SAMPLES = 30
FULL_SAMPLE_PAIRS = 9
TRIAL_S = 45
TRIAL_PAIRS = 3
MOST_TO_BARE = 1.15
LEAST_TO_PSUTIL = 5.0
MOST_RSS_BYTES = 2_000_000
MOST_CPU_ERROR = 0.005


@dataclass(frozen=True)
class Programs:
    """What is measured: built from this tree, for the benchmark alone."""

    sampler: Path
    mapper: Path
    bare: Path


def build(directory: Path) -> Programs:
    """Build sampler, bare reader and mapper."""
    cmake = Path(sys.executable).parent / "cmake"
    cmake_name = str(cmake) if cmake.is_file() else "cmake"
    source = str(ROOT / "src" / "process_sampler")
    run([cmake_name, "-S", source, "-B", str(directory), "-DCMAKE_BUILD_TYPE=Release"])
    targets = ["--target", "process_sampler", "process_sampler_mapper"]
    run([cmake_name, "--build", str(directory), *targets])
    bare = directory / "bare_reader"
    compiler = shutil.which("cc") or "gcc"
    run([compiler, "-O2", "-static", "-o", str(bare), str(HERE / "bare_reader.c")])
    return Programs(directory / "process_sampler", directory / "process_sampler_mapper", bare)


def run(command: Sequence[str]) -> str:
    """Run a command and return its standard output; its errors are ours."""
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def sampled(sampler: Path, pids: Sequence[int], options: Sequence[str]) -> SamplerStream:
    """Run the sampler to its end and decode what it told."""
    roots = [word for pid in pids for word in ("--pid", str(pid))]
    command = [str(sampler), *roots, *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return parse_stream(done.stdout.splitlines(keepends=True))


def full_sample_cpu_s(
    sampler: Path, pids: Sequence[int], options: Sequence[str]
) -> tuple[float, MemorySample]:
    """CPU time of one reading of everything, by the sampler's own books; and the last walk."""
    interval = ["--cpu-interval", "0.1", "--memory-interval", "0.1"]
    duration = ["--duration", str(FULL_SAMPLES * 0.1)]
    walks = sampled(sampler, pids, [*interval, *duration, *options]).memory_samples
    used_s = walks[-1].observer.cpu_time_s - walks[0].observer.cpu_time_s
    return used_s / (len(walks) - 1), walks[-1]


def trial_cpu_s(sampler: Path, pids: Sequence[int], quantities: str) -> tuple[float, float]:
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


def described(values: Sequence[float], form: Callable[[float], str]) -> str:
    """Median and range."""
    return f"{form(statistics.median(values))} ({form(min(values))} to {form(max(values))})"


def verdict(text: str, reached: bool) -> bool:
    """Print a figure with whether it reaches its aim; hand the answer on."""
    print(f"{'ok  ' if reached else 'MISS'}  {text}")
    return reached


def bench_full_sample(programs: Programs, pids: Sequence[int]) -> bool:
    """Cost of one full sample against only reading the files."""
    alike: list[float] = []
    default: list[float] = []
    costs_ms: list[float] = []
    for _ in range(FULL_SAMPLE_PAIRS):
        bare_s = float(run([str(programs.bare), str(FULL_SAMPLES), *map(str, pids)]))
        alike_s, _ = full_sample_cpu_s(programs.sampler, pids, ["--no-pagemap-scan"])
        default_s, walk = full_sample_cpu_s(programs.sampler, pids, [])
        alike.append(alike_s / bare_s)
        default.append(default_s / bare_s)
        costs_ms.append(default_s * 1e3)
    pss_bytes = sum(process.pss_bytes for process in walk.processes)
    print(f"      system: {len(walk.processes)} processes, {pss_bytes / 1e6:.0f} MB PSS")
    what = f"{FULL_SAMPLE_PAIRS} pairs of {FULL_SAMPLES} samples"
    rss_bytes = walk.observer.rss_bytes
    return all(
        [
            verdict(
                f"CPU of a full sample / bare reader of the same files:"
                f" {described(alike, '{:.3f}'.format)}, at most {MOST_TO_BARE}; {what}",
                statistics.median(alike) <= MOST_TO_BARE,
            ),
            verdict(
                "the same by default, empty address space skipped where the kernel can:"
                f" {described(default, '{:.3f}'.format)};"
                f" {described(costs_ms, '{:.1f}'.format)} ms",
                statistics.median(default) <= MOST_TO_BARE,
            ),
            verdict(
                f"RSS of the sampler: {rss_bytes / 1e6:.2f} MB, at most 2",
                rss_bytes <= MOST_RSS_BYTES,
            ),
        ]
    )


def bench_trial(programs: Programs, pids: Sequence[int]) -> bool:
    """Cost of a whole trial against psutil."""
    pairs = [trial_cpu_s(programs.sampler, pids, "all") for _ in range(TRIAL_PAIRS)]
    ratio = described([psutil_s / own_s for own_s, psutil_s in pairs], "{:.1f}".format)
    own = described([100 * own_s / TRIAL_S for own_s, _ in pairs], "{:.2f}".format)
    own_s, psutil_s = trial_cpu_s(programs.sampler, pids, "psutil")
    print(
        f"      psutil without what it does not know (page frames, thread names): {psutil_s:.3f} s,"
        f" process_sampler with it: {own_s:.3f} s; ratio {psutil_s / own_s:.1f}"
    )
    return verdict(
        f"CPU of the same quantities by psutil at 1 Hz / process_sampler over {TRIAL_S} s: {ratio},"
        f" at least {LEAST_TO_PSUTIL:g}; process_sampler {own} % of a core; {len(pairs)} pairs",
        statistics.median(psutil_s / own_s for own_s, psutil_s in pairs) >= LEAST_TO_PSUTIL,
    )


def bench_accuracy(programs: Programs) -> bool:
    """Figures of processes whose CPU and pages are known."""
    measured_s, reference_s = cpu_against_wait4(programs.sampler)
    error = measured_s / reference_s - 1
    reached = [
        verdict(
            f"CPU of a known load: {measured_s:.4f} s, wait4 says {reference_s:.4f} s"
            f" ({100 * error:+.3f} %), within 0.5 %",
            abs(error) <= MOST_CPU_ERROR,
        )
    ]
    for with_outsider in (False, True):
        result = footprint_pages(programs.sampler, programs.mapper, with_outsider=with_outsider)
        if result is None:
            print("skip  footprint of a shared mapping: page frame numbers are hidden here")
            continue
        who = "with an outsider that maps it too" if with_outsider else "alone"
        reached.append(
            verdict(
                f"footprint of a mapping of {result.mapped} pages shared by two processes, {who}:"
                f" {result.footprint} pages; PSS {result.pss:.1f} pages",
                result.footprint == result.mapped,
            )
        )
    return all(reached)


def main() -> int:
    """Print every figure; 0 if all reach their aims, else 1."""
    os.environ.pop("LD_PRELOAD", None)
    with tempfile.TemporaryDirectory(prefix="bench_sampler_") as directory:
        programs = build(Path(directory))
        with SyntheticSystem() as system:
            reached = [
                bench_full_sample(programs, system.pids),
                bench_trial(programs, system.pids),
            ]
        reached.append(bench_accuracy(programs))
    return 0 if all(reached) else 1


if __name__ == "__main__":
    sys.exit(main())
