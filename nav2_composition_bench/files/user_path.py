# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Paths as users write them."""

from __future__ import annotations

from pathlib import Path

from nav2_composition_bench.errors import UserError


def user_path(where: str, name: str | Path) -> Path:
    """Return a path with the home directory in place of ``~`` or ``~user``.

    :param where: how errors call it, such as ``--study``.
    :raises UserError: if there is no such home directory.
    """
    try:
        return Path(name).expanduser()
    except RuntimeError:
        raise UserError(
            f"{where} is '{name}', whose home directory is unknown; write the path without ~"
        ) from None
