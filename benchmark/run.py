# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Run the benchmarks of the folders beside this file.

A benchmark is a module ``benchmark/<subject>/benchmark_<name>.py`` with a constant ``TITLE`` and a
function ``measure()`` that yields ``benchmark.result.Result``.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol, cast

from benchmark.result import Result
from nav2_composition_bench.cli.main import INTERRUPTED
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.processes.interruption import stopping_signals_raise

HERE = Path(__file__).resolve().parent


class Benchmark(Protocol):
    """What a benchmark's module has to offer."""

    TITLE: str

    def measure(self) -> Iterator[Result]:
        """Yield results as they come in."""


def names(folder: Path = HERE) -> list[str]:
    """List the benchmarks as ``<subject>.<name>``, sorted."""
    return sorted(
        f"{path.parent.name}.{path.stem.removeprefix('benchmark_')}"
        for path in folder.glob("*/benchmark_*.py")
    )


def load(name: str) -> Benchmark:
    """Import a benchmark by its name."""
    subject, _, stem = name.partition(".")
    return cast(Benchmark, importlib.import_module(f"benchmark.{subject}.benchmark_{stem}"))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the chosen benchmarks.

    :returns: 0 when every target was met, 1 when one was missed, 2 for a name that is none, or if
        something is not installed that one needs, 130 when interrupted.
    """
    parser = argparse.ArgumentParser(prog="benchmark", description="Measure the tools themselves.")
    parser.add_argument("name", nargs="*", help="benchmarks to run, or subjects (default: all)")
    parser.add_argument("--list", action="store_true", help="name the benchmarks and stop")
    chosen = parser.parse_args(arguments)
    known = names()
    unknown = [word for word in chosen.name if not any(_is_of(name, word) for name in known)]
    if unknown:
        print(
            f"benchmark: no benchmark {unknown[0]}; there are {', '.join(known)}", file=sys.stderr
        )
        return 2
    wanted = [n for n in known if not chosen.name or any(_is_of(n, word) for word in chosen.name)]
    if chosen.list:
        print("\n".join(wanted))
        return 0
    try:
        with stopping_signals_raise():  # so that what a benchmark has started ends with it
            met = [run(name) for name in wanted]
    except KeyboardInterrupt:
        return INTERRUPTED
    except UserError as error:
        print(f"benchmark: {error}", file=sys.stderr)
        return 2
    return 0 if all(met) else 1


def run(name: str) -> bool:
    """Run one benchmark and print its results.

    :returns: whether it met all its targets.
    """
    benchmark = load(name)
    print(f"{name}: {benchmark.TITLE}", flush=True)
    met = True
    for result in benchmark.measure():
        print(f"  {result}", flush=True)
        met = met and result.is_met
    return met


def _is_of(name: str, word: str) -> bool:
    return word in (name, name.partition(".")[0])


if __name__ == "__main__":
    sys.exit(main())
