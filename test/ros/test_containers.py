# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""This package's containers, in both forms, with the nodes of a real Nav2."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from event_executors import CONTAINERS, needs_executor
from fake_robot import FakeRobot
from nav2_container import Nav2Container, nav2_plan
from waiting import wait_until

from nav2_composition_bench.files.package_files import PACKAGE
from nav2_composition_bench.installation.ament_index import executable
from nav2_composition_bench.installation.rclcpp_release import installed_rclcpp
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.settling.commands import CONTAINER as NODE
from nav2_composition_bench.settling.commands import BringUpPlan
from nav2_composition_bench.study.factor import BASE
from nav2_composition_bench.study.node_entry import all_node_names, thread_names
from nav2_composition_bench.study.node_table import table_for

Start = Callable[[], Nav2Container]
FORMS = {"shared": (), "isolated": ("--isolated",)}
ALWAYS = (("rclcpp_events", "shared"), ("rclcpp_events", "isolated"), ("events", "shared"))
"""Containers and forms that continuous integration tests too; the three share their code."""
TOO_SLOW_FOR_BONDS = ((CONTAINERS["static_single_threaded"], "shared"),)
"""rclcpp 28's StaticSingleThreadedExecutor waits once a callback: with all of Nav2 in its wait set
one thread gets through 3,000 to 5,000 a second, and all bonds together make 5,760 deliveries."""

every_container = pytest.mark.parametrize(
    "program", [pytest.param(CONTAINERS[name], marks=needs_executor(name)) for name in CONTAINERS]
)

either_signal = pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])


@pytest.fixture
def client(domain_id: int) -> Iterator[RosClient]:
    client = RosClient(domain_id)
    yield client
    client.close()


def _variants() -> Iterator[Any]:
    for executor in CONTAINERS:
        for form in FORMS:
            marks = [needs_executor(executor)]
            if (executor, form) not in ALWAYS:
                marks.append(pytest.mark.further_arm)
            yield pytest.param((CONTAINERS[executor], form), marks=marks, id=f"{executor}-{form}")


@pytest.fixture(params=list(_variants()))
def variant(request: pytest.FixtureRequest) -> tuple[str, str]:
    """A container, and one executor for all its components or one each."""
    program, form = request.param
    return str(program), str(form)


@pytest.fixture
def nav2(request: pytest.FixtureRequest, tmp_path: Path) -> BringUpPlan:
    """With bonds, but where a variant that the test takes cannot keep up with them."""
    variant = request.getfixturevalue("variant") if "variant" in request.fixturenames else None
    return nav2_plan(tmp_path, "without_bonds" if variant in TOO_SLOW_FOR_BONDS else BASE)


@pytest.fixture
def container(
    variant: tuple[str, str], nav2: BringUpPlan, client: RosClient, tmp_path: Path
) -> Iterator[Nav2Container]:
    program, form = variant
    container = Nav2Container(program, FORMS[form], nav2, client, tmp_path / "output.txt")
    yield container
    container.process.kill()


def load_all(container: Nav2Container, nav2: BringUpPlan) -> None:
    for component in nav2.components:
        answer = container.load(component)
        assert answer.success, f"{component.name}: {answer.error_message}"


def test_it_loads_and_lists_every_node(
    container: Nav2Container, nav2: BringUpPlan, client: RosClient
) -> None:
    # Without its transforms a costmap would wait in the thread that has to answer.
    FakeRobot(client.node)
    load_all(container, nav2)
    listed = container.list()
    assert list(listed.values()) == [f"/{component.name}" for component in nav2.components]
    assert list(listed) == list(range(1, len(nav2.components) + 1))


@either_signal
def test_it_ends_in_good_order_when_all_is_active(
    container: Nav2Container, nav2: BringUpPlan, client: RosClient, number: signal.Signals
) -> None:
    FakeRobot(client.node)
    load_all(container, nav2)
    container.process.wait_for("Managed nodes are active", times=2)
    assert container.process.end(number) == 0, container.process.lines
    assert container.own_lines == []
    destroyed = [line for line in container.process.lines if "Destroying" in line]
    # In reverse order: the first to be loaded is the last to go.
    assert f"[{nav2.components[0].name}]: Destroying" in destroyed[-1]


@either_signal
def test_it_ends_when_nothing_is_loaded(container: Nav2Container, number: signal.Signals) -> None:
    assert container.list() == {}
    assert container.process.end(number) == 0, container.process.lines
    assert container.own_lines == []


@either_signal
@pytest.mark.parametrize("moment", ["[amcl]: Creating", "[planner_server]: Creating"])
def test_it_ends_in_the_middle_of_loading(
    container: Nav2Container, nav2: BringUpPlan, moment: str, number: signal.Signals
) -> None:
    container.start_loading(nav2.components)
    container.process.wait_for(moment)
    assert container.process.end(number) == 0, container.process.lines
    assert container.own_lines == []


@either_signal
def test_it_ends_in_the_middle_of_a_transition(
    container: Nav2Container, nav2: BringUpPlan, number: signal.Signals
) -> None:
    """Nobody sends transforms, so that a costmap waits for them and its manager for it."""
    container.start_loading(nav2.components)
    container.process.wait_for("Timed out waiting for transform")
    assert container.process.end(number) == 0, container.process.lines
    (line,) = container.own_lines
    assert "ended without clean-up, in a transition by /lifecycle_manager_navigation" in line


def test_a_node_is_unloaded_and_loaded_again(
    container: Nav2Container, nav2: BringUpPlan, client: RosClient
) -> None:
    first, second = nav2.components[:2]
    assert [container.load(component).unique_id for component in (first, second)] == [1, 2]
    assert container.unload(1).success
    assert container.list() == {2: f"/{second.name}"}
    names = client.node.get_node_names
    wait_until(lambda: first.name not in names(), f"{first.name} leaves the graph")
    refusal = container.unload(1)
    assert (refusal.success, refusal.error_message) == (False, "No node found with unique_id: 1")
    assert container.load(first).unique_id == 3
    assert container.process.end(signal.SIGINT) == 0, container.process.lines


def test_threads_carry_the_names_of_the_nodes(
    container: Nav2Container, nav2: BringUpPlan, variant: tuple[str, str]
) -> None:
    load_all(container, nav2)
    table = table_for("nav2", os.environ["ROS_DISTRO"])
    shortened = thread_names(all_node_names(table))
    wanted = (
        {NODE} if variant[1] == "shared" else {NODE, *(shortened[entry.name] for entry in table)}
    )
    wait_until(lambda: wanted <= container.threads, f"threads {sorted(wanted)}")


@needs_executor("events")
def test_every_thread_has_the_timer_slack_that_is_asked_for(
    nav2: BringUpPlan, client: RosClient, tmp_path: Path
) -> None:
    program, output = CONTAINERS["events"], tmp_path / "output.txt"
    container = Nav2Container(program, ("--timer-slack-us", "1000"), nav2, client, output)
    try:
        assert container.load(nav2.components[0]).success
        # Libraries that trace start threads of the program's name before it begins.
        slacks = {
            name: Path(f"/proc/{task.name}/timerslack_ns").read_text()
            for task in Path(f"/proc/{container.process.pid}/task").iterdir()
            if (name := (task / "comm").read_text().strip()) != program
        }
        assert NODE in slacks and len(slacks) > 3
        assert set(slacks.values()) == {"1000000\n"}
        assert container.process.end(signal.SIGINT) == 0, container.process.lines
    finally:
        container.process.kill()


@every_container
def test_a_latched_topic_that_rclcpp_keeps_itself_is_answered_with_a_line(
    program: str, nav2: BringUpPlan, client: RosClient, tmp_path: Path
) -> None:
    release = installed_rclcpp()
    assert release is not None
    latched = ("--latched", "/map=nav_msgs/msg/OccupancyGrid")
    container = Nav2Container(program, (*latched, *latched), nav2, client, tmp_path / "output.txt")
    try:
        assert container.list() == {}
        assert container.process.end(signal.SIGINT) == 0, container.process.lines
        superfluous = [line for line in container.own_lines if "--latched" in line]
        assert len(superfluous) == release.keeps_latched
        assert all(str(release) in line for line in superfluous)
    finally:
        container.process.kill()


@every_container
@pytest.mark.parametrize(
    "argument",
    [
        "--executor-type",
        "isolated",
        "--ros-args --isolated",
        "--latched /map",
        "--timer-slack-us 0",
        "--use_multi_threaded_executor",
    ],
)
def test_an_argument_that_cannot_be_right_is_refused_in_one_line(
    program: str, argument: str
) -> None:
    command = [executable(PACKAGE, program), *argument.split()]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{program}: ") and argument.split()[-1] in line
