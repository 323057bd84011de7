# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The same assertions on the four compositions and a placement of the real reference stack."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from fake_robot import FakeRobot
from stack_contract import (
    Observation,
    alike,
    assert_remappings_are_applied,
    differences,
    once_unchanged,
)
from standing_stack import Start, client, start
from study_factory import settled_of

from nav2_composition_bench.reference_stack.runtime.managed_node import BUILT_IN_PARAMETERS
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.settling.commands import BringUpPlan
from nav2_composition_bench.settling.parameters import ParameterFile, Value, to_yaml
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.arm_design import ArmDesign
from nav2_composition_bench.study.node_entry import fully_qualified_names
from nav2_composition_bench.study.node_table import table_for
from nav2_composition_bench.study.placement import one_each
from nav2_composition_bench.study.study_file import default_study_file, load_study

__all__ = ["client", "start"]
TABLE = table_for("reference")
NAMES = fully_qualified_names(TABLE)
MANAGERS = tuple(f"/{entry.name}" for entry in TABLE if entry.lifecycle_manager is None)
MANAGED = tuple(name for name in NAMES if name not in MANAGERS)
SERVERS = ("controller_server", "planner_server", "lifecycle_manager_localization")
PLACEMENT = one_each("placed", [("map_server", "amcl"), SERVERS])
PROCESSES = {
    "manual": 1,
    "multi_process": len(TABLE),
    "isolated": 1,
    "multi_threaded": 1,
    PLACEMENT.name: len(TABLE) - 3,
}
"""Arm → its processes. One participant first: what it shows is complete sooner, and the others are
held against it."""


def study() -> SettledStudy:
    """The default study, with every arm above."""
    design = ArmDesign({"composition": tuple(PROCESSES)}, placements=(PLACEMENT,))
    return settled_of(replace(load_study(default_study_file()), design=design))


def planned(arm: str, directory: Path) -> BringUpPlan:
    settled_study = study()
    return settled_study.plan(settled_study.arms[arm].arm, directory)


def effective() -> ParameterFile:
    """The parameters that all arms have."""
    return study().arms["isolated"].parameters


@pytest.fixture(autouse=True)
def robot(client: RosClient) -> FakeRobot:
    """The robot, from the test's own node."""
    return FakeRobot(client.node)


@pytest.fixture(scope="module")
def seen() -> dict[str, Observation]:
    """What the arms looked like so far."""
    return {}


@pytest.mark.parametrize("arm", PROCESSES)
def test_every_composition_shows_the_same_graph(
    arm: str,
    start: Start,
    client: RosClient,
    seen: dict[str, Observation],
    tmp_path: Path,
    log_directory: Path,
) -> None:
    system = start(planned(arm, tmp_path))
    observation = (
        alike(client, NAMES, MANAGED, next(iter(seen.values())))
        if seen
        else once_unchanged(client, NAMES, MANAGED)
    )
    seen[arm] = observation

    assert observation.nodes == {(name,) for name in NAMES}
    assert observation.states == {(name, "active") for name in MANAGED}
    assert_parameters_are_those_of_the_file(observation, effective())
    assert_remappings_are_applied(observation, TABLE)
    for first in seen.values():
        assert differences(first, observation) == []

    report = system.shut_down()
    assert len(report.exit_statuses) == PROCESSES[arm]
    logs = "\n".join(file.read_text() for file in log_directory.iterdir())
    assert set(report.exit_statuses.values()) == {0}, logs
    assert (report.killed, report.runaways) == ((), ())


def assert_parameters_are_those_of_the_file(
    observation: Observation, parameters: ParameterFile
) -> None:
    """Each node has the file's values, and no parameter that the file does not name.

    Inside a family (``PolygonStop.``) the file names those that its kind of member uses.
    """
    told = {(node, name): value for node, name, value in observation.parameters}
    wanted = {
        (node, name): repr(value)
        for node in NAMES
        for name, value in parameters.of_node(node).items()
    }
    for key, value in wanted.items():
        assert told.get(key) == value, f"{key} is {told.get(key)}, the file says {value}"
    families = {(node, name.partition(".")[0]) for node, name in wanted if "." in name}
    unnamed = [key for key in told if key not in wanted and key[1] not in BUILT_IN_PARAMETERS]
    assert [
        (node, name) for node, name in unnamed if (node, name.partition(".")[0]) not in families
    ] == []


def test_a_container_with_another_parameter_file_than_its_components_is_caught(
    start: Start, client: RosClient, tmp_path: Path
) -> None:
    right = planned("isolated", tmp_path)
    other = dict(effective().sections) | {"global_costmap/global_costmap": other_costmap()}
    other_file = tmp_path / "other.yaml"
    other_file.write_text(to_yaml(ParameterFile(other_file, other)))
    process = right.processes[0]
    command = tuple(
        str(other_file) if word == str(right.params_file) else word for word in process.command
    )
    start(replace(right, processes=(replace(process, command=command),)))
    with pytest.raises(AssertionError, match="'update_frequency'.* is 2.5, the file says 1.0"):
        assert_parameters_are_those_of_the_file(once_unchanged(client, NAMES, MANAGED), effective())


def other_costmap() -> dict[str, Value]:
    """The global costmap's parameters with another rate."""
    return {**effective().of_node("/global_costmap/global_costmap"), "update_frequency": 2.5}
