# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Two computers on one: network namespaces, each with a /dev/shm of its own, and a cable.

Without their own /dev/shm both sides would take each other's shared-memory ports for theirs.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from types import TracebackType

HOST, BOARD = "host", "board"
_ADDRESSES = {HOST: "10.211.7.1/24", BOARD: "10.211.7.2/24"}


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


class TwoMachines:
    """A context manager that makes the two and takes them away again."""

    def __init__(self) -> None:
        self._names = {side: f"bench-{side}-{os.getpid()}" for side in _ADDRESSES}
        # A network interface's name has at most 15 characters.
        self._cables = {side: f"nb{side[0]}{os.getpid()}" for side in _ADDRESSES}
        self._shared_memory = {side: Path("/dev/shm", name) for side, name in self._names.items()}

    def __enter__(self) -> TwoMachines:
        try:
            for side in _ADDRESSES:
                _ip("netns", "add", self._names[side])
                self._shared_memory[side].mkdir()
            _ip("link", "add", self._cables[HOST], "type", "veth", "peer", self._cables[BOARD])
            for side, address in _ADDRESSES.items():
                name, cable = self._names[side], self._cables[side]
                _ip("link", "set", cable, "netns", name)
                _ip("-n", name, "address", "add", address, "dev", cable)
                for device in ("lo", cable):
                    _ip("-n", name, "link", "set", device, "up", "multicast", "on")
                # Discovery announces itself by multicast, for which there must be a route.
                _ip("-n", name, "route", "add", "224.0.0.0/4", "dev", cable)
        except BaseException:
            self._remove()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._remove()

    def command(self, side: str, command: Sequence[str]) -> list[str]:
        """Return the command line that runs a command on one of the machines.

        The process that results has the pid of the one that is started.
        """
        # ip netns exec gives it a mount namespace of its own, which ends with its processes.
        script = 'mount --bind "$0" /dev/shm && exec "$@"'
        memory = str(self._shared_memory[side])
        return ["ip", "netns", "exec", self._names[side], "sh", "-c", script, memory, *command]

    def unplug(self) -> None:
        """Cut the cable."""
        _ip("-n", self._names[HOST], "link", "set", self._cables[HOST], "down")

    def plug(self) -> None:
        """Join the cable again."""
        name, cable = self._names[HOST], self._cables[HOST]
        _ip("-n", name, "link", "set", cable, "up")
        _ip("-n", name, "route", "replace", "224.0.0.0/4", "dev", cable)

    def _remove(self) -> None:
        for name in self._names.values():
            subprocess.run(["ip", "netns", "delete", name], capture_output=True)
        # Where the cable was not given away yet it is still here; it goes with either end else.
        for cable in self._cables.values():
            subprocess.run(["ip", "link", "delete", cable], capture_output=True)
        for directory in self._shared_memory.values():
            shutil.rmtree(directory, ignore_errors=True)


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True)
