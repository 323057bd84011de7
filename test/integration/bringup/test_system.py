# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import fake_ros_node
import pytest
from study_factory import MULTI_PROCESS, RMW
from waiting import own_shared_memory, wait_for_handlers, wait_until

from nav2_composition_bench.bringup.system import Surroundings, SystemHandle
from nav2_composition_bench.processes.outcomes import BringUpError
from nav2_composition_bench.processes.proc_table import read_entry
from nav2_composition_bench.processes.run_marker import new_run_id
from nav2_composition_bench.ros_domain.domain_id import domain_ports
from nav2_composition_bench.ros_domain.environment import process_environment
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.ros_domain.shared_memory import census
from nav2_composition_bench.settling.commands import (
    CONTAINER,
    BringUpPlan,
    ComponentPlan,
    ProcessPlan,
)
from nav2_composition_bench.settling.parameters import ParameterFile
from nav2_composition_bench.study.study import Limits

PATIENCE_S = 120.0
COMPONENTS = tuple(
    ComponentPlan(
        CONTAINER, "package", f"plugin.{name}", name, ("cmd_vel:=cmd_vel_nav",), (("gain", 1.5),)
    )
    for name in ("map_server", "amcl", "manager")
)

MakeSystem = Callable[..., SystemHandle]


@pytest.fixture
def make_system(domain_id: int, tmp_path: Path, log_directory: Path) -> Iterator[MakeSystem]:
    client = RosClient(domain_id)
    systems: list[SystemHandle] = []
    before = census()

    def make(
        behaviours: dict[str, str],
        components: tuple[ComponentPlan, ...] = (),
        bring_up_s: float = PATIENCE_S,
    ) -> SystemHandle:
        environment = process_environment(
            os.environ, run_id=new_run_id(), domain_id=domain_id, rmw=RMW
        )
        processes = tuple(
            ProcessPlan(name, (sys.executable, fake_ros_node.__file__, name, behaviour), (name,))
            for name, behaviour in behaviours.items()
        )
        nodes = tuple(name for name in behaviours if "manager" not in name)
        plan = BringUpPlan(
            MULTI_PROCESS,
            tmp_path / "parameters.yaml",
            ParameterFile(tmp_path / "parameters.yaml", {"amcl": {"gain": 1.5}}),
            processes,
            components,
            {name: nodes for name in behaviours if "manager" in name},
        )
        limits = Limits(bring_up_s=bring_up_s, shutdown_s=PATIENCE_S)
        surroundings = Surroundings(environment, client, before, domain_ports(domain_id), limits)
        system = SystemHandle(plan, "system-1", log_directory, surroundings)
        systems.append(system)
        return system

    yield make
    for system in systems:
        system.shut_down()
    client.close()


def log_of(log_directory: Path, label: str) -> str:
    return (log_directory / f"{label}.log").read_text()


def test_a_system_comes_up_and_goes_down_by_its_manager(
    make_system: MakeSystem, log_directory: Path
) -> None:
    system = make_system({"amcl": "active_node", "manager": "active_manager"})
    system.start()
    active_s = system.wait_until_active(PATIENCE_S)
    assert active_s > system.started_monotonic_s
    assert sorted(system.labels.values()) == ["amcl", "manager"]
    wait_for_handlers(system.labels)
    report = system.shut_down()
    assert report.exit_statuses == {"amcl": 0, "manager": 0}
    assert (report.killed, report.runaways) == ((), ())
    assert "manager got command 4" in log_of(log_directory, "manager")
    assert all(read_entry(pid) is None for pid in system.labels)
    assert system.shut_down() is report


def test_a_node_that_hangs_in_configure_is_named_with_its_state(make_system: MakeSystem) -> None:
    system = make_system(
        {"map_server": "inactive_node", "amcl": "stuck_node", "manager": "waiting_manager"}
    )
    system.start()
    with pytest.raises(BringUpError) as caught:
        system.wait_until_active(15.0)
    reason = str(caught.value)
    assert reason.startswith("not active after 15 s: ")
    # On a slow machine some node may be silent still.
    if "does not answer" not in reason:
        assert reason == "not active after 15 s: amcl is configuring, map_server is inactive"
    assert None not in system.shut_down().exit_statuses.values()


def test_a_manager_that_gives_up_ends_the_wait(make_system: MakeSystem) -> None:
    system = make_system({"amcl": "inactive_node", "manager": "quitting_manager"})
    system.start()
    # "does not answer": on a slow machine the node may be silent still
    said = "^manager gave up: amcl (is inactive|does not answer); .*Aborting bringup"
    with pytest.raises(BringUpError, match=said):
        system.wait_until_active(PATIENCE_S)


def test_an_answer_that_a_manager_will_never_get_ends_the_wait(make_system: MakeSystem) -> None:
    system = make_system({"amcl": "unheard_node", "manager": "waiting_manager"})
    system.start()
    with pytest.raises(BringUpError, match="^amcl made a transition, but the answer did not reach"):
        system.wait_until_active(PATIENCE_S)


def test_a_node_that_dies_during_bring_up_ends_the_wait(make_system: MakeSystem) -> None:
    system = make_system({"map_server": "dying_node", "manager": "waiting_manager"})
    system.start()
    with pytest.raises(BringUpError, match="map_server was killed by SIGABRT.*active map"):
        system.wait_until_active(PATIENCE_S)


def test_components_are_loaded_in_order_with_their_own_parameters(
    make_system: MakeSystem, log_directory: Path
) -> None:
    system = make_system({CONTAINER: "container"}, COMPONENTS)
    system.start()
    assert load_requests(log_directory) == [
        f"load {name} ['gain'] ['cmd_vel:=cmd_vel_nav']"
        for name in ("map_server", "amcl", "manager")
    ]


def load_requests(log_directory: Path) -> list[str]:
    """What the container was asked for, in order."""
    lines = log_of(log_directory, CONTAINER).splitlines()
    return [line for line in lines if line.startswith("load ")]


def test_a_lost_load_request_is_sent_again(make_system: MakeSystem, log_directory: Path) -> None:
    make_system({CONTAINER: "deaf_container"}, COMPONENTS).start()
    names = [line.split()[1] for line in load_requests(log_directory)]
    assert names == ["map_server", "map_server", "amcl", "manager"]


def test_a_node_whose_answer_was_lost_is_not_loaded_twice(
    make_system: MakeSystem, log_directory: Path
) -> None:
    make_system({CONTAINER: "unheard_container"}, COMPONENTS).start()
    names = [line.split()[1] for line in load_requests(log_directory)]
    assert names == ["map_server", "amcl", "manager"]


def test_a_container_that_dies_while_loading_is_reported_and_all_is_ended(
    make_system: MakeSystem,
) -> None:
    system = make_system({CONTAINER: "dying_container"}, COMPONENTS)
    with pytest.raises(BringUpError, match="nav2_container was killed by SIGKILL") as caught:
        system.start()
    assert caught.value.report is not None
    assert caught.value.report.exit_statuses == {CONTAINER: -signal.SIGKILL}
    assert all(read_entry(pid) is None for pid in system.labels)


def test_a_container_that_refuses_a_node_is_reported(make_system: MakeSystem) -> None:
    system = make_system({CONTAINER: "refusing_container"}, COMPONENTS)
    with pytest.raises(BringUpError, match="nav2_container refused map_server: class nowhere"):
        system.start()


def test_a_container_that_never_answers_runs_into_the_time_out(make_system: MakeSystem) -> None:
    # Long enough for it to start and to be discovered on a loaded machine.
    system = make_system({CONTAINER: "silent_container"}, COMPONENTS, bring_up_s=30.0)
    with pytest.raises(
        BringUpError, match="map_server within 30 s of its start: it does not answer"
    ):
        system.start()


def test_a_container_without_services_is_told_from_one_that_does_not_answer(
    make_system: MakeSystem,
) -> None:
    system = make_system({CONTAINER: "plain"}, COMPONENTS, bring_up_s=8.0)
    with pytest.raises(BringUpError, match="within 8 s of its start: it was not discovered"):
        system.start()


def shut_down_after_kill_of_amcl(system: SystemHandle) -> tuple[set[str], tuple[str, ...]]:
    """Return segments that amcl had when it was killed, and what the shutdown removed."""
    system.start()
    system.wait_until_active(PATIENCE_S)
    victim = next(pid for pid, label in system.labels.items() if label == "amcl")

    def own_segments() -> set[str]:
        return {name for name in own_shared_memory(victim) if "_port" not in name}

    wait_until(lambda: bool(own_segments()), "amcl, which its manager does not wait for, is there")
    segments = own_segments()
    assert segments
    os.kill(victim, signal.SIGKILL)
    wait_until(lambda: bool(system.deaths()), "the death is seen")
    assert system.deaths()[0].reason.startswith("amcl was killed by SIGKILL")
    report = system.shut_down()
    assert report.exit_statuses == {"amcl": -signal.SIGKILL, "manager": 0}
    return segments, report.leftovers_removed


def test_a_killed_node_leaves_no_shared_memory_after_shutdown(make_system: MakeSystem) -> None:
    # Fast DDS may be first: about a second after, a participant removes segments of its dead peers.
    system = make_system({"amcl": "active_node", "manager": "active_manager"})
    segments, _ = shut_down_after_kill_of_amcl(system)
    assert segments.isdisjoint(census())


def test_shared_memory_that_no_peer_of_a_killed_node_knows_is_removed_with_shutdown(
    make_system: MakeSystem,
) -> None:
    system = make_system({"amcl": "undiscovered", "manager": "active_manager"})
    segments, removed = shut_down_after_kill_of_amcl(system)
    assert segments <= set(removed)
    assert segments.isdisjoint(census())
