# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A network and a /dev/shm that nothing else on the machine uses."""

from __future__ import annotations

import fcntl
import functools
import os
import shutil
import socket
import struct
import subprocess
import sys
from collections.abc import Sequence

import pytest

_SET_FLAGS, _UP_AND_RUNNING = 0x8914, 0x49  # see netdevice(7)
_OWN = (
    ("unshare", "--net", "--mount"),
    ("unshare", "--user", "--map-root-user", "--net", "--mount"),
)


def run_apart(arguments: Sequence[str], timeout_s: float) -> subprocess.CompletedProcess[str]:
    """Run Python in namespaces of its own; it has to call ``prepare`` there.

    Skips the test where they are not permitted.
    """
    command = _command()
    if command is None:
        pytest.skip("this machine permits no network and mount namespaces of one's own")
    return subprocess.run(
        [*command, sys.executable, *arguments],
        capture_output=True,
        text=True,
        timeout=timeout_s,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        check=False,
    )


def prepare(shm_mb: int) -> None:
    """Set loopback up, and mount a /dev/shm of that size."""
    with socket.socket() as any_socket:
        request = struct.pack("16sh14x", b"lo", _UP_AND_RUNNING)
        fcntl.ioctl(any_socket, _SET_FLAGS, request)
    mount = ["mount", "-t", "tmpfs", "-o", f"size={shm_mb}m", "none", "/dev/shm"]
    subprocess.run(mount, check=True)


@functools.cache
def _command() -> tuple[str, ...] | None:
    mount = ("mount", "-t", "tmpfs", "none", "/dev/shm")
    for command in _OWN if shutil.which("unshare") else ():
        if subprocess.run([*command, *mount], capture_output=True, check=False).returncode == 0:
            return command
    return None
