# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Read the JSON lines that process_sampler writes."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nav2_composition_bench.errors import UserError, told_in_one_line
from nav2_composition_bench.sampling import stream_records
from nav2_composition_bench.sampling.sample import (
    CpuSample,
    MemorySample,
    ProcessExit,
    ProcessStart,
    SamplerHeader,
    SamplerStream,
    SamplerWarning,
    StreamEnd,
)

SCHEMA = 1
"""Version of the stream's form that is read here.

1: first form.
"""


class StreamError(UserError):
    """A line that process_sampler cannot have written.

    :param line_number: counted from 1.
    """

    def __init__(self, source: str, line_number: int, problem: str) -> None:
        super().__init__(f"{source}, line {line_number}: {problem}")
        self.line_number = line_number


@dataclass
class _Collected:
    header: SamplerHeader | None = None
    starts: list[ProcessStart] = field(default_factory=list)
    cpu_samples: list[CpuSample] = field(default_factory=list)
    memory_samples: list[MemorySample] = field(default_factory=list)
    exits: list[ProcessExit] = field(default_factory=list)
    warnings: list[SamplerWarning] = field(default_factory=list)
    end: StreamEnd | None = None

    def add(self, line: dict[str, Any]) -> None:
        kind = line["type"]
        if (kind == "header") == (self.header is not None):
            raise ValueError("the header must come first, and once")
        if kind == "header":
            self.header = _header(line)
        elif kind == "end":
            self.end = stream_records.stream_end(line)
        elif kind in _KINDS:
            name, make = _KINDS[kind]
            getattr(self, name).append(make(line))
        else:
            raise ValueError(f"unknown type {kind!r}")


_KINDS: dict[str, tuple[str, Callable[[stream_records.Line], object]]] = {
    "process": ("starts", stream_records.process_start),
    "cpu": ("cpu_samples", stream_records.cpu_sample),
    "memory": ("memory_samples", stream_records.memory_sample),
    "exit": ("exits", stream_records.process_exit),
    "warning": ("warnings", stream_records.warning),
}


def _header(line: stream_records.Line) -> SamplerHeader:
    if line["schema"] != SCHEMA:
        raise ValueError(f"schema {line['schema']!r}, only {SCHEMA} can be read; run make setup")
    return stream_records.header(line)


def parse_stream(lines: Iterable[bytes], source: str = "sampler stream") -> SamplerStream:
    """Make values of a stream, from its first line on.

    A last line without its newline was cut off when the sampler was killed; it is set aside in
    ``truncated_line``.

    :param lines: with their newlines, as a binary file yields them.
    :param source: what messages call the stream, for instance its path.
    :raises StreamError: on a malformed line, or if there is no header.
    """
    collected = _Collected()
    truncated_line: str | None = None
    number = 0
    for number, raw in enumerate(lines, start=1):
        if not raw.endswith(b"\n"):
            truncated_line = raw.decode(errors="replace")
            break
        try:
            collected.add(_decoded(raw))
        except KeyError as error:
            raise StreamError(source, number, f"{error} is missing") from error
        except (TypeError, ValueError) as error:
            raise StreamError(source, number, str(error)) from error
    if collected.header is None:
        raise StreamError(source, max(number, 1), "there is no header: the stream is empty")
    return _stream(collected, collected.header, truncated_line)


def _decoded(raw: bytes) -> dict[str, Any]:
    try:
        line = json.loads(raw)
    except ValueError as error:
        raise ValueError(f"not JSON ({error})") from error
    if not isinstance(line, dict):
        raise ValueError("not a JSON object")
    return line


def _stream(
    collected: _Collected, header: SamplerHeader, truncated_line: str | None
) -> SamplerStream:
    walks = collected.memory_samples
    return SamplerStream(
        header=header,
        starts=tuple(collected.starts),
        cpu_samples=tuple(collected.cpu_samples),
        memory_samples=tuple(walk for walk in walks if not walk.unreadable),
        partial_memory_samples=tuple(walk for walk in walks if walk.unreadable),
        exits=tuple(collected.exits),
        warnings=tuple(collected.warnings),
        end=collected.end,
        truncated_line=truncated_line,
    )


def read_stream(path: Path) -> SamplerStream:
    """Read a stream from a file, finished or not.

    :raises StreamError: on a malformed line, or if there is no header.
    :raises UserError: if the file cannot be read.
    """
    with told_in_one_line(f"{path} cannot be read"), path.open("rb") as file:
        return parse_stream(file, str(path))
