# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from nav2_composition_bench.processes import child_entry

ENTRY = (sys.executable, "-I", "-S", child_entry.__file__)
SHOW_SIGINT = "import signal; print(signal.getsignal(signal.SIGINT) is signal.default_int_handler)"


def run(parent: int, *command: str, slack_ns: int = 0) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ENTRY, str(parent), str(slack_ns), *command],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_the_command_takes_over_with_its_arguments() -> None:
    result = run(os.getpid(), "printf", "%s-%s", "one two", "three")
    assert (result.returncode, result.stdout) == (0, "one two-three")


def test_a_child_whose_parent_is_gone_already_does_not_start() -> None:
    result = run(os.getpid() + 1, "echo", "started")
    assert (result.returncode, result.stdout) == (child_entry.NOT_STARTED, "")


def test_a_command_that_is_not_there_is_named() -> None:
    result = run(os.getpid(), "/nowhere/node")
    assert result.returncode == child_entry.NOT_STARTED
    assert result.stderr == "cannot execute /nowhere/node: No such file or directory\n"


def test_an_ignored_sigint_is_not_handed_down() -> None:
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        result = run(os.getpid(), sys.executable, "-S", "-c", SHOW_SIGINT)
    finally:
        signal.signal(signal.SIGINT, previous)
    assert result.stdout == "True\n"


def test_the_command_has_the_timer_slack_that_is_asked_for_and_else_that_of_its_parent() -> None:
    show = ("cat", "/proc/self/timerslack_ns")
    inherited = Path("/proc/self/timerslack_ns").read_text()
    assert run(os.getpid(), *show, slack_ns=1_000_000).stdout == "1000000\n"
    assert run(os.getpid(), *show).stdout == inherited
