# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The same assertions on each arm of a real Nav2: compositions, and executors of rclcpp."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fake_robot import FakeRobot
from nav2_arms import ARMS, every_arm, settled_arms
from stack_contract import (
    Observation,
    alike,
    assert_remappings_are_applied,
    differences,
    once_unchanged,
)
from study_factory import RMW
from waiting import TIMEOUT_S

from nav2_composition_bench.bringup.session import BringUpSession
from nav2_composition_bench.settling.parameters import ParameterFile, Value, to_yaml
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.node_entry import NodeEntry, fully_qualified_names
from nav2_composition_bench.study.node_table import table_for
from nav2_composition_bench.study.study import Limits


@pytest.fixture(scope="module")
def table() -> tuple[NodeEntry, ...]:
    return table_for("nav2", os.environ["ROS_DISTRO"])


@pytest.fixture(scope="module")
def names(table: tuple[NodeEntry, ...]) -> tuple[str, ...]:
    return fully_qualified_names(table)


@pytest.fixture(scope="module")
def managed(table: tuple[NodeEntry, ...]) -> tuple[str, ...]:
    """Every node with a lifecycle: what a manager drives, and the costmaps their servers drive."""
    driven = {f"/{entry.name}" for entry in table if entry.lifecycle_manager is not None}
    costmaps = {name for entry in table for name in entry.hidden_nodes if "costmap" in name}
    return tuple(sorted(driven | costmaps))


@pytest.fixture(scope="module")
def mute(table: tuple[NodeEntry, ...]) -> tuple[str, ...]:
    """Client nodes inside others, which are spun only while they wait for an answer."""
    return tuple(name for entry in table for name in entry.client_nodes)


@pytest.fixture
def session(domain_id: int, log_directory: Path) -> Iterator[BringUpSession]:
    """Everything of a study but its host side, in whose place a robot stands still."""
    limits = Limits(bring_up_s=TIMEOUT_S, shutdown_s=TIMEOUT_S)
    study = settled_arms(limits)
    with BringUpSession(study, RMW, log_directory, domain_id=domain_id, host=()) as session:
        FakeRobot(session.client.node)
        yield session


@pytest.fixture(scope="module")
def arms() -> dict[str, Arm]:
    """The arms by name."""
    return {name: settled_arm.arm for name, settled_arm in settled_arms().arms.items()}


@pytest.fixture(scope="module")
def seen() -> dict[str, Observation]:
    """What the arms looked like so far."""
    return {}


@every_arm
def test_every_arm_of_nav2_shows_the_same_graph(
    arm: str,
    arms: dict[str, Arm],
    table: tuple[NodeEntry, ...],
    names: tuple[str, ...],
    managed: tuple[str, ...],
    mute: tuple[str, ...],
    session: BringUpSession,
    seen: dict[str, Observation],
    tmp_path: Path,
) -> None:
    system = session.start_system(arms[arm])
    system.wait_until_active(TIMEOUT_S)
    client, effective = session.client, session.plan(arms[arm], tmp_path).parameters
    observation = (
        alike(client, names, managed, next(iter(seen.values())), mute)
        if seen
        else once_unchanged(client, names, managed, mute)
    )
    seen[arm] = observation

    assert observation.nodes == {(name,) for name in names}
    assert observation.states == {(name, "active") for name in managed}
    assert_parameters_of_the_file_are_set(observation, effective, names)
    assert_remappings_are_applied(observation, table)
    for first in seen.values():
        assert differences(first, observation) == []

    report = system.shut_down()
    processes = len(table) if ARMS[arm]["composition"] == "multi_process" else 1
    assert len(report.exit_statuses) == processes
    assert set(report.exit_statuses.values()) == {0}, report.exit_statuses
    assert (report.killed, report.runaways) == ((), ())


def assert_parameters_of_the_file_are_set(
    observation: Observation, parameters: ParameterFile, names: tuple[str, ...]
) -> None:
    """Each node has the file's value of every parameter it declares, and declares those it uses.

    A node ignores what it does not declare; that all arms ignore the same is compared
    elsewhere.
    """
    told = {(node, name): value for node, name, value in observation.parameters}
    wrong = [
        f"{node} {name} is {told[node, name]}, the file says {value!r}"
        for node in names
        for name, value in parameters.of_node(node).items()
        if (node, name) in told and told[node, name] != repr(value)
    ]
    assert wrong == []


def test_costmap_parameters_that_miss_the_container_are_caught(
    names: tuple[str, ...],
    managed: tuple[str, ...],
    mute: tuple[str, ...],
    arms: dict[str, Arm],
    session: BringUpSession,
    tmp_path: Path,
) -> None:
    """The trap of loading components into a container that has no parameter file (navigation2
    issue 4011): the nodes have their parameters, the costmaps inside them the defaults."""
    right = session.plan(arms["isolated"], tmp_path)
    effective = right.parameters
    without = {
        section: values
        for section, values in effective.sections.items()
        if "costmap" not in section
    }
    needed: dict[str, dict[str, Value]] = {
        # Without these a costmap of defaults would never become active here.
        "global_costmap/global_costmap": {"robot_base_frame": "base_footprint"},
        "local_costmap/local_costmap": {
            "robot_base_frame": "base_footprint",
            "global_frame": "odom",
        },
    }
    other = tmp_path / "other.yaml"
    other.write_text(to_yaml(ParameterFile(other, {**without, **needed})))
    process = right.processes[0]
    command = tuple(
        str(other) if word == str(right.params_file) else word for word in process.command
    )
    wrong = replace(right, processes=(replace(process, command=command),))
    with session.start_plan(wrong, tmp_path / "logs") as system:
        system.wait_until_active(TIMEOUT_S)
        observation = once_unchanged(session.client, names, managed, mute)
    with pytest.raises(AssertionError, match="local_costmap .* is .*, the file says"):
        assert_parameters_of_the_file_are_set(observation, effective, names)
