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
from event_executors import needs_executor, needs_rclcpp_events
from fake_robot import FakeRobot
from nav2_study import SMALL
from waiting import TIMEOUT_S, wait_until

from nav2_composition_bench.measurement_node.parameters import PARAMETERS
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.trial.record import TrialRecord

Launch = Callable[..., Bench]

SENSORS = "map_server | amcl"
"""The processes of the placement of that name."""
MANAGER = "lifecycle_manager_navigation"


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


def test_a_number_that_is_none_is_refused_by_its_name(launch: Launch) -> None:
    told = ended(launch("composition:=isolated", "trials:=abc"), 2)
    assert "trials" in told and "abc" in told and "Traceback" not in told


def test_an_unknown_executor_is_refused_with_the_known_ones(launch: Launch) -> None:
    told = ended(launch("composition:=isolated", "executor:=event"), 2)
    assert "parameter executor is 'event', which is unknown" in told
    assert "known: stock, single_threaded, static_single_threaded, multi_threaded" in told


def test_a_middleware_that_is_not_installed_is_refused(launch: Launch) -> None:
    told = ended(launch("composition:=isolated", "rmw:=rmw_foo_cpp"), 2)
    assert "error: rmw:=rmw_foo_cpp is not installed; installed: rmw_" in told


@pytest.mark.parametrize(
    ("arguments", "variables", "expected"),
    [
        (["composition:=manul"], {}, "parameter composition is 'manul', which is unknown; did you"),
        (
            ["composition:=isolated", "overlay:=with_bond"],
            {},
            "parameter overlay is 'with_bond', which is unknown; did you mean 'with_bonds'?",
        ),
        (["study:=nav2_executors", "arm:=evnts"], {}, "parameter arm is 'evnts', which is unknown"),
        (
            ["composition:=isolated", "simulator:=gazbo"],
            {},
            "parameter simulator is 'gazbo', which is unknown; did you mean 'gazebo'?",
        ),
        (
            ["study:=nav2_executors", "arm:=isolated+without_bonds", "composition:=isolated"],
            {},
            "parameters arm and composition contradict each other",
        ),
        (
            ["composition:=isolated", "map:=nowhere.yaml"],
            {},
            "nowhere.yaml, which is no file",
        ),
        (
            ["composition:=isolated", "goals:=[]"],
            {},
            "parameter goals:1: goals is [], number of entries must be",
        ),
        (["composition:=isolated"], {"ROS_DISTRO": "foxy"}, "foxy"),
    ],
)
def test_what_the_node_refuses_ends_the_launch_with_its_status(
    launch: Launch, arguments: list[str], variables: dict[str, str], expected: str
) -> None:
    told = ended(launch(*arguments, variables=variables), 2)
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


@pytest.fixture
def robot(domain_id: int) -> Iterator[None]:
    """A robot that stands still, so that Nav2 becomes active; it is a companion of the bench."""
    client = RosClient(domain_id)
    FakeRobot(client.node)
    yield
    client.close()


def measured_without_goals(bench: Bench, study: str) -> TrialRecord:
    """The first record of a bench to which nobody sends goals; the bench is ended."""

    def is_complete() -> bool:
        """A record tells how the processes ended once they have."""
        records = bench.records(study)
        return bool(records) and bool(records[0].exit_statuses)

    wait_until(is_complete, "a trial is recorded to its end", 3 * TIMEOUT_S)
    if bench.process.poll() is None:
        os.killpg(bench.process.pid, signal.SIGINT)
    bench.wait()
    wait_until(lambda: not bench.pids(), "no process is left")
    assert "Traceback" not in bench.output
    record = bench.records(study)[0]
    assert record.active_monotonic_s is not None, record.invalid_reason
    assert record.invalid_reason is not None and "goal A was not accepted" in record.invalid_reason
    return record


@pytest.fixture
def impatient_study(write_study: Callable[..., Path]) -> Path:
    """A study that waits for its first goal for a moment only, with a placement."""
    limits = {**SMALL["limits"], "first_goal_s": 3}
    return write_study(**SMALL | {"limits": limits}, placements={"sensors": SENSORS})


@pytest.mark.parametrize(
    ("arguments", "arm", "process"),
    [
        pytest.param(
            ["composition:=isolated", "executor:=rclcpp_events"],
            "isolated+rclcpp_events",
            "nav2_container",
            marks=needs_rclcpp_events,
        ),
        pytest.param(
            ["composition:=manual", "executor:=rclcpp_events"],
            "manual+rclcpp_events",
            "manual_composition",
            marks=needs_rclcpp_events,
        ),
        (["composition:=single_threaded"], "single_threaded", "nav2_container"),
        (
            ["composition:=isolated", "overlay:=without_bonds"],
            "isolated+without_bonds",
            "nav2_container",
        ),
        (["composition:=sensors"], "sensors", "nav2_container"),
    ],
)
def test_an_arm_is_measured_that_the_arguments_make(
    launch: Launch,
    robot: None,
    impatient_study: Path,
    arguments: list[str],
    arm: str,
    process: str,
) -> None:
    bench = launch(
        f"study:={impatient_study}", f"machine:={MACHINE}", "companions:=/nav2_bench_*", *arguments
    )
    record = measured_without_goals(bench, "small")
    assert record.arm == arm
    said = dict(argument.split(":=") for argument in arguments)
    assert record.levels["composition"] == said["composition"]
    assert record.levels["executor"] == said.get("executor", "stock")
    assert record.levels["params"] == said.get("overlay", "base")
    assert process in record.exit_statuses
    bonds_s = 0.0 if said.get("overlay") == "without_bonds" else 4.0
    assert bench.parameters_of(record, MANAGER)["bond_timeout"] == bonds_s


@needs_executor("events")
def test_an_arm_of_a_study_of_the_package_is_measured_by_its_name(
    launch: Launch, robot: None
) -> None:
    bench = launch(
        "study:=nav2_executors",
        "arm:=events+without_bonds",
        f"machine:={MACHINE}",
        "companions:=/nav2_bench_*",
    )
    record = measured_without_goals(bench, "nav2_executors")
    assert record.arm == "events+without_bonds"
    assert record.levels["composition"] == "single_threaded"
    assert record.levels["executor"] == "events"
    assert record.levels["params"] == "without_bonds"
    assert bench.parameters_of(record, MANAGER)["bond_timeout"] == 0.0
