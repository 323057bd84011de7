# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From the decoded lines of a sampler stream to values; nanoseconds become seconds here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nav2_composition_bench.errors import in_one_line
from nav2_composition_bench.sampling.memory_figures import SUMMABLE_FIELDS
from nav2_composition_bench.sampling.sample import (
    CpuSample,
    MemorySample,
    ProcessCpu,
    ProcessExit,
    ProcessMemory,
    ProcessStart,
    SamplerCost,
    SamplerHeader,
    SamplerWarning,
    StreamEnd,
    ThreadCpu,
    UnreadableMemory,
)

Line = Mapping[str, Any]
"""A decoded JSON object. Missing fields and fields of a wrong type raise KeyError, TypeError or
ValueError in the functions below."""


def _integer(line: Line, key: str) -> int:
    value = line[key]
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{key} is {value!r}, must be an integer")
    return value


def _optional_integer(line: Line, key: str) -> int | None:
    return None if line[key] is None else _integer(line, key)


def _text(line: Line, key: str) -> str:
    value = line[key]
    if not isinstance(value, str):
        raise TypeError(f"{key} is {value!r}, must be a text")
    return value


def _name(line: Line) -> str:
    """Return the kernel's name of a process or thread, which it may have given itself."""
    return in_one_line(_text(line, "comm"))


def _seconds(line: Line, key: str) -> float:
    return _integer(line, key) / 1e9


def _optional_seconds(line: Line, key: str) -> float | None:
    return None if line.get(key) is None else _seconds(line, key)


def _process(line: Line) -> dict[str, Any]:
    """Return what every line about a process says of it."""
    return {
        "pid": _integer(line, "pid"),
        "start_time_ticks": _integer(line, "start_time_ticks"),
        "name": _name(line),
    }


def header(line: Line) -> SamplerHeader:
    """Make the header from a ``header`` line."""
    reason = line["footprint_unavailable_reason"]
    return SamplerHeader(
        schema=_integer(line, "schema"),
        page_size_bytes=_integer(line, "page_size_bytes"),
        cpu_interval_s=float(line["cpu_interval_s"]),
        memory_interval_s=float(line["memory_interval_s"]),
        footprint_unavailable_reason=None if reason is None else str(reason),
        counters_unavailable_reason=line.get("counters_unavailable_reason"),
    )


def process_start(line: Line) -> ProcessStart:
    """Make a process's first appearance from a ``process`` line."""
    return ProcessStart(
        monotonic_s=_seconds(line, "monotonic_ns"),
        **_process(line),
        parent_pid=_integer(line, "parent_pid"),
        root=bool(line["root"]),
        command=tuple(in_one_line(str(word)) for word in line["cmdline"]),
    )


def process_exit(line: Line) -> ProcessExit:
    """Make a process's end from an ``exit`` line."""
    return ProcessExit(
        monotonic_s=_seconds(line, "monotonic_ns"),
        **_process(line),
        cpu_time_s=_seconds(line, "cpu_time_ns"),
        final=bool(line["final"]),
    )


def warning(line: Line) -> SamplerWarning:
    """Make a warning from a ``warning`` line."""
    return SamplerWarning(
        monotonic_s=_seconds(line, "monotonic_ns"),
        **_process(line),
        reason=_text(line, "reason"),
    )


def stream_end(line: Line) -> StreamEnd:
    """Make the end of the stream from an ``end`` line."""
    return StreamEnd(_seconds(line, "monotonic_ns"), _text(line, "reason"), _observer(line))


def cpu_sample(line: Line) -> CpuSample:
    """Make a reading of the CPU counters from a ``cpu`` line."""
    cgroup_ns = _optional_integer(line, "cgroup_cpu_time_ns")
    return CpuSample(
        monotonic_s=_seconds(line, "monotonic_ns"),
        wall_s=_seconds(line, "wall_ns"),
        cpu_time_s=_seconds(line, "cpu_time_ns"),
        cgroup_cpu_time_s=None if cgroup_ns is None else cgroup_ns / 1e9,
        processes=tuple(_process_cpu(process) for process in line["processes"]),
        observer=_observer(line),
        counters={
            name: _optional_integer(line["counters"], name) for name in line.get("counters", ())
        },
    )


def memory_sample(line: Line) -> MemorySample:
    """Make a walk of the page tables from a ``memory`` line."""
    readable = [process for process in line["processes"] if process["pss_bytes"] is not None]
    unreadable = [process for process in line["processes"] if process["pss_bytes"] is None]
    return MemorySample(
        begin_monotonic_s=_seconds(line, "begin_monotonic_ns"),
        end_monotonic_s=_seconds(line, "end_monotonic_ns"),
        wall_s=_seconds(line, "wall_ns"),
        footprint_bytes=_optional_integer(line, "footprint_bytes"),
        processes=tuple(_process_memory(process) for process in readable),
        observer=_observer(line),
        unreadable=tuple(UnreadableMemory(**_process(process)) for process in unreadable),
        requested=line["trigger"] == "request",
    )


def _observer(line: Line) -> SamplerCost:
    observer = line["observer"]
    return SamplerCost(_seconds(observer, "cpu_time_ns"), _integer(observer, "rss_bytes"))


def _process_cpu(line: Line) -> ProcessCpu:
    return ProcessCpu(
        **_process(line),
        cpu_time_s=_seconds(line, "cpu_time_ns"),
        kernel_cpu_time_s=_optional_seconds(line, "kernel_cpu_time_ns"),
        reaped_children_cpu_time_s=_seconds(line, "reaped_children_cpu_time_ns"),
        thread_count=_integer(line, "thread_count"),
        voluntary_context_switches=_optional_integer(line, "voluntary_context_switches"),
        involuntary_context_switches=_optional_integer(line, "involuntary_context_switches"),
        threads=tuple(
            ThreadCpu(_integer(thread, "tid"), _name(thread), _seconds(thread, "cpu_time_ns"))
            for thread in line["threads"]
        ),
    )


def _process_memory(line: Line) -> ProcessMemory:
    sizes = {name: _integer(line, name) for name in SUMMABLE_FIELDS}
    footprint_bytes = _optional_integer(line, "footprint_bytes")
    return ProcessMemory(**(_process(line) | sizes), footprint_bytes=footprint_bytes)
