# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench sample``: what a process tree costs, of any program."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from nav2_composition_bench.errors import UserError, within
from nav2_composition_bench.metrics import BYTES_PER_MEGABYTE, NOT_MEASURED
from nav2_composition_bench.report.table import aligned
from nav2_composition_bench.sampling.cpu_counters import sampler_cpu
from nav2_composition_bench.sampling.interval import ProcessRate, cpu_percent, process_rates
from nav2_composition_bench.sampling.memory_figures import MemoryFigures
from nav2_composition_bench.sampling.sample import MemorySample, ProcessMemory, SamplerStream
from nav2_composition_bench.sampling.sampler import ProcessSampler
from nav2_composition_bench.sampling.stream import read_stream

NAME = "sample"
HELP = "show CPU, memory and threads of running processes and of all that they started"

_TITLES = (
    "PID",
    "NAME",
    "CPU %",
    "PSS MB",
    "USS MB",
    "RSS MB",
    "FOOTPRINT MB",
    "THREADS",
    "SWITCHES/s",
)
_NAMES = 1
_DEFAULT_DURATION_S = 5.0
_MIN_DURATION_S, _MAX_DURATION_S = 0.1, 1e9

Row = tuple[str, ...]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the verb."""
    parser.add_argument(
        "--pid",
        type=int,
        action="append",
        default=[],
        metavar="N",
        help="root of a process tree; repeatable; this or --stream is required",
    )
    parser.add_argument(
        "--duration",
        type=float,
        metavar="S",
        help=f"seconds for which CPU is averaged (default: {_DEFAULT_DURATION_S:g})",
    )
    parser.add_argument(
        "--threads", action="store_true", help="show CPU by thread name below each process"
    )
    parser.add_argument(
        "--save", type=Path, metavar="FILE", help="save the sampler's stream (JSON lines)"
    )
    parser.add_argument(
        "--stream", type=Path, metavar="FILE", help="show a saved stream instead of sampling"
    )


def run(arguments: argparse.Namespace) -> int:
    """Sample, or read a kept stream, and print the table.

    :raises UserError: if there is nothing to show, or the stream cannot be kept.
    """
    if (arguments.stream is None) == (not arguments.pid):
        raise UserError("sample needs either --pid N or --stream FILE")
    if arguments.stream is not None and arguments.save is not None:
        raise UserError("--save keeps what is sampled, and --stream is kept already; leave one out")
    if arguments.stream is not None and arguments.duration is not None:
        raise UserError("--duration is of sampling, and --stream is kept already; leave one out")
    if arguments.stream is not None:
        stream = read_stream(arguments.stream)
    else:
        duration_s = _DEFAULT_DURATION_S if arguments.duration is None else arguments.duration
        stream = _sample(arguments.pid, duration_s, arguments.save)
    for line in report_lines(stream, with_threads=arguments.threads):
        print(line)
    for reason in _remarks(stream):
        print(f"nav2-bench: {reason}", file=sys.stderr)
    return 0


def _sample(pids: Sequence[int], duration_s: float, save: Path | None) -> SamplerStream:
    within("--duration", duration_s, _MIN_DURATION_S, _MAX_DURATION_S)
    interval_s = max(0.01, min(0.5, duration_s / 2))
    with ProcessSampler(
        pids, cpu_interval_s=interval_s, memory_interval_s=0, stream_path=save
    ) as sampler:
        # Memory at the end of the interval, so that the walk costs the interval nothing.
        if not sampler.wait(duration_s):
            sampler.request_memory_walk()
        try:
            return sampler.stop()
        except OSError as error:
            if save is None:
                raise
            raise UserError(f"cannot write {save}: {error.strerror}") from None


def report_lines(stream: SamplerStream, *, with_threads: bool) -> list[str]:
    """Make the table: CPU between first and last reading, memory of the last walk.

    :raises UserError: if the stream holds less than two readings with processes.
    """
    samples = [sample for sample in stream.cpu_samples if sample.processes]
    if len(samples) < 2:
        raise UserError("the processes ended before CPU could be read twice")
    before, after = samples[0], samples[-1]
    walks = sorted(
        stream.memory_samples + stream.partial_memory_samples, key=lambda w: w.begin_monotonic_s
    )
    walk = walks[-1] if walks else None
    memory = {process.key: process for process in walk.processes} if walk else {}
    rows: list[Row] = [_TITLES]
    for rate in sorted(process_rates(before, after), key=lambda r: -r.cpu_percent):
        rows.append(_process_row(rate, memory.get((rate.pid, rate.start_time_ticks))))
        if with_threads:
            rows += _thread_rows(rate)
    rows.append(_total_row(cpu_percent(before, after), after.processes, walk))
    span_s = after.monotonic_s - before.monotonic_s
    observer_percent = sampler_cpu(samples).percent([(before.monotonic_s, after.monotonic_s)])
    return [
        *aligned(rows, words=(_NAMES,)),
        f"over {span_s:.1f} s, 100 % = one core, 1 MB = 10^6 bytes; the sampler itself: "
        f"{observer_percent:.2f} % CPU, {_megabytes(after.observer.rss_bytes)} MB",
    ]


def _process_row(rate: ProcessRate, memory: ProcessMemory | None) -> Row:
    switches_hz = None
    if rate.voluntary_context_switches_hz is not None:
        switches_hz = rate.voluntary_context_switches_hz + (
            rate.involuntary_context_switches_hz or 0.0
        )
    return (
        str(rate.pid),
        rate.name,
        f"{rate.cpu_percent:.1f}",
        *_memory_cells(memory),
        str(rate.thread_count),
        NOT_MEASURED if switches_hz is None else f"{switches_hz:.0f}",
    )


def _thread_rows(rate: ProcessRate) -> list[Row]:
    return [
        ("", f"  {thread.name}", f"{thread.cpu_percent:.1f}", "", "", "", "", str(thread.count), "")
        for thread in sorted(rate.threads, key=lambda t: -t.cpu_percent)
    ]


def _total_row(percent: float, processes: Sequence[object], walk: MemorySample | None) -> Row:
    *sums, _ = _memory_cells(None if walk is None or walk.unreadable else walk.total())
    footprint = _megabytes(None if walk is None else walk.footprint_bytes)
    return ("", f"all {len(processes)}", f"{percent:.1f}", *sums, footprint, "", "")


def _memory_cells(memory: MemoryFigures | None) -> tuple[str, str, str, str]:
    """Write PSS, USS, RSS and footprint."""
    if memory is None:
        return (_megabytes(None),) * 4
    return (
        _megabytes(memory.pss_bytes),
        _megabytes(memory.uss_bytes),
        _megabytes(memory.rss_bytes),
        _megabytes(memory.footprint_bytes),
    )


def _megabytes(value: int | None) -> str:
    return NOT_MEASURED if value is None else f"{value / BYTES_PER_MEGABYTE:.1f}"


def _remarks(stream: SamplerStream) -> list[str]:
    remarks = [f"{w.name} ({w.pid}): {w.reason}" for w in stream.warnings]
    if stream.header.footprint_unavailable_reason is not None:
        remarks.append(f"no footprint: {stream.header.footprint_unavailable_reason}")
    return remarks
