# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from arm_studies import names, packaged, write_study_file
from no_permission import without_permission

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.factor import EXECUTOR, RMW
from nav2_composition_bench.study.placement import PAPERS
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import load_study, study_file
from nav2_composition_bench.study.study_options import StudyOptions, override

FOUR = [composition.name for composition in PAPERS]
FILE_OF = {"pair": "amcl|map_server"}
TEXT = "placed=amcl|map_server"
RMWS = ["rmw_fastrtps_cpp", "rmw_cyclonedds_cpp"]
ARMS = [
    {"composition": "multi_process"},
    {"composition": "isolated"},
    {"name": "events", "composition": "single_threaded", "executor": "rclcpp_events"},
]


def changed(study: Study, **options: Any) -> list[str]:
    """Return the names of the arms that the options leave."""
    return names(override(study, StudyOptions(**options)).arms)


def fault(study: Study, **options: Any) -> str:
    with pytest.raises(UserError) as caught:
        override(study, StudyOptions(**options))
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.fixture
def placed(tmp_path: Path) -> Study:
    return load_study(write_study_file(tmp_path, placements=FILE_OF))


@pytest.fixture
def of_arms(tmp_path: Path) -> Study:
    """A study of listed arms with either middleware, and a baseline."""
    file = write_study_file(
        tmp_path,
        compositions=None,
        arms=ARMS,
        factors={"rmw": RMWS},
        baseline="isolated+rmw_fastrtps_cpp",
    )
    return load_study(file)


def test_the_command_line_overrides_the_file() -> None:
    options = {"trials": 10, "seed": 4, "name": "x", "rmw": "rmw_cyclonedds_cpp"}
    study = packaged(compositions=["manual"], **options)
    assert names(study.arms) == ["manual"]
    assert (study.trials, study.seed, study.name) == (10, 4, "x")
    assert study.arms[0][RMW] == "rmw_cyclonedds_cpp"


def test_the_robot_drives_to_all_goals_in_each_lap() -> None:
    once, thrice = (override(packaged(), StudyOptions(laps=laps)) for laps in (1, 3))
    assert once.workload.legs == ("A", "B")
    assert thrice.workload.legs == ("A", "B", "A-2", "B-2", "A-3", "B-3")
    places = [(goal.x_m, goal.y_m, goal.yaw_rad) for goal in thrice.navigation.goals]
    assert places == places[:2] * 3
    assert once.workload.lap == thrice.workload.lap == 2
    odd = replace(thrice.navigation, goals=thrice.navigation.goals[:5])
    assert odd.lap == 5


def test_laps_of_a_study_that_lists_laps_are_counted_as_one() -> None:
    listed = override(packaged(), StudyOptions(laps=2))
    assert override(listed, StudyOptions(laps=3)).workload.legs == (
        *("A", "B", "A-2", "B-2"),
        *("A-3", "B-3"),
    )
    assert override(listed, StudyOptions(laps=1)).workload.legs == ("A", "B")


def test_a_host_side_of_others_goes_with_other_changes_of_what_is_driven() -> None:
    study = override(packaged(), StudyOptions(laps=3, external_host=True))
    assert study.navigation.external_host and len(study.workload.legs) == 6
    assert not override(packaged(), StudyOptions(laps=3)).navigation.external_host


def test_a_host_side_of_others_is_refused_where_no_robot_drives() -> None:
    said = fault(packaged("consumer_robot"), external_host=True, window_s=30.0)
    assert said.startswith("--external-host: no robot drives in study consumer_robot, so nobody")


def test_laps_are_of_studies_in_which_a_robot_drives() -> None:
    executors = load_study(study_file("executors", None))
    assert "--laps does not fit study executors, in which no robot" in fault(executors, laps=2)


def test_messages_of_a_topology_are_counted_for_so_long() -> None:
    executors = load_study(study_file("executors", None))
    assert override(executors, StudyOptions(window_s=60.0)).exchange.window_s == 60.0
    assert "--window is 9, must be at least 10" in fault(executors, window_s=9.0)
    assert "--window is nan" in fault(executors, window_s=math.nan)
    fleet = load_study(study_file("discovery", None))
    assert override(fleet, StudyOptions(window_s=3.0)).exchange.window_s == 3.0
    assert "--window is 2.5, must be at least 3" in fault(fleet, window_s=2.5)


def test_a_window_holds_a_reading_of_memory() -> None:
    study = load_study(study_file("executors", None))
    seldom = replace(study, sampling=replace(study.sampling, memory_interval_s=19.0))
    assert override(seldom, StudyOptions(window_s=20.0)).exchange.window_s == 20.0
    assert (
        "--window is 19, must be above the memory_interval_s of study executors, 19: memory"
        in fault(seldom, window_s=19.0)
    )


def test_a_window_is_of_studies_of_topologies() -> None:
    assert "--window does not fit study default, in which a robot" in fault(
        packaged(), window_s=20.0
    )


def test_nothing_said_changes_nothing() -> None:
    assert override(packaged(), StudyOptions()) == packaged()


def test_all_compositions_may_be_asked_for(tmp_path: Path) -> None:
    study = load_study(write_study_file(tmp_path, compositions=["manual"]))
    assert changed(study, compositions=["all"]) == FOUR


def test_levels_of_factors_are_crossed_in_the_order_they_are_given() -> None:
    arms = packaged(factors=["composition=isolated, multi_threaded", "params=with_bonds,base"]).arms
    assert names(arms) == [
        "isolated+with_bonds",
        "isolated",
        "multi_threaded+with_bonds",
        "multi_threaded",
    ]


def test_a_factor_of_the_command_line_replaces_that_of_the_file(of_arms: Study) -> None:
    assert changed(of_arms, factors=["rmw=rmw_fastrtps_cpp"]) == [
        "multi_process",
        "isolated",
        "events",
    ]


@pytest.mark.parametrize(
    ("options", "expected", "baseline"),
    [
        ({"compositions": ["isolated"]}, ["isolated+{0}", "isolated+{1}"], "isolated+{0}"),
        ({"compositions": ["all"], "rmw": RMWS[1]}, ["multi_process", "isolated", "events"], None),
        ({"rmw": RMWS[0], "compositions": ["single_threaded"]}, ["events"], None),
        ({"factors": ["executor=rclcpp_events"]}, ["events+{0}", "events+{1}"], None),
        (
            {"rmw": RMWS[0], "placements": [TEXT]},
            ["multi_process", "isolated", "events", "placed"],
            None,
        ),
        (
            {"placements": [TEXT], "compositions": ["isolated"]},
            ["isolated+{0}", "isolated+{1}", "placed+{0}", "placed+{1}"],
            "isolated+{0}",
        ),
        ({"arms": ["events+rmw_fastrtps_cpp"]}, ["events+{0}"], None),
    ],
)
def test_listed_arms_are_chosen_by_every_option(
    of_arms: Study, options: Mapping[str, Any], expected: Sequence[str], baseline: str | None
) -> None:
    study = override(of_arms, StudyOptions(**options))
    assert names(study.arms) == [name.format(*RMWS) for name in expected]
    assert study.baseline == (baseline or expected[0]).format(*RMWS)


def test_a_placement_of_the_command_line_is_a_further_composition() -> None:
    assert changed(packaged(), placements=[TEXT]) == [*FOUR, "placed"]
    factors = ["composition=manual"]
    assert changed(packaged(), factors=factors, placements=[TEXT]) == ["manual", "placed"]


def test_a_placement_of_the_command_line_is_run_whatever_else_is_chosen() -> None:
    placements = ["pair=amcl|map_server", "two=bt_navigator|planner_server a,b"]
    assert changed(packaged(), compositions=["multi_process"], placements=placements) == [
        "multi_process", "pair", "two"
    ]  # fmt: skip


def test_a_placement_can_be_chosen_like_a_composition(tmp_path: Path) -> None:
    placements = {**FILE_OF, "two": "bt_navigator|planner_server"}
    study = load_study(write_study_file(tmp_path, placements=placements))
    assert changed(study, compositions=["pair", "manual"]) == ["manual", "pair"]
    assert changed(study, compositions=["two"]) == ["two"]
    assert changed(study, compositions=["all"]) == names(study.arms)


def test_a_composition_that_nobody_knows_is_told_with_the_placements(placed: Study) -> None:
    message = fault(placed, compositions=["pear"])
    assert "'pear' is unknown; did you mean 'pair'? known: multi_" in message


def test_a_name_that_the_study_has_already_is_refused(placed: Study) -> None:
    said = fault(placed, placements=["pair=amcl|bt_navigator"])
    assert "has a placement 'pair' already; name yours otherwise" in said
    assert "--placement placed is given twice" in fault(placed, placements=[TEXT, TEXT])


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"compositions": ["manul"]}, "--composition 'manul' is unknown; did you mean 'manual'?"),
        ({"compositions": ["manual", "manual"]}, "--composition manual is given twice"),
        ({"compositions": ["all", "manual"]}, "--composition all stands alone"),
        ({"system": "ros"}, "--system 'ros' is unknown; known: reference, nav2"),
        ({"rmw": "cyclone"}, "--rmw is 'cyclone', must be a middleware's name like rmw_"),
        ({"trials": 0}, "--trials is 0, must be at least 1"),
        ({"seed": -1}, "--seed is -1, must be at least 0"),
        ({"laps": 0}, "--laps is 0, must be at least 1"),
        ({"name": "a/b"}, "--name is 'a/b'"),
        ({"factors": ["bonds=on"]}, "--factor: there is no factor 'bonds'; known: composition"),
        ({"factors": ["executor=event"]}, "--factor executor 'event' is unknown; did you mean"),
        ({"factors": ["executor"]}, "--factor: cannot read 'executor'; write FACTOR=LEVEL,LEVEL"),
        ({"factors": ["executor="]}, "--factor: executor has no level"),
        ({"factors": ["rmw=cyclone"]}, "--factor rmw is 'cyclone', must be a middleware's name"),
        ({"factors": ["rmw=rmw_a_cpp", "rmw=rmw_b_cpp"]}, "--factor names a factor twice"),
        ({"factors": ["params=slow"]}, "--factor params 'slow' is unknown; known: base, "),
        (
            {"factors": ["composition=manual"], "compositions": ["isolated"]},
            "--composition and --factor composition=... contradict each other",
        ),
        (
            {"factors": ["rmw=rmw_a_cpp"], "rmw": "rmw_b_cpp"},
            "--rmw and --factor rmw=... contradict each other",
        ),
        ({"arms": ["manul"]}, "--arm 'manul' is unknown; did you mean 'manual'?"),
        ({"baseline": "manul"}, "baseline 'manul' is no arm of the study; did you mean 'manual'?"),
        ({"overlays": ["slow"]}, "--overlay: cannot read 'slow'; write NAME=FILE"),
        ({"overlays": ["a/b=x.yaml"]}, "--overlay: cannot read 'a/b=x.yaml'"),
        ({"overlays": ["base=x.yaml"]}, "the name not 'base'"),
        ({"overlays": ["slow=gone.yaml"]}, "gone.yaml, which is no file"),
        ({"params_files": ["gone.yaml"]}, "--params names "),
        ({"params_files": ["~nosuchuser/p.yaml"]}, "--params is '~nosuchuser/p.yaml', whose home"),
    ],
)
def test_a_bad_option_is_one_line(options: dict[str, Any], expected: str) -> None:
    assert expected in fault(packaged(), **options)


def test_a_composition_that_no_listed_arm_has_is_refused_with_those_they_have(
    of_arms: Study,
) -> None:
    assert fault(of_arms, compositions=["manual"]) == (
        "composition of the study's arms 'manual' is unknown; known: multi_process, isolated,"
        " single_threaded"
    )


def test_a_baseline_of_the_file_that_is_not_left_gives_way_to_the_default(of_arms: Study) -> None:
    study = override(of_arms, StudyOptions(compositions=["multi_process"]))
    assert study.baseline == "multi_process+rmw_fastrtps_cpp"
    kept = override(of_arms, StudyOptions(factors=[f"rmw={','.join(reversed(RMWS))}"]))
    assert kept.baseline == "isolated+rmw_fastrtps_cpp"


def test_an_overlay_of_the_command_line_is_a_level(tmp_path: Path) -> None:
    file = tmp_path / "slow.yaml"
    file.write_text("amcl: {ros__parameters: {max_particles: 500}}")
    study = packaged(overlays=[f"slow={file}"], factors=["composition=manual", "params=base,slow"])
    assert names(study.arms) == ["manual", "manual+slow"]
    assert study.overlays == (("slow", file),)


def test_parameter_files_of_the_command_line_replace_those_of_the_study(tmp_path: Path) -> None:
    files = (tmp_path / "localization.yaml", tmp_path / "nav2.yaml")
    for file in files:
        file.touch()
    study = packaged("nav2", params_files=list(map(str, files)), external_host=True)
    assert study.navigation.params_files == files
    assert study.navigation.external_host


def test_parameter_files_are_of_studies_in_which_a_robot_drives(tmp_path: Path) -> None:
    said = fault(packaged("consumer_robot"), params_files=[str(tmp_path)])
    assert said.startswith("--params does not fit study consumer_robot, in which no robot drives")


def test_an_overlay_that_is_named_twice_is_refused(tmp_path: Path) -> None:
    files = [tmp_path / "a.yaml", tmp_path / "b.yaml"]
    for each in files:
        each.write_text("amcl: {ros__parameters: {max_beams: 30}}\n")
    said = fault(packaged(), overlays=[f"slow={each}" for each in files])
    assert said == "--overlay slow is given twice; give it once"


def test_an_overlay_in_a_directory_without_permission_is_one_line(tmp_path: Path) -> None:
    study, file = packaged(), tmp_path / "slow.yaml"
    with without_permission(tmp_path):
        said = fault(study, overlays=[f"slow={file}"])
    assert said == f"--overlay slow: cannot read {file}: Permission denied"


def test_an_overlay_that_no_arm_has_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "slow.yaml"
    file.touch()
    assert fault(packaged(), overlays=[f"slow={file}"]) == (
        "no arm has --overlay slow; make it a level: --factor params=base,slow"
    )


def test_a_placement_in_loops_goes_with_executors_that_can_be_told_them() -> None:
    robot, best = packaged("consumer_robot"), ["best=camera|*"]
    assert "placement best has several nodes in one of several" in fault(robot, placements=best)
    factors = ["composition=single_threaded", "executor=ring_buffer"]
    assert changed(robot, placements=best, factors=factors) == [
        "single_threaded+ring_buffer",
        "best+ring_buffer",
    ]


@pytest.mark.parametrize(
    ("factors", "arms"),
    [
        ([], ["events", "two_loops", "mine"]),
        (["composition=single_threaded"], ["events", "mine"]),
    ],
)
def test_a_placement_joins_the_arms_of_a_study_that_lists_some_with_one(
    factors: Sequence[str], arms: Sequence[str]
) -> None:
    study = packaged("nav2_event_loops", placements=["mine=amcl,map_server|*"], factors=factors)
    of_this_package = [arm for arm in study.arms if arm[EXECUTOR] is Executor.EVENTS]
    assert names(of_this_package) == [f"{arm}+with_bonds" for arm in arms]


def test_a_baseline_that_is_not_among_the_chosen_arms_is_refused() -> None:
    arms = ["manual", "isolated"]
    assert fault(packaged(), arms=arms, baseline="multi_process") == (
        "--baseline multi_process is not run; add --arm multi_process"
    )
    assert override(packaged(), StudyOptions(arms=arms, baseline="isolated")).baseline == "isolated"


def test_all_compositions_may_be_asked_for_of_arms_that_leave_theirs_open(tmp_path: Path) -> None:
    file = write_study_file(
        tmp_path, compositions=["isolated"], arms=[{"params": "base"}, {"params": "with_bonds"}]
    )
    study = load_study(file)
    assert len(changed(study)) == 2
    assert len(changed(study, compositions=["all"])) == 2 * len(FOUR)


def test_an_overlay_that_is_a_link_to_itself_is_one_line(placed: Study, tmp_path: Path) -> None:
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    said = fault(placed, overlays=[f"slow={tmp_path / 'loop'}"])
    assert said.startswith("--overlay slow names ") and said.endswith("which is no file")
