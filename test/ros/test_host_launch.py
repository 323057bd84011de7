# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The launch files of the host side: what they would start, and that the default one does."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import signal
import subprocess
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from installed_programs import needs
from started_process import Process
from waiting import is_gone, wait_until

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.processes.launch_end import end_with
from nav2_composition_bench.simulator.gazebo_world import gazebo_world
from nav2_composition_bench.simulator.robot import Robot
from nav2_composition_bench.simulator.robot_frames import fixed_frames
from nav2_composition_bench.simulator.robot_sdf import FLAVOURS

pytestmark = needs("launch_ros")

ROOT = Path(__file__).resolve().parents[2]


def loaded(path: Path) -> Any:
    """The module of a file that is not in the package."""
    spec = importlib.util.spec_from_file_location(path.stem.replace(".", "_"), path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def actions(file: str, **arguments: str) -> list[Any]:
    """What a launch file would do with these arguments, includes not followed."""
    from launch.actions import OpaqueFunction

    from launch import LaunchContext

    module = loaded(ROOT / "launch" / file)
    context = LaunchContext()
    context.launch_configurations.update(arguments)
    found: list[Any] = []
    for entity in module.generate_launch_description().entities:
        if isinstance(entity, OpaqueFunction):
            found += entity.execute(context) or []
        else:
            entity.visit(context)
    return found


def words(action: Any) -> list[str]:
    from launch.utilities import perform_substitutions

    from launch import LaunchContext

    command = action.process_description.cmd
    return [perform_substitutions(LaunchContext(), part) for part in command]


def nodes(found: list[Any], executable: str) -> list[Any]:
    from launch_ros.actions import Node

    return [
        action
        for action in found
        if isinstance(action, Node) and action.node_executable == executable
    ]


def is_include(action: Any) -> bool:
    from launch.actions import IncludeLaunchDescription

    return isinstance(action, IncludeLaunchDescription)


@pytest.mark.parametrize("simulator", ["mujoco", "gazebo"])
def test_arguments_become_those_of_the_simulator(simulator: str) -> None:
    first, *_ = actions(
        "host.launch.py", simulator=simulator, start="1.0 -2.0 0.5", seed="7", mapped_only="true"
    )
    command = words(first)
    assert command[command.index("--simulator") + 1] == simulator
    place = command.index("--start")
    assert command[place + 1 : place + 4] == ["1.0", "-2.0", "0.5"]
    assert command[command.index("--seed") + 1] == "7"
    assert "--mapped-only" in command
    assert "--gui" not in command


def test_goals_go_to_the_goal_script() -> None:
    *_, script = actions("host.launch.py", goals="A:1,2,0 B:3,4,0.5")
    command = words(script)
    assert "drive" in command
    assert command.count("--goal") == 2
    assert "B:3,4,0.5" in command


def test_laps_and_kind_of_command_can_be_those_of_another_machine() -> None:
    simulator, script = actions("host.launch.py", laps="3", stamped="true")
    command = words(script)
    assert command[command.index("--laps") + 1] == "3"
    assert "--stamped" in words(simulator)
    assert "--no-stamped" in words(actions("host.launch.py", stamped="false")[0])


def test_without_a_goal_script_the_simulator_is_all_there_is() -> None:
    (simulator,) = actions("host.launch.py", goal_script="none")
    assert "simulate" in words(simulator)


def test_a_start_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(UserError, match="must be 'X Y YAW'"):
        actions("host.launch.py", start="1 2")


@pytest.mark.parametrize("distro, twist", [("jazzy", "Twist"), ("kilted", "TwistStamped")])
def test_gazebo_sim_is_bridged_with_the_distributions_velocity_and_every_fixed_frame(
    distro: str, twist: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("ROS_DISTRO", distro)
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    found = actions("host.launch.py", simulator="gz")
    (bridge,) = nodes(found, "parameter_bridge")
    assert f"cmd_vel@geometry_msgs/msg/{twist}]gz.msgs.Twist" in str(bridge._Node__arguments)
    assert len(nodes(found, "static_transform_publisher")) == len(fixed_frames(Robot()))
    assert any(map(is_include, found))


def test_the_world_made_for_gazebo_sim_is_removed_when_the_launch_ends(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from launch.actions import RegisterEventHandler
    from launch.events import Shutdown

    from launch import LaunchContext

    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    found = actions("host.launch.py", simulator="gz")
    assert len(list(tmp_path.iterdir())) == 1
    (handler,) = (each.event_handler for each in found if isinstance(each, RegisterEventHandler))
    handler.handle(Shutdown(reason="the simulator has ended"), LaunchContext())
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("argument", [{"goals": "A:1,2"}, {"study": "nowhere"}, {"seed": "7"}])
def test_an_argument_that_is_refused_leaves_no_world_made_for_gazebo_sim(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, argument: dict[str, str]
) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with pytest.raises(UserError):
        actions("host.launch.py", simulator="gz", **argument)
    assert not list(tmp_path.iterdir())


def test_gazebo_sim_is_given_no_seed_that_it_would_not_use() -> None:
    with pytest.raises(UserError, match="seed:=7 is for mujoco and gazebo; leave it out with gz"):
        actions("host.launch.py", simulator="gz", seed="7")


def mapping_script(monkeypatch: pytest.MonkeyPatch, directory: Path, saver: str) -> Any:
    """Load map_world.py, to which a shell script in the directory is map_saver_cli."""
    pytest.importorskip("tf2_ros")
    ros2 = directory / "ros2"
    ros2.write_text(f"#!/bin/sh\n{saver}\n")
    ros2.chmod(0o755)
    monkeypatch.setenv("PATH", str(directory), prepend=os.pathsep)
    return loaded(ROOT / "host_scripts" / "map_world.py")


def test_a_map_saver_that_hangs_is_told_in_one_line_and_ends(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    saver = tmp_path / "saver_pid"
    # As ros2 run does, a child does the work.
    hanging = f"sleep 60 >/dev/null 2>&1 &\necho $! > {saver}\nwait"
    script = mapping_script(monkeypatch, tmp_path, hanging)
    monkeypatch.setattr(script, "SAVE_TIMEOUT_S", 1.0)
    with pytest.raises(UserError, match="map_saver_cli did not end within 1 s"):
        script.save(tmp_path / "maps" / "hall", Namespace())
    wait_until(lambda: is_gone(int(saver.read_text())), "the saver has ended", timeout_s=30.0)


@pytest.fixture
def provenance(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., Any]:
    """Saves a map by a stand-in of map_saver_cli; returns what is kept beside it."""
    stem = tmp_path / "hall"
    script = mapping_script(monkeypatch, tmp_path, f"touch {stem}.pgm {stem}.yaml")

    def made(**given: Any) -> Any:
        nothing = {"save": str(stem), "route": None, "world": None, "params": None}
        arguments = Namespace(**{**nothing, "command": "", "seed": 0, **given})
        script.settle_files(arguments)
        script.save(stem, arguments)
        return yaml.safe_load(stem.with_name("hall.provenance.yaml").read_text())

    return made


def test_a_map_made_elsewhere_than_in_our_simulators_names_only_a_world_that_was_given(
    provenance: Callable[..., Any],
) -> None:
    ours = provenance(simulator="mujoco")
    assert ours["made"].endswith("from the simulated lidar")
    assert ours["inputs"]["world"]["file"] == "bench.sdf"
    elsewhere = provenance(simulator="none")
    assert "simulated" not in elsewhere["made"]
    assert list(elsewhere["inputs"]) == ["route", "slam_params"]
    given = provenance(simulator="none", world=data_file("worlds/bench.sdf"))
    assert given["inputs"]["world"] == ours["inputs"]["world"]


@pytest.mark.parametrize("option", ["world", "params"])
def test_a_file_for_the_provenance_that_is_not_there_is_refused_before_the_drive(
    option: str, provenance: Callable[..., Any], tmp_path: Path
) -> None:
    missing = tmp_path / "missing"
    with pytest.raises(UserError, match=f"^--{option} names {missing}, which is no file$"):
        provenance(simulator="none", **{option: missing})


def test_a_program_that_failed_is_told_as_the_reason_why_the_launch_ends() -> None:
    from launch.actions import Shutdown

    from launch import LaunchContext

    def end(status: int, context: LaunchContext) -> list[Any]:
        return end_with(Namespace(returncode=status, process_name="simulator-1"), context)

    with pytest.raises(UserError, match="simulator-1 ended with exit status 2"):
        end(2, LaunchContext())
    assert isinstance(end(0, LaunchContext())[0], Shutdown)
    ending = LaunchContext()
    ending._set_is_shutdown(True)
    assert end(2, ending) == []


@needs("ros2launch")
def test_the_host_side_ends_with_a_status_when_its_simulator_fails(
    begin: Callable[..., Process], tmp_path: Path
) -> None:
    (tmp_path / "bad.sdf").write_text("<sdf/>")
    ros2 = "import sys; from ros2cli.cli import main; sys.exit(main())"
    launch = str(ROOT / "launch" / "host.launch.py")
    host = begin("-c", ros2, "launch", launch, f"world:={tmp_path / 'bad.sdf'}")
    assert host.wait() == 1
    said = "\n".join(host.lines)
    assert "simulator-1 ended with exit status 2" in said and "Traceback" not in said
    started = [int(pid) for pid in re.findall(r"process started with pid \[(\d+)\]", said)]
    assert len(started) == 2 and all(map(is_gone, started))


def test_the_bridge_carries_all_that_nav2_hears() -> None:
    table = yaml.safe_load(data_file("params/gz_bridge.yaml").read_text())
    carried = {entry["ros_topic_name"]: entry["ros_type_name"] for entry in table}
    assert carried == {
        "/clock": "rosgraph_msgs/msg/Clock",
        "odom": "nav_msgs/msg/Odometry",
        "tf": "tf2_msgs/msg/TFMessage",
        "scan": "sensor_msgs/msg/LaserScan",
        "points": "sensor_msgs/msg/PointCloud2",
    }
    assert {entry["direction"] for entry in table} == {"GZ_TO_ROS"}


@pytest.mark.parametrize("flavour", FLAVOURS)
@pytest.mark.skipif(shutil.which("gz") is None, reason="no gz is installed to check SDF with")
def test_worlds_are_valid_sdf(flavour: str, tmp_path: Path) -> None:
    given = gazebo_world(data_file("worlds/bench.sdf"), Robot(), flavour)
    file = tmp_path / "world.sdf"
    file.write_text(given.text)
    paths = dict.fromkeys(("GAZEBO_MODEL_PATH", "SDF_PATH", "GZ_SIM_RESOURCE_PATH"), given.models)
    done = subprocess.run(
        ["gz", "sdf", "-k", str(file)],
        env=os.environ | {name: str(path) for name, path in paths.items()},
        capture_output=True,
        text=True,
    )
    assert "Check complete" in done.stdout or "Valid" in done.stdout, done.stdout + done.stderr
    assert "Error" not in done.stderr


def test_mapping_places_the_robot_at_the_routes_start_in_the_mapped_world() -> None:
    host, slam, script = actions("slam.launch.py", save="maps/x")
    given = dict(host.launch_arguments)
    assert given["start"] == "0.0 0.0 0.0"
    assert given["mapped_only"] == "true"
    assert given["goal_script"] == "none"
    assert dict(slam.launch_arguments)["use_sim_time"] == "false"
    assert script.node_executable == "map_world.py"
    assert "--world" not in script._Node__arguments
    (*_, script) = actions("slam.launch.py", simulator="none", world="hall.sdf")
    given = script._Node__arguments
    assert given[given.index("--world") + 1] == "hall.sdf"
    (alone,) = actions("slam.launch.py", simulator="none", route="none")
    assert is_include(alone)


@needs("ros2launch")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_the_host_side_comes_up_and_ends_with_its_launch(
    begin: Callable[..., Process], number: int
) -> None:
    ros2 = "import sys; from ros2cli.cli import main; sys.exit(main())"
    host = begin("-c", ros2, "launch", str(ROOT / "launch" / "host.launch.py"))
    host.wait_for("waiting for a navigator")
    host.wait_for("simulating ")
    started = [
        int(pid) for pid in re.findall(r"process started with pid \[(\d+)\]", "\n".join(host.lines))
    ]
    assert len(started) == 2 and not any(map(is_gone, started))
    host.end(number)
    wait_until(lambda: all(map(is_gone, started)), "simulator and goal script have ended")
    if number == signal.SIGINT:
        cleanly = [line for line in host.lines if "has finished cleanly" in line]
        assert len(cleanly) == 2, host.lines


@pytest.mark.parametrize(
    ("argument", "value", "said"),
    [
        ("world", "nowhere.sdf", "world:=nowhere.sdf is no file"),
        ("start", "a b c", "must be 'X Y YAW'"),
        ("start", "1 2", "must be 'X Y YAW'"),
        ("start", "1 2 nan", "must be 'X Y YAW'"),
        ("study", "nowhere", "nowhere"),
        ("laps", "0", "--laps is 0, must be at least 1"),
        ("goals", "A:1,2", "A:1,2"),
    ],
)
def test_what_cannot_be_is_refused_before_anything_starts(
    argument: str, value: str, said: str
) -> None:
    with pytest.raises(UserError, match=said):
        actions("host.launch.py", **{argument: value})


def test_goals_and_a_study_that_names_others_contradict_each_other() -> None:
    with pytest.raises(UserError, match="--goal and --study both say where to drive"):
        actions("host.launch.py", goals="A:1,2,0 B:3,4,0.5", study="default")


def test_the_robot_drives_as_often_as_the_study_says_unless_told_otherwise() -> None:
    def laps(**arguments: str) -> list[str]:
        (script,) = actions("host.launch.py", simulator="none", **arguments)
        words = ["".join(part.text for part in word) for word in script.cmd]
        return words[words.index("--laps") :] if "--laps" in words else []

    assert laps() == []
    assert laps(laps="3") == ["--laps", "3"]
