# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from arm_studies import design_of, settled_without_files

from nav2_composition_bench.bringup.host_commands import background_processes, host_processes
from nav2_composition_bench.study.background_load import BackgroundLoad
from nav2_composition_bench.study.goal import Goal
from nav2_composition_bench.study.study import Limits, Study
from nav2_composition_bench.study.workload import Navigation

STUDY = Study(
    name="s",
    system="reference",
    design=design_of("manual"),
    trials=1,
    seed=11,
    workload=Navigation(
        goals=(Goal("A", 8.0, -1e-5, 0.0), Goal("B", -1.25, 2.0, 1.5)),
        world_file=Path("/w/bench.sdf"),
        map_file=Path("/m/bench.yaml"),
        params_files=(Path("/p/params.yaml"),),
    ),
    limits=Limits(rest_s=3.0, leg_s=70.0),
)


def command(label: str, study: Study = STUDY) -> list[str]:
    processes = host_processes(settled_without_files(study))
    return next(list(p.command) for p in processes if p.label == label)


def after(words: list[str], option: str, count: int = 1) -> list[str]:
    place = words.index(option)
    return words[place + 1 : place + 1 + count]


def test_the_robot_starts_at_the_last_goal_in_the_studys_world() -> None:
    words = command("simulator")
    assert after(words, "--world") == ["/w/bench.sdf"]
    assert after(words, "--seed") == ["11"]
    assert [float(word) for word in after(words, "--start", 3)] == [-1.25, 2.0, 1.5]


def test_numbers_have_no_exponent_which_argparse_would_take_for_an_option() -> None:
    assert "A:8.000000,-0.000010,0.000000" in command("goal_script")


def test_the_clock_is_published_only_for_sim_time() -> None:
    assert "--clock" not in command("simulator")
    assert "--clock" in command("simulator", STUDY.with_navigation(use_sim_time=True))


def test_the_goals_are_driven_in_order_with_the_studys_limits() -> None:
    words = command("goal_script")
    goals = [words[i + 1].split(":")[0] for i, word in enumerate(words) if word == "--goal"]
    assert goals == ["A", "B"]
    assert float(*after(words, "--rest")) == 3.0
    assert float(*after(words, "--leg-timeout")) == 70.0


def test_gazebo_simulates_when_the_study_says_so_and_its_nodes_are_known() -> None:
    study = STUDY.with_navigation(simulator="gazebo", use_sim_time=True)
    assert after(command("simulator", study), "--simulator") == ["gazebo"]
    (simulator,) = (
        p for p in host_processes(settled_without_files(study)) if p.label == "simulator"
    )
    assert simulator.node_name == "/simulator"
    assert {"/gazebo", "/drive", "/lidar", "/camera"} <= set(simulator.further_nodes)
    assert "--simulator" not in command("simulator")


def test_velocities_are_of_the_kind_that_the_settled_study_says() -> None:
    settled = settled_without_files(STUDY)
    assert "--no-stamped" in host_processes(settled)[0].command
    stamped = replace(settled, commands_are_stamped=True)
    assert "--stamped" in host_processes(stamped)[0].command


def test_a_study_without_a_background_load_starts_none() -> None:
    assert background_processes(STUDY, Path("/logs")) == ()


def test_the_second_robot_runs_the_default_study_of_the_system_on_a_domain_of_its_own() -> None:
    study = replace(STUDY, background_load=BackgroundLoad(robot="multi_threaded"))
    (robot,) = background_processes(study, Path("/logs"))
    words = list(robot.command)
    assert after(words, "--system") == ["reference"]
    assert after(words, "--composition") == ["multi_threaded"]
    assert robot.environment == {"ROS_DOMAIN_ID": ""}
    assert robot.node_name is None
