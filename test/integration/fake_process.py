# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A process that behaves as told: ``fake_process.py READY_FILE BEHAVIOUR``.

It writes its pid to READY_FILE once its signal handlers and children are in place.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

STOP = threading.Event()
CHILD_OPTION = "child"


def well_behaved() -> int:
    """End with status 0 on SIGINT and SIGTERM."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: STOP.set())
    return 0


def ignores_sigint() -> int:
    """End on SIGTERM only, with status 5."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: STOP.set())
    return 5


def ignores_all() -> int:
    """End on SIGKILL only."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    return 0


def interrupts_parent() -> int:
    """Answer SIGINT by sending one to the parent; end on SIGKILL only."""
    signal.signal(signal.SIGINT, lambda *_: os.kill(os.getppid(), signal.SIGINT))
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return 0


def leaves_grandchild() -> int:
    """Start a process in a session of its own, through one that ends at once, and forget it."""
    _spawn_orphan(dict(os.environ))
    return well_behaved()


def leaves_unmarked_child() -> int:
    """Start a child that has an empty environment and ignores polite signals."""
    ready = Path(sys.argv[1] + ".child")
    subprocess.Popen(
        [sys.executable, "-S", __file__, str(ready), "ignores_all"], env={}, close_fds=True
    )
    _wait_for(ready)
    return well_behaved()


def dies_at_start() -> int:
    """Say why and end with status 3."""
    print("no map to serve", flush=True)
    STOP.set()
    return 3


def dies_when_told() -> int:
    """End with status 4 on SIGUSR1."""
    signal.signal(signal.SIGUSR1, lambda *_: STOP.set())
    return 4


def _spawn_orphan(environment: dict[str, str]) -> None:
    ready = Path(sys.argv[1] + ".child")
    middle = os.fork()
    if middle == 0:
        subprocess.Popen(
            [sys.executable, "-S", __file__, str(ready), "ignores_all"],
            env=environment,
            start_new_session=True,
        )
        os._exit(0)
    os.waitpid(middle, 0)
    _wait_for(ready)


def _wait_for(path: Path) -> None:
    waiting = threading.Event()
    while not path.exists():
        waiting.wait(0.02)


def main() -> int:
    """Behave until told to stop."""
    ready, behaviour = Path(sys.argv[1]), sys.argv[2]
    status: int = globals()[behaviour]()
    partial = ready.with_name(ready.name + ".partial")
    partial.write_text(str(os.getpid()))
    partial.rename(ready)
    while not STOP.wait(0.1):
        pass
    return status


if __name__ == "__main__":
    sys.exit(main())
