# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from ament_prefix import Prefix
from arm_studies import MANUAL, PAPERS_ARMS, names, packaged, write_study_file
from no_permission import without_permission

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.measurement_node.parameters import PARAMETERS, Measured, measured
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.factor import COMPOSITION, EXECUTOR
from nav2_composition_bench.study.placement import parse_placement
from nav2_composition_bench.study.study_file import default_study_file

GOALS = "[{name: P, x_m: 1, y_m: 0, yaw_rad: 0}, {name: Q, x_m: 0.0, y_m: 0.0, yaw_rad: 0.0}]"
RMW = "rmw_fastrtps_cpp"


Asked = Callable[..., Measured]


@pytest.fixture
def asked(tmp_path: Path) -> Asked:
    """Ask for a measurement, with defaults for what is not given."""
    wheels = Prefix(tmp_path / "wheels", distro=None)
    wheels.register("rmw_typesupport", "rmw_cyclonedds_cpp")

    def ask(
        use_sim_time: bool = False,
        runs_with: str = RMW,
        installation: Installation = wheels.installation,
        **values: Any,
    ) -> Measured:
        defaults = {parameter.name: parameter.default for parameter in PARAMETERS}
        given = {**defaults, "system": "reference", "machine": "m", **values}
        if not values.keys() & {"arm", "composition"}:
            given["composition"] = "manual"
        assert given.keys() == defaults.keys()
        return measured(given, use_sim_time=use_sim_time, rmw=runs_with, installation=installation)

    return ask


@pytest.fixture
def jazzy(tmp_path: Path) -> Installation:
    prefix = Prefix(tmp_path / "jazzy")
    prefix.declare_plugins_of(packaged("nav2"))
    return prefix.installation


def test_what_is_not_given_is_the_packages_study(asked: Asked) -> None:
    one = asked()
    assert one.arm == MANUAL
    assert one.settled.study.name == "default"
    assert one.settled.study.arms == PAPERS_ARMS
    assert one.settled.middlewares == (RMW,)
    assert one.directory == Path("results/m/default")


def test_parameters_change_the_study(asked: Asked, tmp_path: Path) -> None:
    (tmp_path / "map.yaml").touch()
    shutil.copy(data_file("params/reference_stack.yaml"), tmp_path / "params.yaml")
    one = asked(
        use_sim_time=True,
        study_name="mine",
        map=str(tmp_path / "map.yaml"),
        params_file=str(tmp_path / "params.yaml"),
        goals=GOALS,
        results_dir="elsewhere",
        simulator="gazebo",
        companions="/rviz2 /foxglove_*",
    )
    study = one.settled.study
    assert (study.navigation.map_file, study.navigation.params_files) == (
        tmp_path / "map.yaml",
        (tmp_path / "params.yaml",),
    )
    assert [goal.name for goal in study.navigation.goals] == ["P", "Q"]
    assert study.navigation.use_sim_time and study.navigation.simulator == "gazebo"
    assert one.directory == Path("elsewhere/m/mine")
    assert one.companions == ("/rviz2", "/foxglove_*")


def test_goals_may_come_from_a_study_file(asked: Asked) -> None:
    study = asked(goals=str(default_study_file())).settled.study
    assert [goal.name for goal in study.navigation.goals] == ["A", "B"]


def test_the_arms_have_the_middleware_of_this_node(asked: Asked) -> None:
    one = asked(runs_with="rmw_cyclonedds_cpp", rmw="rmw_cyclonedds_cpp")
    assert (one.arm.name, one.arm.levels["rmw"]) == ("manual", "rmw_cyclonedds_cpp")
    assert one.settled.middlewares == ("rmw_cyclonedds_cpp",)


def test_an_overlay_is_run_by_its_name(asked: Asked) -> None:
    one = asked(composition="manual", overlay="without_bonds")
    assert one.arm.name == "manual+without_bonds"
    assert names(one.settled.study.arms) == [*names(PAPERS_ARMS), "manual+without_bonds"]
    parameters = one.settled.arms[one.arm.name].parameters
    assert parameters.of_node("lifecycle_manager_navigation")["bond_timeout"] == 0.0


def test_an_executor_is_run_by_its_name(asked: Asked, jazzy: Installation) -> None:
    one = asked(system="nav2", installation=jazzy, composition="isolated", executor="rclcpp_events")
    assert one.arm.name == "isolated+rclcpp_events"
    assert names(one.settled.study.arms) == [*names(PAPERS_ARMS), "isolated+rclcpp_events"]


def test_a_placement_is_run_as_it_is_given(asked: Asked, jazzy: Installation) -> None:
    text = "two=amcl,map_server@0|*"
    one = asked(system="nav2", installation=jazzy, composition=text, executor="ring_buffer")
    assert one.arm.name == "two+ring_buffer"
    assert one.arm[COMPOSITION] == parse_placement(text)


def test_several_parameter_files_stand_between_colons(asked: Asked, tmp_path: Path) -> None:
    own = tmp_path / "own.yaml"
    own.write_text("amcl: {ros__parameters: {max_particles: 501}}")
    whole = data_file("params/reference_stack.yaml")
    one = asked(params_file=f"{whole}:{own}").settled
    assert one.study.navigation.params_files == (whole, own)
    (arm,) = one.arms.values()
    assert arm.parameters.of_node("amcl")["max_particles"] == 501


def test_a_level_of_the_study_is_run_by_its_name(asked: Asked, tmp_path: Path) -> None:
    file = write_study_file(tmp_path, placements={"pair": "amcl|map_server"})
    one = asked(study=str(file), composition="pair")
    assert one.arm[COMPOSITION] == parse_placement("pair=amcl|map_server")
    assert names(one.settled.study.arms) == [*names(PAPERS_ARMS), "pair"]


def test_a_placement_of_the_study_is_run_by_its_name(
    asked: Asked, jazzy: Installation, tmp_path: Path
) -> None:
    file = write_study_file(
        tmp_path,
        system="nav2",
        params_file=str(data_file("params/nav2.yaml")),
        compositions=None,
        arms=[{"composition": "isolated"}],
        placements={"two": "amcl,map_server | *"},
    )
    one = asked(
        system="nav2", installation=jazzy, study=str(file), composition="two", executor="events"
    )
    assert one.arm.name == "two+events"


def test_an_arm_of_the_study_is_run_by_its_name(asked: Asked, jazzy: Installation) -> None:
    name = "rclcpp_events+with_bonds"
    one = asked(system="nav2", installation=jazzy, study="nav2_event_loops", arm=name)
    assert (one.arm.name, one.arm[EXECUTOR]) == (name, Executor.RCLCPP_EVENTS)
    assert one.settled.study.arms == packaged("nav2_event_loops").arms
    assert one.settled.study.baseline == "isolated+with_bonds"


def test_an_arm_of_the_study_is_found_by_its_levels(asked: Asked, jazzy: Installation) -> None:
    one = asked(
        system="nav2",
        installation=jazzy,
        study="nav2_event_loops",
        composition="isolated",
        executor="events_cbg",
        overlay="with_bonds",
    )
    assert one.arm.name == "isolated_events_cbg+with_bonds"
    assert len(one.settled.study.arms) == 10
    assert list(one.settled.arms) == [one.arm.name]


def test_an_arm_of_another_middleware_wants_another_node(asked: Asked, jazzy: Installation) -> None:
    with pytest.raises(
        UserError,
        match=r"arm isolated.rmw_fastrtps_cpp is of rmw_fastrtps_cpp and this node runs with"
        " rmw_cyclonedds_cpp; start it with RMW_IMPLEMENTATION=rmw_fastrtps_cpp",
    ):
        asked(
            runs_with="rmw_cyclonedds_cpp",
            system="nav2",
            installation=jazzy,
            study="nav2_middleware",
            arm="isolated+rmw_fastrtps_cpp",
        )


def test_other_arms_that_cannot_be_run_here_do_not_matter(asked: Asked, tmp_path: Path) -> None:
    arms = [{"composition": "single_threaded"}, {"composition": "manual"}]
    file = write_study_file(tmp_path, compositions=None, arms=arms)
    assert asked(study=str(file), arm="manual").arm.name == "manual"
    with pytest.raises(UserError, match="single_threaded cannot be run here: the reference stack"):
        asked(study=str(file), arm="single_threaded")


def test_a_placement_of_nodes_that_are_not_there_is_refused(asked: Asked, tmp_path: Path) -> None:
    file = write_study_file(tmp_path, placements={"pair": "amcl|map_sever"})
    with pytest.raises(UserError, match="no node 'map_sever'; did you mean 'map_server'"):
        asked(study=str(file), composition="pair")


def test_a_companion_that_no_node_can_be_is_refused(asked: Asked) -> None:
    with pytest.raises(UserError, match="^parameter companions 'rviz2' is no full name of a node"):
        asked(companions="/foxglove_* rviz2")


def test_a_distribution_without_nav2_is_refused(asked: Asked) -> None:
    with pytest.raises(UserError, match="no Nav2 node table for ROS distribution 'foxy'"):
        asked(system="nav2", installation=Installation({"ROS_DISTRO": "foxy"}))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"composition": "manul"}, "parameter composition is 'manul', .* did you mean 'manual'"),
        ({"composition": ""}, "parameter composition is not set; known: multi_process, manual"),
        ({"system": "moveit"}, "parameter system is 'moveit', which is unknown"),
        ({"map": "none.yaml"}, "parameter map names .*none.yaml, which is no file"),
        ({"params_file": "none.yaml"}, "parameter params_file names .*none.yaml"),
        ({"params_file": f"{__file__}:none.yaml"}, "parameter params_file names .*none.yaml"),
        ({"study": "none.yaml"}, "cannot read none.yaml"),
        ({"study": "defalt"}, "parameter study 'defalt' is no study of the package; did you mean"),
        ({"study_name": "a/b"}, "parameter study_name is 'a/b', must be usable as a directory"),
        ({"goals": "[]"}, "parameter goals:1: goals is .*, number of entries must be at least 2"),
        ({"goals": "none.yaml"}, "cannot read none.yaml"),
        ({"map": "~nosuchuser/m.yaml"}, "parameter map is '~nosuchuser/m.yaml', whose home"),
        ({"rmw": "rmw_zenoh_cpp"}, "this node runs with rmw_fastrtps_cpp; start it with"),
        ({"trials": 0}, "parameter trials is 0, must be at least 1"),
        ({"machine": "a b"}, "machine is 'a b', must be usable as a directory name"),
        ({"use_intra_process_comms": True}, "intra-process communication is for system nav2"),
        ({"executor": "event"}, "parameter executor is 'event', .* did you mean 'events'"),
        ({"executor": "rclcpp_events"}, "manual.rclcpp_events cannot be run here: the reference"),
        ({"composition": "two"}, "parameter composition is 'two', which is unknown; known: multi"),
        ({"composition": "two="}, "parameter composition: placement 'two' names no node; write"),
        ({"composition": "two=a,b|c"}, "several nodes in one of several executors"),
        ({"composition": "single_threaded"}, "single_threaded cannot be run here: the reference"),
        (
            {"overlay": "with_bond"},
            "parameter overlay is 'with_bond', .* did you mean 'with_bonds'",
        ),
        ({"arm": "manul"}, "parameter arm is 'manul', which is unknown; did you mean 'manual'"),
        (
            {"arm": "manual", "composition": "manual"},
            "parameters arm and composition contradict each other; leave one of them out",
        ),
        ({"arm": "manual", "executor": "stock"}, "parameters arm and executor contradict each"),
        ({"arm": "manual", "overlay": "with_bonds"}, "parameters arm and overlay contradict each"),
        (
            {"arm": "manual", "use_intra_process_comms": True},
            "parameters arm and use_intra_process_comms contradict each other",
        ),
    ],
)
def test_what_does_not_fit_is_one_line(asked: Asked, values: dict[str, Any], message: str) -> None:
    with pytest.raises(UserError, match=message) as caught:
        asked(**values)
    assert "\n" not in str(caught.value)


def test_every_parameter_is_described() -> None:
    for parameter in PARAMETERS:
        assert parameter.description and not parameter.description.endswith(".")


def test_a_file_in_a_directory_without_permission_is_one_line(asked: Asked, tmp_path: Path) -> None:
    locked = tmp_path / "locked"
    locked.mkdir()
    with pytest.raises(UserError, match="^parameter map: cannot read .*: Permission denied$"):
        with without_permission(locked):
            asked(map=str(locked / "map.yaml"))
