# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Become another program, but end with the launch: ``launch_entry.py LAUNCH_PID COMMAND…``.

A ``ros2 launch`` that gets SIGTERM ends without ending the processes it has started, and so does
one that is killed. So the kernel sends them SIGTERM when it has ended. The process group
stays that of the launch, which leaves it to the terminal to tell Ctrl-C to all of them.

Run as a script (``python -I -S``), as ``child_entry`` is.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys

_PR_SET_PDEATHSIG = 1
NOT_STARTED = 127
"""Exit status when the program cannot be executed, as in a shell."""


def words_of_this_launch() -> tuple[str, ...]:
    """Return what goes before the command of a process that is to end with this process."""
    return (sys.executable, "-I", "-S", __file__, str(os.getpid()))


def prefix_of_this_launch() -> str:
    """Return the same as one text, as launch's ``prefix`` takes it."""
    import shlex  # here, since the script, which stands before each program, has no use for it

    return shlex.join(words_of_this_launch())


def main(arguments: list[str]) -> int:
    """Arm the parent-death signal and execute; returns only on failure."""
    launch_pid, command = int(arguments[0]), arguments[1:]
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    if os.getppid() != launch_pid:  # it ended before the signal was armed
        return NOT_STARTED
    try:
        os.execvp(command[0], command)
    except OSError as error:
        print(f"cannot execute {command[0]}: {error.strerror}", file=sys.stderr)
        return NOT_STARTED


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
