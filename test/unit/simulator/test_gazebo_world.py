# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Worlds as they are given to Gazebo."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from simulator_worlds import box, sdf

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.simulator.gazebo_world import gazebo_world
from nav2_composition_bench.simulator.pose import Pose2D
from nav2_composition_bench.simulator.robot import Robot
from nav2_composition_bench.simulator.robot_sdf import FLAVOURS, GAZEBO, GZ, MODEL_NAME
from nav2_composition_bench.simulator.sdf import read_world

BENCH = data_file("worlds/bench.sdf")


def world_element(flavour: str, **options: object) -> ElementTree.Element:
    text = gazebo_world(BENCH, Robot(), flavour, **options).text  # type: ignore[arg-type]
    world = ElementTree.fromstring(text).find("world")
    assert world is not None
    return world


def names(world: ElementTree.Element) -> set[str]:
    return {child.get("name", "") for child in world if child.tag == "model"} | {
        child.findtext("name", "") for child in world if child.tag == "include"
    }


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_everything_of_the_world_is_kept_and_the_robot_added(flavour: str, tmp_path: Path) -> None:
    given = gazebo_world(BENCH, Robot(), flavour)
    assert given.models == BENCH.parent / "models"
    root = ElementTree.fromstring(given.text)
    world = root.find("world")
    assert world is not None
    world.remove(world.find(f"model[@name='{MODEL_NAME}']"))  # type: ignore[arg-type]
    for plugin in world.findall("plugin"):
        world.remove(plugin)
    (tmp_path / "models").symlink_to(given.models)
    file = tmp_path / "left.sdf"
    ElementTree.register_namespace("bench", "https://github.com/nav2_composition_bench/sdf")
    file.write_text(ElementTree.tostring(root, encoding="unicode"))
    assert read_world(file).models == read_world(BENCH).models


def test_the_robot_starts_where_it_is_told_or_where_the_world_says() -> None:
    pose = f"model[@name='{MODEL_NAME}']/pose"
    assert world_element(GAZEBO).findtext(pose) == "-3.8 -2.2 0 0 0 0.8"
    start = Pose2D(1.0, 2.0, -0.5)
    assert world_element(GAZEBO, start=start).findtext(pose) == "1 2 0 0 0 -0.5"


def test_each_gazebo_gets_the_plugins_that_it_needs() -> None:
    libraries = {
        flavour: [p.get("filename") for p in world_element(flavour).findall("plugin")]
        for flavour in FLAVOURS
    }
    assert libraries[GAZEBO] == ["libgazebo_ros_state.so"]
    assert "gz-sim-sensors-system" in libraries[GZ]
    assert "gz-sim-physics-system" in libraries[GZ]


@pytest.mark.parametrize("flavour", FLAVOURS)
def test_a_plugin_that_the_world_has_is_not_added_again(flavour: str, tmp_path: Path) -> None:
    added = [p.get("filename", "") for p in world_element(flavour).findall("plugin")]
    own = "".join(f'<plugin name="own" filename="{name}"/>' for name in added)
    file = tmp_path / "with_plugins.sdf"
    file.write_text(BENCH.read_text().replace("</world>", f"{own}</world>"))
    (tmp_path / "models").symlink_to(BENCH.parent / "models")
    world = ElementTree.fromstring(gazebo_world(file, Robot(), flavour).text).find("world")
    assert world is not None
    plugins = world.findall("plugin")
    assert [plugin.get("filename") for plugin in plugins] == added
    assert {plugin.get("name") for plugin in plugins} == {"own"}


def test_a_model_of_the_robots_name_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "robot.sdf"
    file.write_text(sdf(box(MODEL_NAME, "3 0 0.5 0 0 0", "1 1 1")))
    with pytest.raises(UserError, match=r"robot.sdf: a model is called 'robot', as the robot that"):
        gazebo_world(file, Robot(), GAZEBO)


def test_gazebo_classic_draws_no_shadows_whatever_the_world_says(tmp_path: Path) -> None:
    assert world_element(GAZEBO).findtext("scene/shadows") == "false"
    file = tmp_path / "lit.sdf"
    scene = "<scene><ambient>1 1 1 1</ambient><shadows>true</shadows></scene></world>"
    file.write_text(BENCH.read_text().replace("</world>", scene))
    (tmp_path / "models").symlink_to(BENCH.parent / "models")
    world = ElementTree.fromstring(gazebo_world(file, Robot(), GAZEBO).text).find("world")
    assert world is not None
    assert [each.text for each in world.iter("shadows")] == ["false"]
    assert world.findtext("scene/ambient") == "1 1 1 1"


def test_for_mapping_only_what_belongs_on_the_map_is_left() -> None:
    mapped = {model.name for model in read_world(BENCH).models if model.mapped}
    assert names(world_element(GAZEBO, mapped_only=True)) == mapped | {MODEL_NAME}
    assert "mover_hall" in names(world_element(GAZEBO))


def test_for_mapping_an_include_without_a_name_has_that_of_its_model(tmp_path: Path) -> None:
    folder = tmp_path / "models" / "folder"
    folder.mkdir(parents=True)
    model = box("wall", "0 0 0 0 0 0", "1 1 1")
    (folder / "model.sdf").write_text(f'<sdf version="1.6">{model}</sdf>')
    file = tmp_path / "world.sdf"
    file.write_text(sdf("<include><uri>model://folder</uri></include>"))
    assert "model://folder" in gazebo_world(file, Robot(), GAZEBO, mapped_only=True).text
    (folder / "model.sdf").write_text(f'<sdf version="1.6">{model.replace("true", "false")}</sdf>')
    assert "model://folder" not in gazebo_world(file, Robot(), GAZEBO, mapped_only=True).text


def test_a_world_that_cannot_be_read_is_a_user_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="nowhere.sdf"):
        gazebo_world(tmp_path / "nowhere.sdf", Robot(), GAZEBO)


def test_for_mapping_a_model_that_belongs_on_the_map_in_part_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "world.sdf"
    inner = [
        box("wall", "0 0 0 0 0 0", "1 1 1"),
        box("ghost", "3 0 0 0 0 0", "1 1 1", "<bench:mapped>false</bench:mapped>"),
    ]
    file.write_text(sdf(f'<model name="hall"><static>true</static>{"".join(inner)}</model>'))
    gazebo_world(file, Robot(), GAZEBO)
    with pytest.raises(UserError, match="world.sdf: <model> 'hall' holds 'hall::ghost'"):
        gazebo_world(file, Robot(), GAZEBO, mapped_only=True)
    for kept in inner:
        file.write_text(sdf(f'<model name="hall"><static>true</static>{kept}</model>'))
        text = gazebo_world(file, Robot(), GAZEBO, mapped_only=True).text
        assert ('name="hall"' in text) == ("wall" in kept)


def test_models_are_beside_the_link_to_a_world_as_the_reader_has_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "elsewhere.sdf").write_text(sdf(""))
    (tmp_path / "worlds").mkdir()
    (tmp_path / "worlds" / "world.sdf").symlink_to(tmp_path / "elsewhere.sdf")
    monkeypatch.chdir(tmp_path)
    given = gazebo_world(Path("worlds/world.sdf"), Robot(), GAZEBO)
    assert given.models == tmp_path / "worlds" / "models"


PREFIXED = '\n<plugin name="p" filename="f"><other:thing/></plugin>\n'


def test_a_prefix_that_is_not_declared_is_a_user_error_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "world.sdf"
    file.write_text(sdf(PREFIXED))
    line = file.read_text()[: file.read_text().index("<other:")].count("\n") + 1
    read_world(file)
    with pytest.raises(UserError, match=f"world.sdf:{line}: Gazebo's.*: unbound prefix; declare"):
        gazebo_world(file, Robot(), GAZEBO)


def test_a_prefix_that_an_included_model_does_not_declare_is_one_too(tmp_path: Path) -> None:
    folder = tmp_path / "models" / "folder"
    folder.mkdir(parents=True)
    model = box("wall", "0 0 0 0 0 0", "1 1 1").replace("</model>", f"{PREFIXED}</model>")
    (folder / "model.sdf").write_text(f'<sdf version="1.6">{model}</sdf>')
    file = tmp_path / "world.sdf"
    file.write_text(sdf("<include><uri>model://folder</uri></include>"))
    with pytest.raises(UserError, match="folder/model.sdf:2: .*unbound prefix"):
        gazebo_world(file, Robot(), GAZEBO, mapped_only=True)
