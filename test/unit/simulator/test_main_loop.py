# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The main loop of the MuJoCo simulator, without ROS."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.simulator import main_loop
from nav2_composition_bench.simulator.options import SimulatorOptions


class FakeBridge:
    """Nothing commands the robot, and what is published goes nowhere."""

    def __init__(self, *_: Any) -> None:
        pass

    def __enter__(self) -> FakeBridge:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def command(self, _: float) -> tuple[float, float]:
        return 0.0, 0.0

    def reset_requested(self) -> bool:
        return False

    def __getattr__(self, name: str) -> Callable[..., None]:
        assert name.startswith(("begin", "publish"))
        return lambda *_: None


def test_an_interval_of_less_than_a_tick_reports_every_tick(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(main_loop, "RosBridge", FakeBridge)
    lines: list[str] = []
    options = SimulatorOptions(
        world_file=data_file("worlds/bench.sdf"),
        real_time_factor=0.0,
        duration_s=0.1,
        report_interval_s=0.01,
    )
    main_loop.simulate(options, threading.Event(), lines.append)
    assert [line.split(",")[0] for line in lines[1:-1]] == ["0.0 s", "0.1 s", "0.1 s"]


def test_a_stop_ends_it_while_it_waits_for_real_time(monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()

    class StoppingBridge(FakeBridge):
        """The event is set within the first tick, before its wait."""

        def command(self, time_s: float) -> tuple[float, float]:
            stop.set()
            stopped_s.append(time.monotonic())
            return super().command(time_s)

    stopped_s: list[float] = []
    monkeypatch.setattr(main_loop, "RosBridge", StoppingBridge)
    options = SimulatorOptions(
        world_file=data_file("worlds/bench.sdf"), real_time_factor=1e-3, duration_s=10.0
    )
    main_loop.simulate(options, stop, lambda _: None)
    assert len(stopped_s) == 1
    assert time.monotonic() - stopped_s[0] < 20.0  # a tick is 33 s at this pace
