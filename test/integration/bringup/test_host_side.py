# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Processes of the host side that start processes themselves."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from waiting import is_gone, wait_until

from nav2_composition_bench.bringup.host_side import HostProcess, HostSide
from nav2_composition_bench.processes.run_marker import RUN_VARIABLE, new_run_id
from nav2_composition_bench.ros_domain.foreign_nodes import SeenNode

CYCLONE_GID = b"\x01\x10" + bytes(14)
"""Of a middleware that does not tell the process."""


class Graph:
    """A client that sees the simulator's node."""

    def seen_nodes(self) -> tuple[SeenNode, ...]:
        return (SeenNode("/simulator", (CYCLONE_GID,)),)


@pytest.fixture
def host(tmp_path: Path) -> Iterator[HostSide]:
    """A simulator that has started a server, which it does not end itself."""
    command = ("sh", "-c", f"sleep 600 & echo $! > {tmp_path}/server; wait")
    process = HostProcess("simulator", command, "/simulator", ("/gazebo", "/drive"))
    environment = os.environ | {RUN_VARIABLE: new_run_id()}
    host = HostSide((process,), environment, tmp_path, Graph(), 60.0)  # type: ignore[arg-type]
    yield host
    host.close()


def test_what_a_host_process_starts_is_the_host_sides_and_ends_with_it(
    host: HostSide, tmp_path: Path
) -> None:
    host.ensure_running()
    file = tmp_path / "server"
    wait_until(lambda: file.exists() and bool(file.read_text()), "the server's start")
    server = int(file.read_text())
    assert host.pids[server] == "simulator"
    assert server in host.ever_started
    host.close()
    assert is_gone(server)


def test_nodes_of_what_it_starts_are_known_by_name(host: HostSide) -> None:
    assert host.node_names == ("/simulator", "/gazebo", "/drive")
