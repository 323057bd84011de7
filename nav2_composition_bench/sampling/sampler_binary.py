# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where process_sampler is."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.package_files import PACKAGE

NAME = "process_sampler"
VARIABLE = "NAV2_BENCH_SAMPLER"


def find_sampler() -> Path:
    """Return the path of process_sampler.

    The environment variable NAV2_BENCH_SAMPLER comes first; then what the shell has sourced, the
    directory of this Python, and what ``make setup`` keeps in the source tree.

    :raises UserError: if it is nowhere, or the variable names no executable file.
    """
    named = os.environ.get(VARIABLE, "")
    if named:
        path = Path(named)
        if not _is_executable(path):
            raise UserError(f"{VARIABLE} is {named}, which is not an executable file")
        return path
    places = sampler_candidates(
        environment=os.environ,
        python=Path(sys.executable),
        source_tree=Path(__file__).resolve().parents[2],
    )
    for place in places:
        if _is_executable(place):
            return place
    raise UserError(
        f"{NAME} is not built: run make setup, or name it in the environment variable {VARIABLE}"
    )


def sampler_candidates(
    *, environment: Mapping[str, str], python: Path, source_tree: Path
) -> list[Path]:
    """List where process_sampler may be, best first.

    :param environment: its AMENT_PREFIX_PATH is looked at.
    :param python: the interpreter, not resolved: a virtual environment holds a link to it.
    """
    prefixes = [Path(p) for p in environment.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if p]
    libexec = [prefix / "lib" / PACKAGE / NAME for prefix in prefixes]
    setup = source_tree / ".setup"
    return [*libexec, python.parent / NAME, setup / "bin" / NAME, setup / NAME]


def _is_executable(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)
