# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Become another program, but die with the parent: ``child_entry.py PARENT_PID COMMAND…``.

Run as a script (``python -I -S``) between fork and the real program. Doing this in the forked copy
of the runner instead would run Python code beside ROS threads' locks, which can deadlock.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1
NOT_STARTED = 127
"""Exit status when the program cannot be executed, as in a shell."""


def main(arguments: list[str]) -> int:
    """Arm the parent-death signal, reset signals, execute; returns only on failure.

    The program gets a process group of its own: Ctrl-C at the terminal is for the parent alone.
    """
    parent_pid, command = int(arguments[0]), arguments[1:]
    os.setpgid(0, 0)
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent_pid:  # it died before the signal was armed
        return NOT_STARTED
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)  # a background shell hands down SIGINT ignored
    signal.pthread_sigmask(signal.SIG_SETMASK, set())
    try:
        os.execvp(command[0], command)
    except OSError as error:
        print(f"cannot execute {command[0]}: {error.strerror}", file=sys.stderr)
        return NOT_STARTED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
