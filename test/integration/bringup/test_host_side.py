# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Processes of the host side that start processes themselves."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from study_factory import make_study
from waiting import is_gone, wait_until

from nav2_composition_bench.bringup.host_commands import background_processes
from nav2_composition_bench.bringup.host_side import HostProcess, HostSide
from nav2_composition_bench.processes.run_marker import RUN_VARIABLE, new_run_id
from nav2_composition_bench.ros_domain.foreign_nodes import SeenNode
from nav2_composition_bench.study.background_load import BackgroundLoad

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


def test_processes_without_a_node_are_up_when_they_log_that_they_are(tmp_path: Path) -> None:
    command = (
        "sh",
        "-c",
        f"while [ ! -e {tmp_path}/go ]; do sleep 0.05; done; echo ready; exec sleep 600",
    )
    process = HostProcess("load", command, None, up_when_logged="ready")
    environment = os.environ | {RUN_VARIABLE: new_run_id()}
    load = HostSide((process,), environment, tmp_path, Graph(), 60.0, name="load")  # type: ignore[arg-type]
    late = threading.Timer(1.0, (tmp_path / "go").touch)
    try:
        late.start()
        load.ensure_running()
        assert (tmp_path / "go").exists()
    finally:
        late.join()
        load.close()


def test_busy_processes_have_the_niceness_of_the_study_and_end_with_the_load(
    tmp_path: Path,
) -> None:
    study = replace(make_study(tmp_path), background_load=BackgroundLoad(busy=2, niceness=7))
    processes = background_processes(study, tmp_path)
    environment = os.environ | {RUN_VARIABLE: new_run_id()}
    load = HostSide(processes, environment, tmp_path, Graph(), 60.0, name="load")  # type: ignore[arg-type]
    own = os.getpriority(os.PRIO_PROCESS, 0)
    try:
        load.ensure_running()
        pids = list(load.pids)
        wait_until(
            lambda: [os.getpriority(os.PRIO_PROCESS, pid) for pid in pids] == [own + 7] * 2,
            "both to be nice",
        )
    finally:
        load.close()
    assert all(is_gone(pid) for pid in pids)
