# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What arms need of an installation."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from ament_prefix import LAYER, Prefix
from arm_studies import (
    ISOLATED,
    MANUAL,
    MULTI_PROCESS,
    MULTI_THREADED,
    SINGLE_THREADED,
    arm_of,
    packaged,
)

from nav2_composition_bench.settling.parameters import ParameterFile, Value
from nav2_composition_bench.settling.requirements import lacks
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.factor import COMPOSITION, EXECUTOR
from nav2_composition_bench.study.known_cost import KnownCost
from nav2_composition_bench.study.placement import parse_placement
from nav2_composition_bench.study.study import Study

STUDY = packaged("nav2")
REFERENCE = packaged()
PAIR = parse_placement("pair=map_server|amcl")


@pytest.fixture
def prefix(tmp_path: Path) -> Prefix:
    return Prefix(tmp_path)


def needs(
    prefix: Prefix,
    arm: Arm,
    study: Study = STUDY,
    plugin: str = LAYER,
    **others: dict[str, Value],
) -> list[str]:
    layer: dict[str, Value] = {"plugins": ["layer"], "layer.plugin": plugin, "b.plugin": "None"}
    sections: dict[str, dict[str, Value]] = {
        "local_costmap/local_costmap": layer,
        "robot_2/local_costmap": {"plugin": "None"},
        "collision_monitor": {"observation_sources": ["scan"], "polygons": ["stop"]},
        "docking_server": {"dock_plugins": ["dock"]},
        **others,
    }
    nav2 = study.system == "nav2"
    settled = replace(study, distro=prefix.distro if nav2 else None)
    parameters = ParameterFile(Path("p.yaml"), sections)
    return list(lacks(settled, arm, settled.nodes, parameters, prefix.installation))


def with_executor(arm: Arm, executor: Executor) -> Arm:
    return replace(arm, name=f"{arm}+{executor}").having(EXECUTOR, executor)


EVENTS_CBG = [
    *(with_executor(arm, Executor.EVENTS_CBG) for arm in (MANUAL, ISOLATED, SINGLE_THREADED)),
    with_executor(SINGLE_THREADED, Executor.EVENTS_CBG_MULTI_THREADED),
]
EVENTS = [with_executor(arm, Executor.RCLCPP_EVENTS) for arm in (MANUAL, ISOLATED, SINGLE_THREADED)]


@pytest.mark.parametrize(
    "arm",
    [
        MULTI_PROCESS,
        MANUAL,
        ISOLATED,
        MULTI_THREADED,
        SINGLE_THREADED,
        arm_of(PAIR),
        *EVENTS,
        *EVENTS_CBG,
    ],
    ids=str,
)
def test_a_complete_installation_lacks_nothing(prefix: Prefix, arm: Arm) -> None:
    assert needs(prefix, arm) == []


def test_the_reference_stack_is_not_asked_for_where_the_package_comes_without_it(
    prefix: Prefix, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not any("reference stack" in each for each in needs(prefix, MANUAL, REFERENCE))
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    (clause,) = needs(prefix, MANUAL, REFERENCE)
    assert clause.startswith("the reference stack is not installed")
    assert needs(prefix, MANUAL) == []


def test_packages_are_named(prefix: Prefix) -> None:
    prefix.unregister("packages", "opennav_docking")
    prefix.unregister("packages", "nav2_amcl")
    (clause,) = needs(prefix, ISOLATED)
    assert clause == "of ROS distribution jazzy there is no nav2_amcl, opennav_docking"


def test_a_component_is_named_by_the_arms_that_load_it(prefix: Prefix) -> None:
    prefix.unregister("rclcpp_components", "nav2_amcl")
    (clause,) = needs(prefix, ISOLATED)
    assert "nav2_amcl has no component nav2_amcl::AmclNode" in clause
    assert needs(prefix, arm_of(PAIR)) == [clause]
    assert needs(prefix, MULTI_PROCESS) == needs(prefix, MANUAL) == []
    elsewhere = parse_placement("elsewhere=map_server|planner_server")
    assert needs(prefix, arm_of(elsewhere)) == []


@pytest.mark.parametrize(
    ("program", "lacking", "able"),
    [
        ("nav2_composition_bench/manual_composition", [MANUAL, EVENTS[0]], [ISOLATED]),
        ("nav2_composition_bench/rclcpp_events_container", EVENTS[1:], [ISOLATED, EVENTS[0]]),
        ("rclcpp_components/component_container_mt", [MULTI_THREADED], [ISOLATED]),
        ("rclcpp_components/component_container_isolated", [ISOLATED, arm_of(PAIR)], [MANUAL]),
        ("rclcpp_components/component_container", [SINGLE_THREADED], [ISOLATED, MANUAL]),
        ("nav2_route/route_server", [MULTI_PROCESS, arm_of(PAIR)], [ISOLATED, MANUAL]),
        ("nav2_amcl/amcl", [MULTI_PROCESS], [ISOLATED, arm_of(PAIR)]),
    ],
)
def test_a_program_is_named_by_the_arms_that_start_it(
    prefix: Prefix, program: str, lacking: list[Arm], able: list[Arm]
) -> None:
    os.remove(prefix.path / "lib" / program)
    package, _, name = program.partition("/")
    for arm in lacking:
        (clause,) = needs(prefix, arm)
        assert f"package {package}" in clause and f"no executable {name}" in clause
    assert all(needs(prefix, arm) == [] for arm in able)


def test_an_installation_without_the_node_of_known_cost_is_asked_for_it_where_it_is_wanted(
    prefix: Prefix,
) -> None:
    costly = replace(STUDY, known_cost=KnownCost(2.0, 20.0))
    (program,) = needs(prefix, MULTI_PROCESS, costly)
    assert "no executable known_cost" in program
    (component,) = needs(prefix, ISOLATED, costly)
    assert "no component nav2_composition_bench::KnownCostNode" in component
    prefix.program("nav2_composition_bench", "known_cost")
    assert needs(prefix, MULTI_PROCESS, costly) == needs(prefix, MANUAL, costly) == []


def test_a_plugin_of_the_parameters_is_named_with_its_place(prefix: Prefix) -> None:
    plugin = "spatio_temporal_voxel_layer/SpatioTemporalVoxelLayer"
    (clause,) = needs(prefix, ISOLATED, plugin=plugin)
    assert clause == (
        f"plugin {plugin} (layer.plugin of local_costmap/local_costmap in p.yaml) is not installed"
    )


def test_a_node_that_cannot_be_configured_without_a_parameter_is_named(prefix: Prefix) -> None:
    clauses = needs(prefix, ISOLATED, collision_monitor={"polygons": ["stop"]}, docking_server={})
    assert clauses == [
        f"{what} in p.yaml, without which it does not come up"
        for what in (
            "collision_monitor has no observation_sources",
            "docking_server has no dock_plugins",
        )
    ]


def test_a_library_of_a_behaviour_tree_is_looked_for_where_programs_load_it(
    prefix: Prefix, tmp_path: Path
) -> None:
    (prefix.path / "lib/libmine.so").touch()
    navigator: dict[str, Value] = {"plugin_lib_names": ["mine", "not_there"]}
    (clause,) = needs(prefix, ISOLATED, bt_navigator=navigator)
    assert clause == (
        "plugin not_there (plugin_lib_names of bt_navigator in p.yaml) is not installed"
    )


def test_a_plugin_that_no_list_of_its_node_names_is_not_asked_for(prefix: Prefix) -> None:
    """Robots' files keep layers and controllers that are switched off."""
    assert needs(prefix, ISOLATED) == []


def test_a_plugin_with_a_slash_where_pluginlib_knows_it_with_colons_is_told_the_right_name(
    prefix: Prefix,
) -> None:
    (clause,) = needs(prefix, ISOLATED, plugin=LAYER.replace("::", "/"))
    assert clause.endswith(f"is not installed; did you mean '{LAYER}'?")


def test_a_plugin_that_is_no_text_is_named_too(prefix: Prefix) -> None:
    (clause,) = needs(prefix, ISOLATED, plugin=["nav2_x::Y"])  # type: ignore[arg-type]
    assert clause.startswith("plugin ['nav2_x::Y'] (layer.plugin of")


@pytest.mark.parametrize("study", [STUDY, REFERENCE], ids=["nav2", "reference"])
def test_a_middleware_is_named_with_those_there_are(prefix: Prefix, study: Study) -> None:
    prefix.unregister("rmw_typesupport", "rmw_fastrtps_cpp")
    prefix.register("rmw_typesupport", "rmw_cyclonedds_cpp")
    (clause,) = needs(prefix, ISOLATED, study)
    assert clause == "middleware rmw_fastrtps_cpp is not installed; installed: rmw_cyclonedds_cpp"
    assert needs(prefix, arm_of(ISOLATED[COMPOSITION], rmw="rmw_cyclonedds_cpp"), study) == []


@pytest.mark.parametrize("arm", [MULTI_PROCESS, arm_of(PAIR)], ids=["multi_process", "a placement"])
def test_a_process_of_one_node_cannot_have_another_executor(prefix: Prefix, arm: Arm) -> None:
    (clause,) = needs(prefix, with_executor(arm, Executor.RCLCPP_EVENTS))
    assert "has a process of its own, whose program chooses its executor, so that" in clause
    assert f"{arm[COMPOSITION]} cannot have the executor rclcpp_events" in clause


@pytest.mark.parametrize(
    ("arm", "said"),
    [
        (SINGLE_THREADED, "no single_threaded executor for all nodes"),
        (EVENTS[0], "no rclcpp_events executor for each node"),
        (EVENTS[1], "no rclcpp_events executor for each node"),
        (EVENTS[2], "no rclcpp_events executor for all nodes"),
        (EVENTS_CBG[2], "no events_cbg executor for all nodes"),
        (arm_of(ISOLATED[COMPOSITION], intra_process=True), "is for system nav2; the reference"),
    ],
    ids=str,
)
def test_the_reference_stack_has_its_own_executors_only(
    prefix: Prefix, arm: Arm, said: str
) -> None:
    (clause,) = needs(prefix, arm, REFERENCE)
    assert said in clause


@pytest.mark.parametrize("arm", EVENTS_CBG, ids=str)
def test_a_release_of_rclcpp_that_lacks_the_executor_is_named(prefix: Prefix, arm: Arm) -> None:
    prefix.version("rclcpp", "28.1.19")
    os.remove(prefix.path / "lib/rclcpp_components/component_container_events_cbg")
    (clause,) = needs(prefix, arm)
    assert clause == (
        f"the executor {arm[EXECUTOR]}: rclcpp 28.1.19 has no EventsCBGExecutor; Jazzy has it from"
        " 28.1.20 on, Kilted from 29.5.9, Lyrical from 32.0.0"
    )
    assert needs(prefix, ISOLATED) == needs(prefix, EVENTS[1]) == []


@pytest.mark.parametrize("arm", [MULTI_PROCESS, MANUAL, ISOLATED, MULTI_THREADED, arm_of(PAIR)])
def test_the_reference_stack_needs_no_ros_2_but_the_middleware(tmp_path: Path, arm: Arm) -> None:
    assert needs(Prefix(tmp_path, distro=None), arm, REFERENCE) == []


@pytest.mark.parametrize(
    ("distro", "has_it"), [("humble", False), ("jazzy", True), ("lyrical", True)]
)
def test_intra_process_communication_is_there_from_jazzy_on(
    tmp_path: Path, distro: str, has_it: bool
) -> None:
    arm = arm_of(ISOLATED[COMPOSITION], intra_process=True)
    found = needs(Prefix(tmp_path, distro), arm)
    assert [clause for clause in found if "intra-process" in clause] == (
        []
        if has_it
        else ["intra-process communication: Nav2 can use it from jazzy on and this is humble"]
    )


def test_pointers_of_processes_of_one_node_are_refused_beside_the_arm_that_runs_the_same(
    prefix: Prefix,
) -> None:
    def lacking(study: Study) -> dict[str, list[str]]:
        found = {arm.name: needs(prefix, arm, study) for arm in study.arms}
        return {name: its for name, its in found.items() if its}

    crossed = packaged(
        "nav2", factors=["composition=multi_process,isolated", "intra_process=off,on"]
    )
    assert lacking(crossed) == {
        "multi_process+intra_process": [
            "intra-process communication: no two nodes of multi_process share a process, so that it"
            " runs what multi_process runs; leave one of the two out"
        ]
    }
    alike = packaged("nav2", factors=["composition=multi_process,isolated", "intra_process=on"])
    assert lacking(alike) == {}
