# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Parameter overlays by name: those of a study, and those of the package."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import share_directory
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.study.factor import BASE

_FOLDER = Path("params") / "overlays"


def packaged_overlays() -> dict[str, Path]:
    """Return the package's overlays by name."""
    return {path.stem: path for path in sorted((share_directory() / _FOLDER).glob("*.yaml"))}


def overlay_names(own: Sequence[str]) -> tuple[str, ...]:
    """Return every level that the factor ``params`` may have besides ``base``.

    :param own: names of the study's own overlays, which go before the package's.
    """
    return tuple(dict.fromkeys((*own, *packaged_overlays())))


def overlay_file(name: str, own: Sequence[tuple[str, Path]]) -> Path:
    """Return the file of an overlay.

    :param own: the study's own overlays.
    :raises UserError: for a name that ``overlay_names`` does not have.
    """
    known = {**packaged_overlays(), **dict(own)}
    if name not in known:
        raise UserError(
            f"there is no overlay '{name}'; {suggestion(name, known)}known:"
            f" {', '.join((BASE, *known))}; name its file in the study's overlays"
        )
    return known[name]
