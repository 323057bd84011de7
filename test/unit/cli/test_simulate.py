# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Command line of ``nav2-bench simulate``."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from signal_handlers import handlers

from nav2_composition_bench.cli import simulate
from nav2_composition_bench.cli.main import build_parser
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.simulator import main_loop
from nav2_composition_bench.simulator.options import SimulatorOptions

__all__ = ["handlers"]


def parse(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    simulate.add_arguments(parser)
    return parser.parse_args(words)


@pytest.mark.parametrize(
    "words, fault",
    [
        (("--real-time-factor", "nan", "--clock"), "must be 0 or from 0.001 on"),
        (("--real-time-factor", "1e-12", "--clock"), "must be 0 or from 0.001 on"),
        (("--real-time-factor", "2"), "needs --clock"),
        (("--duration", "-1"), "--duration -1.0 must be above zero"),
        (("--duration", "1e300"), "1e+09 s at most"),
        (("--start", "1", "inf", "0"), "must be three numbers within 1e+06"),
        (("--start", "nan", "0", "0"), "must be three numbers within 1e+06"),
        (("--start", "1e7", "0", "0"), "must be three numbers within 1e+06"),
        (("--report-interval", "1e300"), "at least 1 s, and 1e+09 s at most"),
        (("--report-interval", "0"), "must be at least 1 s"),
        (("--seed", "-4"), "--seed -4 must not be negative"),
        (("--gui",), "--gui is for gazebo"),
        (
            ("--simulator", "gazebo", "--clock", "--real-time-factor", "2"),
            "gazebo runs in real time",
        ),
    ],
)
def test_arguments_that_make_no_sense_are_refused_in_one_line(
    words: tuple[str, ...], fault: str
) -> None:
    with pytest.raises(UserError) as caught:
        simulate.run(parse(*words))
    assert fault in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_start_may_be_negative() -> None:
    assert parse("--start", "-3.8", "-2.2", "-0.5").start == [-3.8, -2.2, -0.5]


def test_a_start_may_be_as_small_as_python_writes_with_an_exponent() -> None:
    given = build_parser(["simulate"]).parse_args(["simulate", "--start", str(-1e-5), "0", "-.5"])
    assert given.start == [-1e-5, 0.0, -0.5]


@pytest.mark.usefixtures("handlers")
@pytest.mark.parametrize(
    "sourced, words, stamped",
    [("", (), False), ("/opt/ros/kilted", (), True), ("", ("--stamped",), True)],
)
def test_commands_are_stamped_as_those_of_the_ros_2_that_is_sourced_whatever_a_shell_names(
    sourced: str, words: tuple[str, ...], stamped: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[SimulatorOptions] = []
    monkeypatch.setenv("ROS_DISTRO", "kilted")
    monkeypatch.setenv("AMENT_PREFIX_PATH", sourced)
    monkeypatch.setattr(main_loop, "simulate", lambda options, *_: asked.append(options))
    simulate.run(parse(*words))
    assert [options.stamped for options in asked] == [stamped]


@pytest.mark.usefixtures("handlers")
def test_a_simulator_that_is_not_installed_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(UserError, match="gzserver is not on the PATH") as caught:
        simulate.run(parse("--simulator", "gazebo"))
    assert "\n" not in str(caught.value)
