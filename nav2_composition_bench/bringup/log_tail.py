# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The end of a log file."""

from __future__ import annotations

import re
from pathlib import Path

_TAIL_BYTES = 8192
_ERROR = re.compile(r"^\[(?:ERROR|FATAL)\] \[[\d.]+\] (\[.*\S)", re.MULTILINE)


def last_lines(path: Path, count: int) -> tuple[str, ...]:
    """The last lines that hold anything; none if the file is missing or empty."""
    lines = [line.rstrip() for line in _tail(path).splitlines() if line.strip()]
    return tuple(lines[-count:])


def last_error(path: Path) -> str | None:
    """The last error in a log of rcl's form, without severity and time; None without one."""
    matches = _ERROR.findall(_tail(path))
    return matches[-1] if matches else None


def _tail(path: Path) -> str:
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - _TAIL_BYTES))
            return file.read().decode(errors="replace")
    except FileNotFoundError:
        return ""
