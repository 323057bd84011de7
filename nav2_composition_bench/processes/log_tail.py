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
_LOST_ANSWER = re.compile(r"failed to send response to /?([\w/]+)/change_state \(timeout\)")
"""What rclcpp logs when a response writer has not found the reader of the client that asked, as
with Fast DDS under load: https://github.com/ros2/rmw_fastrtps/issues/842."""
_ERROR = re.compile(r"^\[(?:ERROR|FATAL)\] \[[\d.]+\] (\[.*\S)", re.MULTILINE)


def log_size(path: Path) -> int:
    """How many bytes a log has so far; 0 if the file is missing."""
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def last_lines(path: Path, count: int) -> tuple[str, ...]:
    """The last lines that hold anything; none if the file is missing or empty."""
    lines = [line.rstrip() for line in _tail(path).splitlines() if line.strip()]
    return tuple(lines[-count:])


def last_error(path: Path, behind: int = 0) -> str | None:
    """The last error in a log of rcl's form, without severity and time; None without one.

    :param behind: so many bytes of the log are passed over.

    Once a lifecycle manager has given up, what led to it: errors after that are consequences, and
    those of managers only tell which node it was.
    """
    text = _tail(path, _LONG_TAIL_BYTES, behind)
    end = _GIVEN_UP.search(text)
    if end is None:
        errors: list[str] = _ERROR.findall(text[-_TAIL_BYTES:])
        return errors[-1] if errors else None
    end_of_line = text.find("\n", end.start())  # none yet while the line is being written
    errors = _ERROR.findall(text if end_of_line < 0 else text[:end_of_line])
    causes = [error for error in errors if not error.startswith("[lifecycle_manager")]
    return (causes or errors)[-1]


def managers_that_gave_up(path: Path) -> tuple[str, ...]:
    """Names of the lifecycle managers that say, near the end of a log, that they gave up."""
    return tuple(dict.fromkeys(_GIVEN_UP.findall(_tail(path, _LONG_TAIL_BYTES))))


def lost_transitions(path: Path) -> tuple[str, ...]:
    """Names of the nodes that say, near the end of a log, that no one got to know of a transition.

    Whoever asked for it waits for the answer forever, or until it gives up.
    """
    return tuple(dict.fromkeys(_LOST_ANSWER.findall(_tail(path, _LONG_TAIL_BYTES))))


def _tail(path: Path, length: int = _TAIL_BYTES, behind: int = 0) -> str:
    try:
        with path.open("rb") as file:
            size = file.seek(0, 2)
            file.seek(max(behind, size - length))
            return file.read().decode(errors="replace")
    except FileNotFoundError:
        return ""
