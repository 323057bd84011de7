# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where rcl writes its log files, without which no node starts."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Mapping
from pathlib import Path

from nav2_composition_bench.errors import told_in_one_line


def let_ros_log(otherwise: Path | None = None) -> str | None:
    """Give this process, and what it starts, another directory where the shell's cannot be written.

    :param otherwise: that directory; None for a new one among the temporary files.
    :returns: one line on it for the user; None where the shell's will do.
    :raises UserError: if that cannot be written either.
    """
    wanted = _log_directory(os.environ)
    problem = "HOME is not set" if wanted is None else _problem_of(wanted)
    if problem is None:
        return None
    with told_in_one_line("cannot make a directory for the log files of ROS"):
        taken = (otherwise or Path(tempfile.mkdtemp(prefix="nav2_bench_ros_log_"))).resolve()
        taken.mkdir(parents=True, exist_ok=True)
    os.environ["ROS_LOG_DIR"] = str(taken)
    where = "" if wanted is None else f" to {wanted}"
    return f"ROS cannot write its log files{where} ({problem}); they go to {taken}"


def _log_directory(environment: Mapping[str, str]) -> Path | None:
    """Return rcl's choice; None where it has none, since it knows no home but HOME."""
    home = environment.get("HOME")
    named = environment.get("ROS_LOG_DIR")
    path = named or os.path.join(environment.get("ROS_HOME") or "~/.ros", "log")
    if not path.startswith("~"):
        return Path(path)
    return Path(f"{home}{path[1:]}") if home else None


def _problem_of(directory: Path) -> str | None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            return None
    except OSError as error:
        return error.strerror
