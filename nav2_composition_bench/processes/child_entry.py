# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Become another program, but die with the parent: ``child_entry.py PID SLACK_NS COMMAND…``.

PID is the parent's, SLACK_NS how much later than asked the kernel may wake the program's threads;
0 leaves that to it.

Run as a script (``python -I -S``) between fork and the real program. Doing this in the forked copy
of the runner instead would run Python code beside ROS threads' locks, which can deadlock.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG, _PR_SET_TIMERSLACK = 1, 29
NOT_STARTED = 127
"""Exit status when the program cannot be executed, as in a shell."""


def main(arguments: list[str]) -> int:
    """Arm the parent-death signal, reset signals, set the slack, execute; returns only on failure.

    The program gets a process group of its own: Ctrl-C at the terminal is for the parent alone.
    """
    parent_pid, slack_ns, command = int(arguments[0]), int(arguments[1]), arguments[2:]
    os.setpgid(0, 0)
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent_pid:  # it died before the signal was armed
        return NOT_STARTED
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(number, signal.SIG_DFL)  # a background shell hands down SIGINT ignored
    signal.pthread_sigmask(signal.SIG_SETMASK, set())
    if slack_ns and libc.prctl(_PR_SET_TIMERSLACK, ctypes.c_ulong(slack_ns), 0, 0, 0) != 0:
        why = os.strerror(ctypes.get_errno())
        print(f"cannot set a timer slack of {slack_ns} ns: {why}", file=sys.stderr)
        return NOT_STARTED
    try:
        os.execvp(command[0], command)
    except OSError as error:
        print(f"cannot execute {command[0]}: {error.strerror}", file=sys.stderr)
        return NOT_STARTED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
