# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A process of a launch ends in good order when the launch has ended, however that was."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from waiting import is_gone, wait_for_pid, wait_until

from nav2_composition_bench.processes import launch_entry

ENTRY = (sys.executable, "-I", "-S", launch_entry.__file__)
LAUNCH = """
import os, signal, subprocess, sys
subprocess.Popen([*sys.argv[1:5], str(os.getpid()), *sys.argv[5:]])
signal.pause()
"""
PROCESS = """
import os, pathlib, signal, sys
ready, last = map(pathlib.Path, sys.argv[1:])
def end(number, _):
    last.write_text(signal.Signals(number).name)
    sys.exit()
signal.signal(signal.SIGTERM, end)
written = ready.with_suffix(".new")
written.write_text(str(os.getpid()))
written.rename(ready)
while True:
    signal.pause()
"""


def run(launch_pid: int, *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ENTRY, str(launch_pid), *command], capture_output=True, text=True, timeout=120
    )


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
def test_it_gets_sigterm_when_the_launch_is_ended(number: int, tmp_path: Path) -> None:
    ready, last = tmp_path / "ready", tmp_path / "last"
    process = (sys.executable, "-S", "-c", PROCESS, str(ready), str(last))
    launch = subprocess.Popen([sys.executable, "-S", "-c", LAUNCH, *ENTRY, *process])
    try:
        pid = wait_for_pid(ready)
    finally:
        launch.send_signal(number)
        launch.wait()
    wait_until(lambda: is_gone(pid), "the process has ended")
    assert last.read_text() == "SIGTERM"


def test_the_command_takes_over_in_the_same_process_group() -> None:
    group = "import os; print(os.getpgid(0))"
    result = run(os.getpid(), sys.executable, "-S", "-c", group)
    assert (result.returncode, result.stdout) == (0, f"{os.getpgid(0)}\n")


def test_it_does_not_start_when_the_launch_has_ended_already() -> None:
    result = run(os.getpid() + 1, "echo", "started")
    assert (result.returncode, result.stdout) == (launch_entry.NOT_STARTED, "")


def test_a_command_that_is_not_there_is_named() -> None:
    result = run(os.getpid(), "/nowhere/node")
    assert result.returncode == launch_entry.NOT_STARTED
    assert result.stderr == "cannot execute /nowhere/node: No such file or directory\n"
