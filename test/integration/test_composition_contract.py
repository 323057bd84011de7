# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The same assertions on the four compositions and a grouping of the real reference stack."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from fake_robot import FakeRobot
from stack_contract import (
    Observation,
    alike,
    assert_remappings_are_applied,
    differences,
    settled,
)
from waiting import TIMEOUT_S

from nav2_composition_bench.bringup.commands import BringUpPlan, plan
from nav2_composition_bench.bringup.environment import (
    domain_ports,
    new_run_id,
    process_environment,
)
from nav2_composition_bench.bringup.parameters import (
    ParameterFile,
    Value,
    effective_parameters,
    load_parameters,
    to_yaml,
)
from nav2_composition_bench.bringup.reference_commands import ReferenceCommands
from nav2_composition_bench.bringup.ros_client import RosClient
from nav2_composition_bench.bringup.shared_memory import census
from nav2_composition_bench.bringup.system import Surroundings, SystemHandle
from nav2_composition_bench.reference_stack.runtime.managed_node import BUILT_IN_PARAMETERS
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.grouping import AnyComposition, Grouping
from nav2_composition_bench.study.node_table import fully_qualified_names, table_for
from nav2_composition_bench.study.study import Limits
from nav2_composition_bench.study.study_file import default_study_file, load_study

TABLE = table_for("reference")
NAMES = fully_qualified_names(TABLE)
MANAGERS = tuple(f"/{entry.name}" for entry in TABLE if entry.lifecycle_manager is None)
MANAGED = tuple(name for name in NAMES if name not in MANAGERS)
SERVERS = ("controller_server", "planner_server", "lifecycle_manager_localization")
GROUPING = Grouping("groups", (("map_server", "amcl"), SERVERS))
PROCESSES = {
    Composition.MULTI_PROCESS: len(TABLE),
    Composition.MANUAL: 1,
    Composition.ISOLATED: 1,
    Composition.MULTI_THREADED: 1,
    GROUPING: len(TABLE) - 3,
}
"""Processes per composition."""

ORDER = (
    Composition.MANUAL,
    Composition.MULTI_PROCESS,
    Composition.ISOLATED,
    Composition.MULTI_THREADED,
    GROUPING,
)
"""One participant first: what it shows is complete sooner, and the others are held against it."""

Start = Callable[[BringUpPlan], SystemHandle]


def effective() -> ParameterFile:
    study = load_study(default_study_file())
    return effective_parameters(load_parameters(study.params_file), study, TABLE)


def planned(composition: AnyComposition, parameters: ParameterFile, directory: Path) -> BringUpPlan:
    params_file = directory / "parameters.yaml"
    return plan(composition, TABLE, parameters, params_file, ReferenceCommands())


@pytest.fixture
def client(domain_id: int) -> Iterator[RosClient]:
    client = RosClient(domain_id)
    yield client
    client.close()


@pytest.fixture
def start(domain_id: int, client: RosClient, log_directory: Path) -> Iterator[Start]:
    """Bring a stack up beside a robot that stands still, until every node is active."""
    FakeRobot(client.node)
    limits = Limits(bring_up_s=TIMEOUT_S, shutdown_s=TIMEOUT_S)
    environment = process_environment(
        os.environ, run_id=new_run_id(), domain_id=domain_id, rmw="rmw_fastrtps_cpp"
    )
    log_directory.mkdir(exist_ok=True)
    systems: list[SystemHandle] = []

    def start(plan_: BringUpPlan) -> SystemHandle:
        surroundings = Surroundings(environment, client, census(), domain_ports(domain_id), limits)
        system = SystemHandle(plan_, "system-1", log_directory, surroundings)
        systems.append(system)
        system.start()
        system.wait_until_active(TIMEOUT_S)
        return system

    yield start
    for system in systems:
        system.shut_down()


@pytest.fixture(scope="module")
def seen() -> dict[AnyComposition, Observation]:
    """What the compositions looked like so far."""
    return {}


@pytest.mark.parametrize("composition", ORDER, ids=str)
def test_every_composition_shows_the_same_graph(
    composition: AnyComposition,
    start: Start,
    client: RosClient,
    seen: dict[AnyComposition, Observation],
    tmp_path: Path,
) -> None:
    parameters = effective()
    system = start(planned(composition, parameters, tmp_path))
    observation = (
        alike(client, NAMES, MANAGED, next(iter(seen.values())))
        if seen
        else settled(client, NAMES, MANAGED)
    )
    seen[composition] = observation

    assert observation.nodes == {(name,) for name in NAMES}
    assert observation.states == {(name, "active") for name in MANAGED}
    assert_parameters_are_those_of_the_file(observation, parameters)
    assert_remappings_are_applied(observation, TABLE)
    for first in seen.values():
        assert differences(first, observation) == []

    report = system.shut_down()
    assert len(report.exit_statuses) == PROCESSES[composition]
    assert set(report.exit_statuses.values()) == {0}
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
    right = planned(Composition.ISOLATED, effective(), tmp_path)
    other = dict(effective().sections) | {"global_costmap/global_costmap": other_costmap()}
    other_file = tmp_path / "other.yaml"
    other_file.write_text(to_yaml(ParameterFile(other_file, other)))
    process = right.processes[0]
    command = tuple(
        str(other_file) if word == str(right.params_file) else word for word in process.command
    )
    start(replace(right, processes=(replace(process, command=command),)))
    with pytest.raises(AssertionError, match="'update_frequency'.* is 2.5, the file says 1.0"):
        assert_parameters_are_those_of_the_file(settled(client, NAMES, MANAGED), effective())


def other_costmap() -> dict[str, Value]:
    """The global costmap's parameters with another rate."""
    return {**effective().of_node("/global_costmap/global_costmap"), "update_frequency": 2.5}
