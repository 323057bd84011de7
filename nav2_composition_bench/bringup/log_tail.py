# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The end of a log file."""

from __future__ import annotations

from pathlib import Path

_TAIL_BYTES = 8192


def last_lines(path: Path, count: int) -> tuple[str, ...]:
    """The last lines that hold anything; none if the file is missing or empty."""
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - _TAIL_BYTES))
            text = file.read().decode(errors="replace")
    except FileNotFoundError:
        return ()
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    return tuple(lines[-count:])
