# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The end of a log file."""

from __future__ import annotations

import re
from pathlib import Path

_TAIL_BYTES = 8192
_LONG_TAIL_BYTES = 65536
_GIVEN_UP = re.compile(
    r"^\[ERROR\] \[[\d.]+\] \[([\w./]+)\]: Failed to bring up all requested nodes\W+abort",
    re.MULTILINE | re.IGNORECASE,
)
"""What Nav2's lifecycle manager logs in all its distributions, and the reference stack's does too.
It will not try again, and its services do not tell that from a bring-up that takes its time."""
_ERROR = re.compile(r"^\[(?:ERROR|FATAL)\] \[[\d.]+\] (\[.*\S)", re.MULTILINE)


def last_lines(path: Path, count: int) -> tuple[str, ...]:
    """The last lines that hold anything; none if the file is missing or empty."""
    lines = [line.rstrip() for line in _tail(path).splitlines() if line.strip()]
    return tuple(lines[-count:])


def last_error(path: Path) -> str | None:
    """The last error in a log of rcl's form, without severity and time; None without one."""
    matches = _ERROR.findall(_tail(path))
    return matches[-1] if matches else None


def managers_that_gave_up(path: Path) -> tuple[str, ...]:
    """Names of the lifecycle managers that say, near the end of a log, that they gave up."""
    return tuple(dict.fromkeys(_GIVEN_UP.findall(_tail(path, _LONG_TAIL_BYTES))))


def _tail(path: Path, length: int = _TAIL_BYTES) -> str:
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(0, size - length))
            return file.read().decode(errors="replace")
    except FileNotFoundError:
        return ""
