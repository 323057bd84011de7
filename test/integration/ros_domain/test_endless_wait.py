# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The library that is preloaded into processes on the ROS 2 wheels."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import textwrap
from pathlib import Path

LIBRARY = Path(sys.prefix, "lib", "nav2_composition_bench", "libendless_wait.so")
_WAIT = """
import ctypes, sys, threading, time

class Timespec(ctypes.Structure):
    _fields_ = [("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long)]

libc = ctypes.CDLL(None)
condition, mutex = ctypes.create_string_buffer(128), ctypes.create_string_buffer(128)
until = Timespec(*map(int, sys.argv[1:3]))
signalled = sys.argv[3] == "signalled"
statuses = []

def wait():
    libc.pthread_mutex_lock(mutex)
    statuses.append(libc.pthread_cond_timedwait(condition, mutex, ctypes.byref(until)))
    libc.pthread_mutex_unlock(mutex)

thread = threading.Thread(target=wait)
thread.start()
while signalled and thread.is_alive():
    libc.pthread_mutex_lock(mutex)  # Had only while the other waits, or is through.
    libc.pthread_cond_signal(condition)
    libc.pthread_mutex_unlock(mutex)
    time.sleep(0.05)
thread.join()
print(statuses[0])
"""
_OVERFLOWED = (-7_500_000_000, -145_224_193)
"""steady_clock's last moment, carried to the system clock in 64 bits."""


def wait_until(
    until: tuple[int, int], environment: dict[str, str], *, signalled: bool = True
) -> int:
    """Return the status of a wait, which is signalled every 50 ms if at all."""
    how = "signalled" if signalled else "silent"
    command = [sys.executable, "-c", textwrap.dedent(_WAIT), *map(str, until), how]
    return int(subprocess.check_output(command, env={**os.environ, **environment}, timeout=60))


def test_a_wait_until_an_overflowed_time_is_one_for_ever_and_not_refused() -> None:
    assert wait_until(_OVERFLOWED, {}) == errno.EINVAL
    assert wait_until(_OVERFLOWED, {"LD_PRELOAD": str(LIBRARY)}) == 0


def test_any_other_wait_ends_in_time() -> None:
    # A signal between the wait and its end would be taken for what ended it.
    status = wait_until((1, 0), {"LD_PRELOAD": str(LIBRARY)}, signalled=False)
    assert status == errno.ETIMEDOUT


def test_the_wheels_need_it() -> None:
    # Called libfastrtps up to Fast DDS 2.
    fast_dds = next(
        library
        for name in ("libfastrtps", "libfastdds")
        for library in Path(sys.prefix, "lib").glob(f"{name}.so.*")
    )
    needed = subprocess.run(
        ["readelf", "-W", "--dyn-syms", fast_dds], capture_output=True, text=True, check=True
    ).stdout
    assert "pthread_cond_timedwait" in needed
    assert "pthread_cond_clockwait" not in needed, "this build waits as it should; leave ours out"
