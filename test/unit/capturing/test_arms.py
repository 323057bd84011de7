# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from captured_systems import System, robot

from nav2_composition_bench.capturing.arms import PredictionOptions, prediction_study, rmw_here
from nav2_composition_bench.capturing.layout import read_pairs
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.settling.settle import settle
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.factor import COMPOSITION, EXECUTOR, RMW
from nav2_composition_bench.study.placement import (
    ISOLATED,
    MULTI_PROCESS,
    MULTI_THREADED,
    SINGLE_THREADED,
    Placement,
    parse_placement,
)
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.topology.graph import Topology

FAST, CYCLONE = "rmw_fastrtps_cpp", "rmw_cyclonedds_cpp"


def study_of(topology: Topology, **changes: Any) -> Study:
    options: dict[str, Any] = {
        "name": "predict_robot", "trials": 3, "seed": 1, "window_s": 20.0, "distro": None,
        "middlewares": (FAST,), **changes,
    }  # fmt: skip
    return prediction_study(topology, PredictionOptions(**options))


def names(study: Study) -> list[str]:
    return [arm.name for arm in study.arms]


def composed() -> System:
    """Two nodes in a container, one alone."""
    system = System()
    system.node("/box", 1).has("servers", "/box/_container/load_node")
    system.node("/a", 1).pub("/x", 20.0)
    system.node("/b", 1).sub("/x")
    system.node("/c", 2).sub("/x")
    return system


def test_separate_processes_are_the_baseline_and_set_beside_all_else() -> None:
    study = study_of(robot().topology())
    assert study.baseline == "captured"
    assert study.arms[0][COMPOSITION] == MULTI_PROCESS
    assert names(study) == [
        "captured", "two_by_traffic", "isolated", "multi_threaded", "single_threaded",
        "isolated+events", "single_threaded+events", "isolated+ring_buffer",
        "single_threaded+ring_buffer", "isolated+intra_process",
    ]  # fmt: skip


def test_a_recorded_container_is_a_placement_and_separate_processes_another_arm() -> None:
    study = study_of(composed().topology())
    first, *_ = study.arms
    assert first[COMPOSITION] == parse_placement("captured=a|b")
    assert first[COMPOSITION] in study.design.placements
    (separate,) = (arm for arm in study.arms if arm.name == "separate")
    assert separate[COMPOSITION] == MULTI_PROCESS


def in_one_container(program: str) -> Topology:
    """Three nodes, all in a container."""
    system = System()
    system.node("/box", 1).has("servers", "/box/_container/load_node")
    system.node("/a", 1).pub("/x", 20.0)
    system.node("/b", 1).sub("/x").pub("/y", 10.0)
    system.node("/c", 1).sub("/y")
    command = f"/opt/ros/jazzy/lib/rclcpp_components/{program} --ros-args -r __node:=box"
    system.processes[1] = replace(system.processes[1], command=command)
    return system.topology()


@pytest.mark.parametrize(
    "program, composition, executor",
    [
        ("component_container_isolated", ISOLATED, Executor.STOCK),
        ("component_container", SINGLE_THREADED, Executor.STOCK),
        ("component_container_mt", MULTI_THREADED, Executor.STOCK),
        ("event_container --isolated", ISOLATED, Executor.EVENTS),
        ("a_container_of_the_users", ISOLATED, Executor.STOCK),
    ],
)
def test_what_was_recorded_in_one_container_is_replayed_with_the_executors_that_it_had(
    program: str, composition: Placement, executor: Executor
) -> None:
    study = study_of(in_one_container(program))
    captured, *others = study.arms
    assert (captured[COMPOSITION], captured[EXECUTOR]) == (composition, executor)
    plain = {ISOLATED, MULTI_THREADED, SINGLE_THREADED}
    if executor is Executor.STOCK:
        assert {each.name for each in plain - {composition}} <= {arm.name for arm in others}
        assert composition.name not in names(study)
    assert set(settle(study, Installation({})).arms) == set(names(study))


def test_an_arm_that_runs_what_was_captured_cannot_be_chosen_by_its_other_name() -> None:
    topology = in_one_container("component_container_isolated")
    with pytest.raises(UserError, match="--arm 'isolated' runs what 'captured' does here"):
        study_of(topology, chosen=("isolated",))
    assert names(study_of(topology, chosen=("captured", "separate"))) == ["captured", "separate"]


def test_with_rclcpp_its_own_events_executor_is_an_arm() -> None:
    found = names(study_of(robot().topology(), distro="jazzy"))
    assert "isolated+rclcpp_events" in found and "isolated+ring_buffer" not in found


def test_another_middleware_that_is_installed_is_two_arms() -> None:
    study = study_of(robot().topology(), middlewares=(FAST, CYCLONE))
    of_cyclone = {arm.name for arm in study.arms if arm[RMW] == CYCLONE}
    assert of_cyclone == {f"captured+{CYCLONE}", f"isolated+{CYCLONE}"}


def test_a_captured_middleware_that_is_not_here_is_replaced() -> None:
    topology = robot().topology()
    captured = topology.captured
    assert captured is not None
    topology = replace(topology, captured=replace(captured, rmw=CYCLONE))
    assert rmw_here(topology, (FAST,)) == FAST
    assert rmw_here(topology, (FAST, CYCLONE)) == CYCLONE


def test_a_topology_that_nobody_captured_has_the_default_middleware() -> None:
    topology = replace(robot().topology(), captured=None)
    assert rmw_here(topology, (CYCLONE, FAST)) == FAST


def test_arms_that_keep_a_pair_apart_are_added() -> None:
    topology = robot().topology()
    study = study_of(topology, apart=read_pairs(["camera,controller"], topology))
    (kept,) = (arm for arm in study.arms if arm.name == "kept_apart")
    assert str(kept[COMPOSITION]) == "kept_apart"


def test_the_users_placements_are_arms_by_their_names_with_the_executor_that_is_asked_for() -> None:
    wanted = [
        parse_placement(text) for text in ("mine=camera|controller", "yours=camera,detector|*")
    ]
    study = study_of(robot().topology(), placements=wanted, executor=Executor.EVENTS)
    arms = {arm.name: arm for arm in study.arms}
    for placement in wanted:
        arm = arms[placement.name]
        assert (arm[COMPOSITION], arm[EXECUTOR]) == (placement, Executor.EVENTS)
    assert set(settle(study, Installation({})).arms) == set(arms)


@pytest.mark.parametrize("name", ["captured", "kept_apart"])
def test_a_users_placement_cannot_be_called_as_other_arms_are(name: str) -> None:
    with pytest.raises(UserError, match=f"an arm is called '{name}' here already; name yours"):
        study_of(robot().topology(), placements=[parse_placement(f"{name}=camera|controller")])


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["mine=camera"], "--placement: 'mine' runs what 'captured' does here; leave it out"),
        (
            ["mine=camera|controller", "yours=controller|camera"],
            "--placement: 'yours' runs what 'mine' does here; leave it out",
        ),
    ],
)
def test_a_users_placement_that_runs_what_another_arm_does_is_refused(
    texts: list[str], said: str
) -> None:
    with pytest.raises(UserError, match=said):
        study_of(robot().topology(), placements=list(map(parse_placement, texts)))


def test_arms_can_be_chosen_and_the_captured_one_stays() -> None:
    assert names(study_of(robot().topology(), chosen=("isolated",))) == ["captured", "isolated"]
    with pytest.raises(UserError, match="did you mean 'isolated'"):
        _ = study_of(robot().topology(), chosen=("isolatd",)).arms


@pytest.mark.parametrize("system", [robot(), composed()], ids=["separate", "composed"])
def test_the_study_settles_as_any(system: System) -> None:
    settled = settle(study_of(system.topology()), Installation({}))
    assert set(settled.arms) == set(names(study_of(system.topology())))


def test_what_is_outside_has_a_process_of_its_own_in_every_arm() -> None:
    system = robot()
    system.node("/sim", 50).pub("/clock", 100.0)
    system.node("/listener", 60).sub("/clock")
    topology = system.topology(outside=["/sim"])
    study = study_of(topology)
    assert "manual" not in names(study)
    (entry,) = (node for node in study.nodes if node.name == "sim")
    assert entry.apart
    assert not any("sim" in each.text for each in study.design.placements)
