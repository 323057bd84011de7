# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Run the programs that a step consists of."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

# A sourced ROS 2, an active environment or the wheels' own bootstrapper would leak into what is
# built here: other headers, other libraries, other Python modules.
_LEAKING = frozenset(
    {
        "AMENT_PREFIX_PATH",
        "CMAKE_PREFIX_PATH",
        "COLCON_PREFIX_PATH",
        "LD_LIBRARY_PATH",
        "PYTHONHOME",
        "PYTHONPATH",
        "ROS_PACKAGE_PATH",
        "VIRTUAL_ENV",
        "_ROS_WHEELS_BOOTSTRAP_COMPLETE",
    }
)
_TAIL_LINES = 15
NEEDS_USER = 2
"""Exit status when the user has to do something first."""


class SetupError(Exception):
    """Set-up cannot go on.

    :param exit_status: NEEDS_USER, or 1 when a step failed.
    """

    def __init__(self, message: str, exit_status: int = 1) -> None:
        super().__init__(message)
        self.exit_status = exit_status


def clean_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment without what would break a build."""
    return {name: value for name, value in environment.items() if name not in _LEAKING}


def run_logged(command: Sequence[str | Path], *, log: Path, what: str) -> None:
    """Run a program with its output appended to a log.

    :param what: what it does, for the message when it fails.
    :raises SetupError: if it fails; the message ends with the last lines of its output.
    """
    log.parent.mkdir(parents=True, exist_ok=True)
    with log.open("a", encoding="utf-8", errors="replace") as output:
        output.write(f"$ {' '.join(str(part) for part in command)}\n")
        output.flush()
        # Inherited descriptors carry the lock: while an orphan of a killed set-up still writes,
        # the next one waits.
        status = subprocess.run(
            [str(part) for part in command],
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env=clean_environment(os.environ),
            close_fds=False,
            check=False,
        ).returncode
    if status != 0:
        tail = log.read_text(encoding="utf-8", errors="replace").splitlines()[-_TAIL_LINES:]
        lines = "\n".join(f"  | {line}" for line in tail)
        raise SetupError(f"{what} failed with status {status}; all of {log}, its end:\n{lines}")
