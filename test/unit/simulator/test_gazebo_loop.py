# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Gazebo is started again when its world does not begin. Its server and its node are fakes."""

from __future__ import annotations

import sys
import threading
import types
from typing import Any

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.simulator import gazebo_loop
from nav2_composition_bench.simulator.gazebo_process import NotLoadedError
from nav2_composition_bench.simulator.options import SimulatorOptions

OPTIONS = SimulatorOptions(world_file=data_file("worlds/bench.sdf"), seed=0, duration_s=0.1)


class FakeServer:
    """Counts how many of its kind were started and ended."""

    is_real_time = True
    started = ended = 0

    def __init__(self, *_: Any) -> None:
        FakeServer.started += 1

    def __enter__(self) -> FakeServer:
        return self

    def __exit__(self, *_: object) -> None:
        FakeServer.ended += 1

    def check(self) -> None:
        """It is always well."""


class FakeNode:
    """Loads the world in all but the first few starts; its clock goes by 0.05 s at each look."""

    failures = 0
    pose = None

    def __init__(self, *_: Any) -> None:
        if FakeServer.started <= self.failures:
            raise NotLoadedError("no clock came")
        self.sim_time_s = 0.0

    def __enter__(self) -> FakeNode:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def look(self) -> None:
        self.sim_time_s += 0.05

    def drive(self) -> None:
        pass

    def place(self, _: object) -> None:
        pass


@pytest.fixture(autouse=True)
def fakes(monkeypatch: pytest.MonkeyPatch) -> None:
    node = types.ModuleType("gazebo_node")
    node.GazeboNode = FakeNode  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "nav2_composition_bench.simulator.gazebo_node", node)
    monkeypatch.setattr(gazebo_loop, "check_installed", lambda gui: None)
    monkeypatch.setattr(gazebo_loop, "GazeboProcess", FakeServer)
    monkeypatch.setattr(FakeServer, "started", 0)
    monkeypatch.setattr(FakeServer, "ended", 0)


@pytest.mark.parametrize("failures", [0, 1, 2])
def test_a_server_whose_world_does_not_begin_is_started_again(
    monkeypatch: pytest.MonkeyPatch, failures: int
) -> None:
    monkeypatch.setattr(FakeNode, "failures", failures)
    lines: list[str] = []
    gazebo_loop.simulate_in_gazebo(OPTIONS, False, threading.Event(), lines.append)
    assert FakeServer.started == FakeServer.ended == failures + 1
    assert lines.count("no clock came; starting it again") == failures
    assert lines[-1].startswith("simulated 0.1 s")


def test_after_the_last_start_its_error_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeNode, "failures", 9)
    with pytest.raises(NotLoadedError, match="no clock came"):
        gazebo_loop.simulate_in_gazebo(OPTIONS, False, threading.Event(), lambda line: None)
    assert FakeServer.started == FakeServer.ended == 3


def test_a_server_that_dies_while_driving_is_noticed_though_its_clock_stands_still(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def died(self: FakeServer) -> None:
        raise UserError("gzserver was killed by SIGKILL")

    monkeypatch.setattr(FakeNode, "look", lambda self: None)
    monkeypatch.setattr(FakeServer, "check", died)
    monkeypatch.setattr(gazebo_loop, "CHECK_EVERY_S", 0.05)
    stop = threading.Event()
    late = threading.Timer(30.0, stop.set)
    late.start()
    try:
        with pytest.raises(UserError, match="killed by SIGKILL"):
            gazebo_loop.simulate_in_gazebo(OPTIONS, False, stop, lambda line: None)
    finally:
        late.cancel()
