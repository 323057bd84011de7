# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Arms that run on install prefixes of their own."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest
from ament_prefix import Prefix
from arm_studies import names, packaged

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.workspace import variables_of
from nav2_composition_bench.settling.settle import refuse_lacking, settle
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.trial.provenance import refuse_other_stamp, stamp

SCAN = "share/sensor_msgs/msg/LaserScan.json"


@pytest.fixture
def jazzy(tmp_path: Path) -> Prefix:
    return nav2_at(tmp_path / "jazzy")


def nav2_at(path: Path, distro: str = "jazzy") -> Prefix:
    prefix = Prefix(path, distro)
    prefix.declare_plugins_of(packaged("nav2"))
    prefix.version("rclcpp", "28.1.21")
    prefix.set_up()
    variables_of.cache_clear()
    return prefix


def settled(here: Prefix, *workspaces: str) -> SettledStudy:
    factors = ["composition=isolated", f"workspace={','.join(workspaces)}"]
    return settle(packaged("nav2", factors=factors), here.installation)


def fault(here: Prefix, *workspaces: str) -> str:
    with pytest.raises(UserError) as caught:
        refuse_lacking(settled(here, *workspaces))
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_an_arm_runs_the_programs_of_its_workspace_and_sees_nothing_of_the_shell(
    jazzy: Prefix, tmp_path: Path
) -> None:
    mine = nav2_at(tmp_path / "mine")
    study = settled(jazzy, "sourced", f"mine={mine.path}")
    assert names(study.study.arms) == ["isolated", "isolated+mine"]
    refuse_lacking(study)
    here, there = (study.plan(arm, tmp_path) for arm in study.study.arms)
    assert here.processes[0].command[0].startswith(str(jazzy.path)) and not here.environment
    assert there.processes[0].command[0].startswith(str(mine.path))
    assert there.environment["AMENT_PREFIX_PATH"] == str(mine.path)
    assert there.environment["PYTHONPATH"] == ""


def test_two_distributions_are_arms_of_one_study_with_nodes_of_their_own(
    jazzy: Prefix, tmp_path: Path
) -> None:
    humble = nav2_at(tmp_path / "humble", "humble")
    study = settled(jazzy, "sourced", f"old={humble.path}")
    nodes = [{node.name for node in one.nodes} for one in study.arms.values()]
    assert "collision_monitor" in nodes[0] - nodes[1]
    assert {one.study.distro for one in study.arms.values()} == {"jazzy", "humble"}


def test_a_workspace_that_is_none_is_refused_with_what_would_be_right(
    jazzy: Prefix, tmp_path: Path
) -> None:
    for name in ("root/install", "unbuilt/src", "other"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "root/install/setup.bash").touch()
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty/setup.bash").touch()
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken/setup.bash").write_text("echo no such overlay >&2; exit 3")
    for name, said in (
        ("gone", "does not exist"),
        ("root", f"is no install prefix; name {tmp_path / 'root/install'}"),
        ("unbuilt", "is not built"),
        ("other", "has neither setup.bash nor pyvenv.cfg"),
        ("empty", "holds no ROS package"),
        ("broken", "its setup.bash failed: no such overlay"),
    ):
        assert said in fault(jazzy, f"mine={tmp_path / name}")


@pytest.mark.parametrize("level", ["~/ws", "=~/ws", "mine=", "a b=~/ws", "sourced=~/ws"])
def test_a_workspace_without_a_plain_name_is_refused(jazzy: Prefix, level: str) -> None:
    assert "must be sourced or NAME=PREFIX" in fault(jazzy, level)


def test_a_workspace_of_another_processor_is_refused(jazzy: Prefix, tmp_path: Path) -> None:
    mine = nav2_at(tmp_path / "mine")
    own = Path(sys.executable).read_bytes()[:64]
    foreign = own[:18] + bytes([own[18] ^ 0xFF]) + own[19:]
    (mine.path / "lib" / "a_program").write_bytes(foreign)
    assert "built for another processor, as a_program shows" in fault(jazzy, f"mine={mine.path}")


def test_a_workspace_that_lacks_something_is_refused_by_its_name(
    jazzy: Prefix, tmp_path: Path
) -> None:
    bare = Prefix(tmp_path / "bare", None)
    bare.register("packages", "rclcpp")
    bare.distro = "jazzy"
    bare.set_up()
    told = fault(jazzy, "sourced", f"bare={bare.path}")
    assert told.startswith("isolated+bare cannot be run here: of ROS distribution jazzy there is")
    assert told.endswith("these can: --arm isolated")


def test_one_prefix_under_two_names_is_the_same_arm_twice(jazzy: Prefix, tmp_path: Path) -> None:
    mine = nav2_at(tmp_path / "mine")
    (tmp_path / "link").symlink_to(mine.path)
    told = fault(jazzy, f"mine={mine.path}", f"again={tmp_path / 'link'}")
    assert told == "arms 'isolated+mine' and 'isolated+again' are the same; leave one out"


def test_types_that_differ_from_those_of_the_host_side_are_refused(
    jazzy: Prefix, tmp_path: Path
) -> None:
    mine = nav2_at(tmp_path / "mine")
    for prefix, digest in ((jazzy, "RIHS01_1"), (mine, "RIHS01_2")):
        prefix.register("packages", "sensor_msgs")
        path = prefix.path / SCAN
        path.parent.mkdir(parents=True)
        hashes = [{"type_name": "sensor_msgs/msg/LaserScan", "hash_string": digest}]
        path.write_text(json.dumps({"type_hashes": hashes}))
    assert "in workspace mine the type sensor_msgs/msg/LaserScan differs" in fault(
        jazzy, f"mine={mine.path}"
    )


def test_a_workspace_that_was_built_again_is_not_gone_on_with(
    jazzy: Prefix, tmp_path: Path
) -> None:
    mine = nav2_at(tmp_path / "mine")
    study = settled(jazzy, "sourced", f"mine={mine.path}")
    before = stamp(study, 0.0)
    assert before["software"]["workspaces"]["mine"]["packages"]["rclcpp"] == "28.1.21"
    refuse_other_stamp(before, stamp(study, 1.0), tmp_path / "study.json")
    program = next(path for path in (mine.path / "lib").rglob("*") if path.is_file())
    os.utime(program, ns=(1, 1))
    with pytest.raises(UserError, match=r"software\.workspaces\.mine\.contents_sha256 was"):
        refuse_other_stamp(before, stamp(study, 2.0), tmp_path / "study.json")
