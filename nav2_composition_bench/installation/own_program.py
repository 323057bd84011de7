# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where the compiled programs and libraries of this package are, in either packaging."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import PACKAGE
from nav2_composition_bench.installation import ament_index


def find_own_program(
    name: str, environment: Mapping[str, str] = os.environ, python: str | None = None
) -> Path:
    """Return the path of a program of this package.

    What the shell has sourced comes first, then the directory of the interpreter.

    :raises UserError: if it is nowhere.
    """
    for place in candidates(name, environment=environment, python=Path(python or sys.executable)):
        if is_executable(place):
            return place
    raise UserError(f"{name} is not built: run make setup, or build the package with colcon")


def find_program(
    package: str,
    name: str,
    environment: Mapping[str, str] = os.environ,
    python: str | None = None,
) -> str:
    """Return the path of any package's program, this one's in either packaging.

    Where a ROS distribution is sourced only what is installed there counts: programs of ``make
    setup`` are bound to another client library.

    :raises UserError: if the package or the program is not installed.
    """
    if package == PACKAGE and ament_index.sourced_distro(environment) is None:
        return str(find_own_program(name, environment, python))
    return ament_index.executable(package, name, environment)


def find_library(name: str, environment: Mapping[str, str] = os.environ) -> Path:
    """Return the path of a shared library of this package.

    Where a ROS distribution is sourced only what is installed there counts, as of programs.

    :param name: of the file.
    :raises UserError: if it is nowhere.
    """
    places = [prefix / "lib" / name for prefix in ament_index.prefixes(environment)]
    if ament_index.sourced_distro(environment) is None:
        places.append(Path(sys.prefix, "lib", PACKAGE, name))
    for place in places:
        if place.is_file():
            return place
    raise UserError(f"{name} is not built: run make setup, or build the package with colcon")


def candidates(name: str, *, environment: Mapping[str, str], python: Path) -> list[Path]:
    """List where a program of this package may be, best first.

    :param environment: its AMENT_PREFIX_PATH is looked at.
    :param python: the interpreter, not resolved: a virtual environment holds a link to it.
    """
    sourced = ament_index.prefixes(environment)
    libexec = [prefix / "lib" / PACKAGE / name for prefix in sourced]
    return [*libexec, python.parent / name]


def is_executable(path: Path) -> bool:
    """Tell whether a file is there that may be run."""
    return path.is_file() and os.access(path, os.X_OK)
