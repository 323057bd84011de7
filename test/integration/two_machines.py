# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Two computers on one: the machines of a fleet, each with a /dev/shm of its own, and a cable.

Without their own /dev/shm both sides would take each other's shared-memory ports for theirs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from tempfile import TemporaryDirectory

from nav2_composition_bench.fleet.namespaces import run_ip
from nav2_composition_bench.fleet.network import FleetNetwork
from nav2_composition_bench.study.fleet import Network

HOST, BOARD = "host", "board"


def why_not() -> str | None:
    """Say what keeps this machine from being two; None where nothing does."""
    if os.geteuid() != 0 or shutil.which("ip") is None:
        return "network namespaces need root and iproute2"
    name = f"bench-try-{os.getpid()}"
    tried = subprocess.run(["ip", "netns", "add", name], capture_output=True, text=True)
    if tried.returncode != 0:
        return f"network namespaces cannot be made here: {tried.stderr.strip()}"
    subprocess.run(["ip", "netns", "delete", name], check=True)
    return None


class TwoMachines(FleetNetwork):
    """A context manager that makes the two and takes them away again."""

    def __init__(self) -> None:
        super().__init__((HOST, BOARD), (), Network.ONE_SUBNET)
        # Of a machine of a fleet each process has its own; here those of a side share it.
        self._shared_memory = {
            side: TemporaryDirectory(prefix=f"bench-{side}-", dir="/dev/shm")
            for side in (HOST, BOARD)
        }

    def __enter__(self) -> TwoMachines:
        super().__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        super().__exit__()
        for directory in self._shared_memory.values():
            directory.cleanup()

    def command(self, machine: str, command: Sequence[str]) -> list[str]:
        """Return the command line that runs a command on one of the machines.

        The process that results has the pid of the one that is started.
        """
        # ip netns exec gives it a mount namespace of its own, which ends with its processes.
        script = 'mount --bind "$0" /dev/shm && exec "$@"'
        words = ["sh", "-c", script, self._shared_memory[machine].name, *command]
        return ["ip", "netns", "exec", self._places[machine].namespace, *words]

    def unplug(self) -> None:
        """Cut the cable."""
        run_ip([f"link set {self._places[HOST].port} down"], "-n", self._router)

    def plug(self) -> None:
        """Join the cable again."""
        run_ip([f"link set {self._places[HOST].port} up"], "-n", self._router)
