# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest
from arm_studies import packaged

from nav2_composition_bench.study.goal import in_laps
from nav2_composition_bench.study.workload import Exchange
from nav2_composition_bench.trial import machine_speed
from nav2_composition_bench.trial.machine_speed import MachineSpeed, idle_reading_s

PROGRAM = """\
#!{python}
import json, sys, time
def say(**fields):
    print(json.dumps(fields), flush=True)
say(type="header", schema=1, rate_hz=50)
for number in range({count}):
    time.sleep(0.02)
    say(type="yardstick", monotonic_ns=time.monotonic_ns(), units=50, unit_ns=150003 + number,
        memory_ns=150000 + number, system_calls_ns=1, wake_ups_ns=1, arithmetic_ns=1,
        cpu_time_ns=number)
"""
"""A yardstick whose seconds are short."""


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(machine_speed, "_CALM_S", 0.2)
    monkeypatch.setattr(machine_speed, "_LATE_S", 30.0)
    path = tmp_path / "process_sampler"
    path.write_text(PROGRAM.format(python=sys.executable, count=100_000))
    path.chmod(0o755)
    return path


def test_a_reading_waits_until_the_machine_has_been_without_a_system_for_long(
    program: Path,
) -> None:
    with MachineSpeed(program, 0.6) as speed:
        speed.disturbed()
        began_s = time.monotonic()
        cost = speed.read_idle()
        assert cost is not None and cost.unit_us >= 150.0
        assert time.monotonic() - began_s >= 0.8
        assert speed.rate_hz == 50.0
        assert speed.seconds(began_s)


def test_what_lies_between_two_systems_serves_both(program: Path) -> None:
    program.write_text(PROGRAM.format(python=sys.executable, count=70))
    with MachineSpeed(program, 0.6) as speed:
        speed.disturbed()
        assert speed.read_idle() is not None
        while Path(f"/proc/{speed.pid}/cmdline").read_bytes():  # of a zombie it is empty
            time.sleep(0.01)
        # Nothing more comes; what there is was long enough without a system.
        assert speed.read_idle() is not None
        speed.disturbed()
        assert speed.read_idle() is None


def test_a_yardstick_that_has_ended_is_started_anew(program: Path) -> None:
    with MachineSpeed(program, 0.6) as speed:
        first = speed.pid
        assert speed.is_running() and not speed.ensure_running()
        os.kill(first, signal.SIGKILL)
        while speed.is_running():
            time.sleep(0.01)
        assert speed.read_idle() is None
        assert speed.ensure_running() and speed.pid != first
        assert speed.read_idle() is not None


def test_a_yardstick_that_has_ended_leaves_the_speed_unknown(program: Path) -> None:
    program.write_text(PROGRAM.format(python=sys.executable, count=3))
    with MachineSpeed(program, 0.6) as speed:
        assert speed.read_idle() is None


@pytest.mark.parametrize(
    ("window_s", "reading_s"), [(1.0, 2.0), (10.0, 2.0), (16.0, 3.0), (64.0, 12.0)]
)
def test_a_reading_without_a_system_takes_a_fifth_of_a_window_and_two_seconds_at_least(
    window_s: float, reading_s: float
) -> None:
    assert idle_reading_s(Exchange({}, window_s=window_s)) == reading_s


@pytest.mark.parametrize("laps", [1, 3])
def test_a_reading_without_a_system_takes_four_seconds_for_each_lap(laps: int) -> None:
    study = packaged()
    goals = in_laps(study.navigation.goals, laps)
    assert idle_reading_s(study.with_navigation(goals=goals).workload) == 4.0 * laps
