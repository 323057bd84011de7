# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Builds what is measured from this tree, for the benchmark alone."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.sampling.sample import SamplerStream
from nav2_composition_bench.sampling.stream import parse_stream

HERE = Path(__file__).resolve().parent
SOURCE = HERE.parents[1] / "src" / "process_sampler"


@dataclass(frozen=True)
class Programs:
    """Paths of the built programs.

    :param mapper: a process of known memory, see src/process_sampler/test/mapper.cpp.
    :param bare: see bare_reader.c.
    """

    sampler: Path
    mapper: Path
    bare: Path


@contextmanager
def built_programs() -> Iterator[Programs]:
    """Build the programs in a temporary directory."""
    beside = Path(sys.executable).parent / "cmake"
    cmake = str(beside) if beside.is_file() else "cmake"
    with tempfile.TemporaryDirectory(prefix="benchmark_sampler_") as name:
        directory = Path(name)
        output_of([cmake, "-S", str(SOURCE), "-B", name])
        output_of([cmake, "--build", name])
        bare = directory / "bare_reader"
        compiler = shutil.which("cc") or "gcc"
        output_of([compiler, "-O2", "-static", "-o", str(bare), str(HERE / "bare_reader.c")])
        yield Programs(directory / "process_sampler", directory / "process_sampler_mapper", bare)


def output_of(command: Sequence[str]) -> str:
    """Run a command and return its standard output."""
    return subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout


def sampled(sampler: Path, pids: Sequence[int], options: Sequence[str]) -> SamplerStream:
    """Run the sampler to its end and decode what it told."""
    roots = [word for pid in pids for word in ("--pid", str(pid))]
    command = [str(sampler), *roots, *options]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
    return parse_stream(done.stdout.splitlines(keepends=True))
