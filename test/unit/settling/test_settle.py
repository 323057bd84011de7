# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From a study and an installation to everything that a run needs."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from ament_prefix import Prefix
from arm_studies import names, packaged, write_study_file

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.settling.commands import plan
from nav2_composition_bench.settling.settle import refuse_lacking, settle
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.settling.system_commands import commands_of
from nav2_composition_bench.study.factor import COMPOSITION
from nav2_composition_bench.study.known_cost import KnownCost
from nav2_composition_bench.study.node_table import table_for
from nav2_composition_bench.study.placement import parse_placement
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import load_study
from nav2_composition_bench.study.study_options import StudyOptions, override


@pytest.fixture
def wheels(tmp_path: Path) -> Installation:
    """An installation with a middleware and no Nav2."""
    return Prefix(tmp_path / "wheels", distro=None).installation


@pytest.fixture
def jazzy(tmp_path: Path) -> Prefix:
    prefix = Prefix(tmp_path / "jazzy")
    prefix.declare_plugins_of(packaged("nav2"))
    return prefix


def placed(directory: Path, placements: Mapping[str, str]) -> Study:
    return load_study(write_study_file(directory, placements=placements))


def sourced(distro: str | None) -> Installation:
    return Installation({} if distro is None else {"ROS_DISTRO": distro})


def fault(study: Study, installation: Installation) -> str:
    with pytest.raises(UserError) as caught:
        settle(study, installation)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_a_settled_study_holds_every_arm_with_its_parameters_and_rates(
    wheels: Installation,
) -> None:
    settled = settle(packaged(), wheels)
    assert list(settled.arms) == names(settled.study.arms)
    assert settled.nodes == table_for("reference")
    assert settled.middlewares == ("rmw_fastrtps_cpp",)
    assert not settled.commands_are_stamped
    for one in settled.arms.values():
        assert one.lacks == () and one.control_hz == 20.0
        assert one.parameters.of_node("amcl")["set_initial_pose"] is True


def test_what_an_arm_starts_is_planned_with_its_own_parameters(
    wheels: Installation, tmp_path: Path
) -> None:
    settled = settle(packaged(factors=["composition=isolated"]), wheels)
    plan = settled.plan(settled.study.arms[0], tmp_path)
    assert plan.params_file == tmp_path / "parameters.yaml"
    assert plan.parameters == settled.arms["isolated"].parameters
    assert [process.label for process in plan.processes] == ["nav2_container"]


def test_of_a_study_some_arms_can_be_settled_alone(wheels: Installation) -> None:
    settled = settle(packaged(), wheels, only=("manual",))
    assert list(settled.arms) == ["manual"]
    assert len(settled.study.arms) == 4


def test_the_sourced_distribution_is_the_studys_unless_it_names_one() -> None:
    study = packaged("nav2")
    named = replace(study, distro="lyrical")
    assert settle(study, sourced("jazzy")).study.distro == "jazzy"
    assert settle(named, sourced("rolling")).study.distro == "lyrical"
    assert settle(named, sourced(None)).study.distro == "lyrical"
    assert settle(named, sourced(None)).commands_are_stamped


def with_commands(directory: Path, **stamped: bool) -> Study:
    """A study of Nav2 with an overlay for each word, in which commands are or are not stamped."""
    overlays = []
    for name, value in stamped.items():
        file = directory / f"{name}.yaml"
        own = f"{{enable_stamped_cmd_vel: {str(value).lower()}}}"
        file.write_text(f"collision_monitor: {{ros__parameters: {own}}}\n")
        overlays.append(f"{name}={file}")
    factors = [f"params={','.join(stamped)}", "composition=isolated"]
    return override(packaged("nav2"), StudyOptions(overlays=overlays, factors=factors))


@pytest.mark.parametrize(
    ("distro", "said", "stamped"), [("jazzy", True, True), ("kilted", False, False)]
)
def test_the_parameters_say_whether_velocity_commands_are_stamped(
    tmp_path: Path, distro: str, said: bool, stamped: bool
) -> None:
    study = with_commands(tmp_path, own=said)
    assert settle(study, sourced(distro)).commands_are_stamped is stamped


def test_arms_whose_velocity_commands_differ_are_refused(tmp_path: Path) -> None:
    study = with_commands(tmp_path, plain=False, stamped=True)
    said = fault(study, sourced("jazzy"))
    assert said.startswith("collision_monitor has enable_stamped_cmd_vel: true in isolated+stamped")
    assert "false in isolated+plain" in said


def test_the_reference_stack_is_of_no_distribution() -> None:
    assert settle(packaged(), sourced("jazzy")).study.distro is None


@pytest.mark.parametrize(
    ("distro", "installed", "message"),
    [
        (None, None, "ROS_DISTRO is not set"),
        (None, "foxy", "no Nav2 node table for ROS distribution 'foxy'"),
        (None, "rolling", "say distro: lyrical"),
        ("jazy", None, "did you mean 'jazzy'"),
        ("humble", "jazzy", "for ROS distribution humble and jazzy is sourced"),
    ],
)
def test_a_distribution_that_does_not_fit_is_refused_in_one_line(
    distro: str | None, installed: str | None, message: str
) -> None:
    assert message in fault(replace(packaged("nav2"), distro=distro), sourced(installed))


@pytest.mark.parametrize("distro", ["humble", "jazzy", "kilted", "lyrical"])
def test_the_packages_parameters_fit_every_distribution(distro: str) -> None:
    settled = settle(packaged("nav2"), sourced(distro))
    effective = settled.arms["isolated"].parameters
    own = {node.name for node in table_for("nav2", distro)}
    assert own <= {section.rpartition("/")[2] for section in effective.sections}
    assert Path(str(effective.of_node("bt_navigator")["default_nav_to_pose_bt_xml"])).is_file()


def test_a_known_cost_is_for_the_reference_stack_and_for_nav2(wheels: Installation) -> None:
    cost = KnownCost(5.0, 20.0)
    reference = settle(packaged(known_cost=cost), wheels)
    nav2 = settle(packaged("nav2", known_cost=cost), sourced("jazzy"))
    for settled in (reference, nav2):
        assert settled.arms["isolated"].parameters.of_node("known_cost")["cpu_percent"] == 5.0
        assert settled.nodes[-1].name == "known_cost"


def test_placements_of_file_and_command_line_are_arms(tmp_path: Path, wheels: Installation) -> None:
    settled = settle(placed(tmp_path, {"pair": "amcl | map_server"}), wheels)
    assert settled.arms["pair"].arm[COMPOSITION] == parse_placement("pair=amcl|map_server")
    text = "mine=amcl|map_server"
    settled = settle(packaged(placements=[text]), wheels)
    assert settled.arms["mine"].arm[COMPOSITION] == parse_placement(text)


@pytest.mark.parametrize(
    ("placements", "said"),
    [
        ({"a": "amcl|map_servr"}, "placement 'a': there is no node 'map_servr'; did you"),
        ({"a": "amcl|local_costmap"}, "placement 'a': local_costmap is made by controller_server"),
        (
            {"b": "map_server|amcl", "pair": "amcl|map_server planner_server"},
            "arms 'b' and 'pair' are the same; leave one out",
        ),
        ({"a": "amcl"}, "arms 'multi_process' and 'a' are the same; leave one out"),
    ],
)
def test_a_placement_that_cannot_be_is_one_line(
    tmp_path: Path, wheels: Installation, placements: Mapping[str, str], said: str
) -> None:
    assert said in fault(placed(tmp_path, placements), wheels)


def test_a_settled_study_stays_as_it_is(wheels: Installation) -> None:
    assert settle(packaged(), wheels).study == packaged()


@pytest.mark.parametrize("name", ["placements", "default"])
def test_the_packages_studies_of_the_reference_stack_can_be_run_on_the_wheels(
    wheels: Installation, name: str
) -> None:
    refuse_lacking(settle(packaged(name), wheels))


@pytest.mark.parametrize(
    "name", ["nav2", "nav2_placements", "nav2_event_loops", "nav2_executors", "nav2_predicted"]
)
def test_the_packages_studies_of_nav2_can_be_run_where_nav2_is(jazzy: Prefix, name: str) -> None:
    refuse_lacking(settle(packaged(name), jazzy.installation))


def find(package: str, name: str) -> str:
    return f"/ros/{package}/{name}"


@pytest.mark.parametrize(("release", "kept"), [("28.1.6", 3), ("28.1.7", 0)])
def test_a_container_is_asked_to_keep_latched_topics_only_where_rclcpp_does_not(
    jazzy: Prefix, tmp_path: Path, release: str, kept: int
) -> None:
    jazzy.version("rclcpp", release)
    arms = ["composition=isolated", "executor=stock,events", "intra_process=on"]
    settled = settle(packaged("nav2", factors=arms), jazzy.installation)
    plans = {
        name: plan(
            one.arm,
            one.nodes,
            one.parameters,
            tmp_path,
            commands_of(one.study, one.arm, find, "python3"),
        )
        for name, one in settled.arms.items()
    }
    stock, own = plans.values()
    assert own.processes[0].command.count("--latched") == kept
    assert all(component.extra_arguments for component in own.components)
    without = [component for component in stock.components if not component.extra_arguments]
    assert len(without) == kept


def lacking(settled: SettledStudy) -> str:
    with pytest.raises(UserError) as caught:
        refuse_lacking(settled)
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_an_arm_that_cannot_be_run_is_named_and_the_others_are_offered(
    wheels: Installation,
) -> None:
    factors = ["composition=isolated,multi_process", "executor=stock,rclcpp_events"]
    assert lacking(settle(packaged(factors=factors), wheels)) == (
        "isolated+rclcpp_events cannot be run here: the reference stack has no rclcpp_events"
        " executor for each node (1 more: nav2-bench doctor);"
        " these can: --arm isolated --arm multi_process"
    )


def test_what_is_offered_can_be_chosen(wheels: Installation) -> None:
    study = packaged(factors=["composition=isolated,single_threaded"])
    assert "--arm isolated" in lacking(settle(study, wheels))
    refuse_lacking(settle(override(study, StudyOptions(arms=["isolated"])), wheels))


def test_where_no_arm_can_be_run_none_is_offered(tmp_path: Path) -> None:
    prefix = Prefix(tmp_path / "none", distro=None)
    study = packaged(rmw="rmw_cyclonedds_cpp")
    assert lacking(settle(study, prefix.installation)) == (
        "multi_process cannot be run here: middleware rmw_cyclonedds_cpp is not installed;"
        " installed: rmw_fastrtps_cpp"
    )


def test_only_the_arms_of_a_middleware_that_is_missing_lack_it(jazzy: Prefix) -> None:
    settled = settle(packaged("nav2_middleware"), jazzy.installation)
    assert {name for name, one in settled.arms.items() if one.lacks} == {
        f"{name}+rmw_cyclonedds_cpp" for name in ("multi_process", "isolated", "events")
    }
    assert settled.middlewares == ("rmw_fastrtps_cpp", "rmw_cyclonedds_cpp")
    assert "these can: --arm multi_process+rmw_fastrtps_cpp" in lacking(settled)


def test_a_placement_that_cannot_be_run_is_found(jazzy: Prefix) -> None:
    os.remove(jazzy.path / "lib/rclcpp_components/component_container_isolated")
    settled = settle(packaged("nav2_placements"), jazzy.installation)
    lack = {name for name, one in settled.arms.items() if one.lacks}
    assert lack == {"localization_navigation", "sensors"}


def test_a_map_without_its_image_is_refused_for_nav2(tmp_path: Path) -> None:
    map_file = tmp_path / "map.yaml"
    map_file.write_text("resolution: 0.05")
    study = packaged("nav2").with_navigation(map_file=map_file)
    assert "lacks image" in fault(study, sourced("jazzy"))
