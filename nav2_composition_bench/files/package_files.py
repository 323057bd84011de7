# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where the package's data files are: ``maps/``, ``params/``, ``topologies/``, ``worlds/``.

They lie beside the Python package in a source tree, and in ``PREFIX/share`` of an ament
installation or an installed wheel.
"""

from __future__ import annotations

import os
import sys
import sysconfig
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from nav2_composition_bench.errors import UserError

PACKAGE = "nav2_composition_bench"
_MARKER = Path("params") / "studies"


def share_directory() -> Path:
    """Return the directory that holds ``maps/``, ``params/``, ``topologies/``, ``worlds/``.

    :raises UserError: if the installation is incomplete.
    """
    candidates = share_candidates(
        source_tree=Path(__file__).resolve().parents[2],
        ament_prefix_path=os.environ.get("AMENT_PREFIX_PATH", ""),
        prefixes=_prefixes(),
    )
    for candidate in candidates:
        if (candidate / _MARKER).is_dir():
            return candidate
    places = ", ".join(str(candidate) for candidate in candidates)
    raise UserError(f"{_MARKER}/ is in none of {places}; install {PACKAGE} again, data included")


@cache
def _prefixes() -> tuple[str, ...]:
    # A path of sysconfig's takes longer than all else here.
    return sysconfig.get_path("data"), sys.prefix, sysconfig.get_path("data", "posix_user")


def share_candidates(
    *, source_tree: Path, ament_prefix_path: str, prefixes: Iterable[str]
) -> list[Path]:
    """List where the data files may be, best first and each once.

    A source tree comes first, so that edits of a clone take effect; then what the shell has
    sourced; then the installation of this Python.

    :param ament_prefix_path: the environment variable, prefixes separated by colons.
    :param prefixes: installation prefixes of this Python.
    """
    sourced = [prefix for prefix in ament_prefix_path.split(os.pathsep) if prefix]
    installed = [Path(prefix) / "share" / PACKAGE for prefix in [*sourced, *prefixes]]
    return list(dict.fromkeys([source_tree, *installed]))


def data_file(relative: str) -> Path:
    """Return a file of the package by its path in the share directory.

    :param relative: for instance ``worlds/bench.sdf``.
    :raises UserError: if there is no such file.
    """
    path = share_directory() / relative
    if not path.is_file():
        raise UserError(f"{path} is missing; install {PACKAGE} again, data included")
    return path
