# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``ros2 launch … bench.launch.py`` with a real Nav2: it ends as the measurement node does."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bench_runner import MACHINE, Bench
from nav2_study import SMALL
from waiting import wait_until

from nav2_composition_bench.measurement_node.parameters import PARAMETERS

Launch = Callable[..., Bench]


@pytest.fixture
def launch(tmp_path: Path, domain_id: int) -> Iterator[Launch]:
    """Start ``ros2 launch nav2_composition_bench bench.launch.py``; ended whatever happens."""
    started: list[Bench] = []
    program = shutil.which("ros2")
    if program is None:
        pytest.skip("ros2 is not installed")

    def start(*arguments: str, variables: dict[str, str] | None = None) -> Bench:
        words = ["launch", "nav2_composition_bench", "bench.launch.py", *arguments]
        told = {"ROS_LOG_DIR": str(tmp_path / "ros_log"), **(variables or {})}
        bench = Bench(tmp_path, domain_id, *words, script=Path(program), variables=told)
        started.append(bench)
        return bench

    yield start
    for bench in started:
        bench.kill()


def ended(bench: Bench, status: int) -> str:
    """What a launch said that ended with this status and left nothing running."""
    assert bench.wait() == status, bench.output
    wait_until(lambda: not bench.pids(), "no process is left")
    assert "Traceback" not in bench.output
    return bench.output


def test_the_help_tells_every_argument(launch: Launch) -> None:
    told = ended(launch("--show-args"), 0)
    hidden = {"autostart", "use_intra_process_comms"}  # the latter where the distribution lacks it
    for name in {parameter.name for parameter in PARAMETERS} - hidden:
        assert f"'{name}':" in told


def test_an_unknown_composition_is_refused_with_the_known_ones(launch: Launch) -> None:
    told = ended(launch("composition:=manul"), 1)
    assert "'multi_process', 'manual', 'isolated', 'multi_threaded'" in told


@pytest.mark.parametrize(
    ("arguments", "variables", "expected"),
    [
        (["map:=nowhere.yaml"], {}, "nowhere.yaml, which is no file"),
        (["goals:=[]"], {}, "parameter goals:1: goals is [], number of entries must be"),
        ([], {"ROS_DISTRO": "foxy"}, "foxy"),
    ],
)
def test_what_the_node_refuses_ends_the_launch_with_its_status(
    launch: Launch, arguments: list[str], variables: dict[str, str], expected: str
) -> None:
    told = ended(launch("composition:=isolated", *arguments, variables=variables), 2)
    (line,) = [line for line in told.splitlines() if "[measurement_node]" in line]
    assert expected in line


def test_ctrl_c_ends_everything(launch: Launch, write_study: Callable[..., Path]) -> None:
    study = write_study(**SMALL)
    bench = launch("composition:=isolated", f"study:={study}", f"machine:={MACHINE}")
    bench.wait_for_line("[measurement_node]: bring-up\n")
    os.killpg(bench.process.pid, signal.SIGINT)  # a terminal's Ctrl-C reaches all of the group
    ended(bench, 130)
    bench.assert_nothing_is_left()
    assert bench.records() == ()
