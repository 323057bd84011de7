# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where a map goes, looked at before the robot drives for it."""

from __future__ import annotations

import os
from pathlib import Path

from nav2_composition_bench.errors import UserError, told_in_one_line
from nav2_composition_bench.files.user_path import user_path


def map_file(stem: Path, ending: str) -> Path:
    """Return a file of a map, whose own name may have a point in it."""
    return stem.with_name(stem.name + ending)


def map_stem(name: str) -> Path:
    """Return the path of a map without ``.yaml`` and ``.pgm``, in a directory that is made.

    :raises UserError: if nothing can be written there.
    """
    stem = user_path("--save", name)
    with told_in_one_line(f"--save: cannot write {stem}"):
        stem.parent.mkdir(parents=True, exist_ok=True)
        is_possible = os.access(stem.parent, os.W_OK | os.X_OK)
    if not is_possible or not stem.name:
        raise UserError(f"--save: cannot write {stem}; name a map in a directory that can be")
    return stem
