# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The executable that constructs Nav2 by itself: its threads, its end, its failures."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from event_executors import needs_rclcpp_events
from fake_robot import FakeRobot
from nav2_arms import settled_arms
from started_process import Process, thread_names_of
from waiting import wait_until

from nav2_composition_bench.files.package_files import PACKAGE
from nav2_composition_bench.installation.ament_index import executable
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.settling.commands import MANUAL_COMPOSITION
from nav2_composition_bench.settling.parameters import to_yaml
from nav2_composition_bench.study.node_entry import all_node_names, thread_names
from nav2_composition_bench.study.node_table import table_for

Start = Callable[..., Process]
EVENTS = ("--executor", "rclcpp_events")
MOMENTS = (
    "[amcl]: Creating",
    "[lifecycle_manager_navigation]: Creating",
    "Configuring controller_server",
    "Configuring bt_navigator",
    "Activating map_server",
    "Timed out waiting for transform",
)
"""Words in the log at several moments of a bring-up that nobody sends transforms for."""


@pytest.fixture
def parameters(tmp_path: Path) -> Path:
    path = tmp_path / "parameters.yaml"
    path.write_text(to_yaml(settled_arms().arms["manual"].parameters))
    return path


@pytest.fixture
def start(domain_id: int, parameters: Path, tmp_path: Path) -> Iterator[Start]:
    """Start the executable with options, on the test's domain; it is ended after the test."""
    started: list[Process] = []

    def run(*options: str) -> Process:
        program = executable(PACKAGE, MANUAL_COMPOSITION)
        command = [program, *options, "--ros-args", "--params-file", str(parameters)]
        started.append(Process(command, tmp_path / f"output_{len(started)}.txt"))
        return started[-1]

    yield run
    for process in started:
        process.kill()


@pytest.fixture
def robot(domain_id: int) -> Iterator[None]:
    """A robot that stands still."""
    client = RosClient(domain_id)
    FakeRobot(client.node)
    yield
    client.close()


def own_lines(process: Process) -> list[str]:
    return [line for line in process.lines if line.startswith("manual_composition: ")]


@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_ends_in_good_order_at_any_moment_of_a_bring_up(
    start: Start, moment: str, number: signal.Signals
) -> None:
    process = start()
    process.wait_for(moment)
    assert process.end(number) == 0, process.lines


@needs_rclcpp_events
@pytest.mark.parametrize("moment", MOMENTS)
def test_it_ends_so_with_an_events_executor_too(start: Start, moment: str) -> None:
    process = start(*EVENTS)
    process.wait_for(moment)
    assert process.end(signal.SIGINT) == 0, process.lines


@pytest.mark.usefixtures("robot")
@pytest.mark.parametrize("options", [(), pytest.param(EVENTS, marks=needs_rclcpp_events)])
def test_it_ends_in_good_order_when_all_is_active(start: Start, options: tuple[str, ...]) -> None:
    process = start(*options)
    process.wait_for("Managed nodes are active", times=2)
    assert process.end(signal.SIGINT) == 0, process.lines
    assert own_lines(process) == []
    # In reverse order: the first to be constructed is the last to go.
    assert (
        "[map_server]: Destroying" in [line for line in process.lines if "Destroying" in line][-1]
    )


@pytest.mark.parametrize("options", [(), pytest.param(EVENTS, marks=needs_rclcpp_events)])
def test_every_node_has_a_thread_of_its_name(start: Start, options: tuple[str, ...]) -> None:
    process = start(*options)
    table = table_for("nav2", os.environ["ROS_DISTRO"])
    shortened = thread_names(all_node_names(table))
    wanted = {shortened[entry.name] for entry in table}
    wait_until(lambda: wanted <= thread_names_of(process.pid), f"threads {sorted(wanted)}")


def test_an_unknown_executor_is_refused_in_one_line(start: Start) -> None:
    process = start("--executor", "timer_threads")
    assert process.wait() == 2
    (line,) = process.lines
    assert line.startswith("manual_composition: unknown executor timer_threads; known: single_")


def test_a_constructor_that_throws_is_named_in_one_line(start: Start, parameters: Path) -> None:
    parameters.write_text("/**: {ros__parameters: {use_sim_time: false}}\n")
    process = start()
    assert process.wait() == 1
    (line,) = own_lines(process)
    assert "cannot construct lifecycle_manager_localization: " in line
    assert "node_names" in line
