# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Reading SDF worlds."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path

import pytest
import yaml
from simulator_worlds import FLOOR, box, sdf

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.simulator.sdf import read_world
from nav2_composition_bench.simulator.world import World
from nav2_composition_bench.study.goal import Goal

MakeWorld = Callable[..., World]


def write(directory: Path, text: str) -> Path:
    file = directory / "bad.sdf"
    file.write_text(text)
    return file


def test_the_shipped_world_is_read_with_its_includes() -> None:
    world = read_world(data_file("worlds/bench.sdf"))
    names = {model.name for model in world.models}
    assert {"walls", "shelf_middle_1", "table", "low_box", "dark_box", "mover_hall"} <= names
    assert len(names) == len(world.models)


def test_a_prefix_that_is_not_declared_is_refused_as_gazebo_does(tmp_path: Path) -> None:
    file = write(tmp_path, sdf("").replace(' xmlns:bench="x"', ""))
    with pytest.raises(UserError, match='bad.sdf:1: <bench:start> needs xmlns:bench="https:'):
        read_world(file)


def test_the_shipped_world_starts_the_robot_at_the_last_goal_of_the_default_study(
    default_goals: list[Goal],
) -> None:
    world = read_world(data_file("worlds/bench.sdf"))
    goal = default_goals[-1]
    assert (world.start.x_m, world.start.y_m, world.start.yaw_rad) == (
        goal.x_m,
        goal.y_m,
        goal.yaw_rad,
    )


def test_localization_begins_where_the_shipped_world_starts_the_robot() -> None:
    world = read_world(data_file("worlds/bench.sdf"))
    parameters = yaml.safe_load(data_file("params/reference_stack.yaml").read_text())
    pose = parameters["amcl"]["ros__parameters"]["initial_pose"]
    assert (pose["x"], pose["y"], pose["yaw"]) == (
        world.start.x_m,
        world.start.y_m,
        world.start.yaw_rad,
    )


def test_unmapped_obstacles_of_the_shipped_world_are_for_one_sensor_each() -> None:
    models = {model.name: model for model in read_world(data_file("worlds/bench.sdf")).models}
    low, dark = models["low_box"], models["dark_box"]
    assert not low.mapped and not dark.mapped
    assert low.visuals and 2 * low.pose.position[2] < 0.18
    assert dark.collisions and not dark.visuals


def test_poses_of_nested_models_and_links_add_up(world_of: MakeWorld) -> None:
    world = world_of(
        '<model name="outer"><static>true</static><pose>1 2 0 0 0 1.5707963</pose>'
        '<model name="inner"><pose>1 0 0 0 0 0</pose><link name="l"><pose>0 1 0 0 0 0</pose>'
        '<collision name="c"><pose>0 0 0.5 0 0 0</pose>'
        "<geometry><sphere><radius>0.2</radius></sphere></geometry></collision></link></model>"
        "</model>"
    )
    inner = world.models[-1]
    assert inner.name == "outer::inner"
    assert inner.static
    centre = (inner.pose @ inner.collisions[0].pose).position
    assert centre == pytest.approx((0.0, 3.0, 0.5), abs=1e-6)


def test_an_include_can_be_renamed_and_placed(tmp_path: Path) -> None:
    folder = tmp_path / "models" / "crate"
    folder.mkdir(parents=True)
    (folder / "model.sdf").write_text(
        f'<sdf version="1.6">{box("crate", "9 9 9 0 0 0", "1 1 1")}</sdf>'
    )
    file = write(
        tmp_path,
        sdf(
            "<include><uri>model://crate</uri><name>first</name><pose>1 2 3 0 0 0</pose></include>"
            "<include><uri>model://crate</uri></include>"
        ),
    )
    first, second = read_world(file).models[-2:]
    assert (first.name, first.pose.position) == ("first", (1.0, 2.0, 3.0))
    assert (second.name, second.pose.position) == ("crate", (9.0, 9.0, 9.0))


def test_an_include_of_a_name_that_is_taken_is_refused_at_its_line(tmp_path: Path) -> None:
    folder = tmp_path / "models" / "crate"
    folder.mkdir(parents=True)
    (folder / "model.sdf").write_text(
        f'<sdf version="1.6">{box("crate", "0 0 0 0 0 0", "1 1 1")}</sdf>'
    )
    include = "<include><uri>model://crate</uri></include>"
    file = write(tmp_path, sdf(f"\n{include}\n{include}"))
    line = 1 + file.read_text()[: file.read_text().rindex("<include>")].count("\n")
    with pytest.raises(UserError, match=f"bad.sdf:{line}: there are several models named 'crate'"):
        read_world(file)


def test_models_that_include_each_other_are_refused_at_their_line(tmp_path: Path) -> None:
    for name, other in (("hen", "egg"), ("egg", "hen")):
        folder = tmp_path / "models" / name
        folder.mkdir(parents=True)
        (folder / "model.sdf").write_text(
            f'<sdf version="1.6"><model name="{name}">\n'
            f"<include><uri>model://{other}</uri></include></model></sdf>"
        )
    file = write(tmp_path, sdf("<include><uri>model://hen</uri></include>"))
    with pytest.raises(UserError, match="egg/model.sdf:2: <uri> model://hen: a model cannot incl"):
        read_world(file)


def test_roll_pitch_and_yaw_turn_about_fixed_axes(world_of: MakeWorld) -> None:
    world = world_of(box("tilted", f"0 0 0 {math.pi / 2} 0 {math.pi / 2}", "1 1 1"))
    forward, left, _ = world.models[-1].pose.rotation().T
    assert forward == pytest.approx((0.0, 1.0, 0.0), abs=1e-12)
    assert left == pytest.approx((0.0, 0.0, 1.0), abs=1e-12)


@pytest.mark.parametrize(
    "text, line, words",
    [
        ("<sdf version='1.6'>\n<world name='w'>\n<road/></world></sdf>", 3, "<road> in <world>"),
        (
            sdf("\n<model name='m'><link name='l'><collision name='c'><geometry>\n<mesh/>")
            .replace("</world></sdf>", "")
            + "</geometry></collision></link></model></world></sdf>",
            None,
            "<mesh> in <geometry>",
        ),
        (sdf(box("b", "0 0 zero 0 0 0", "1 1 1")), None, "<pose> must hold 6 numbers"),
        (sdf(box("b", "0 0 nan 0 0 0", "1 1 1")), None, "<pose> must hold 6 numbers"),
        (sdf(box("b", "0 0 0 0 0 0", "1 1")), None, "<size> must hold 3 numbers"),
        (sdf(box("b", "0 0 0 0 0 0", "1 0 1")), None, "lengths above zero"),
        (sdf(box("b", "0 0 0 0 0 0", "1 1 1", "<static>maybe</static>")), None, "true or false"),
        (sdf(box("b", "0 0 0 0 0 0", "1 1 1") * 2), None, "several models named 'b'"),
        (sdf("<include><uri>model://nowhere</uri></include>"), None, "there is no"),
        (sdf("<include><uri>model://../etc</uri></include>"), None, "must be model://NAME"),
        (sdf('<model name="m"><static>1</static></model>'), None, "has no <link>"),
        (sdf('<model><link name="l"/></model>'), None, 'needs an attribute name="..."'),
        (sdf('<model name="m"><joint/></model>'), None, "<joint> in <model>"),
        (
            sdf(box("m", "0 0 0 0 0 0", "1 1 1", "<bench:mover><bench:speed>1</bench:speed>"
                    "<bench:waypoint>0 0</bench:waypoint></bench:mover>")),
            None,
            "at least two different <bench:waypoint>",
        ),
        (
            sdf(box("m", "0 0 0 0 0 0", "1 1 1", "<static>1</static><bench:mover><bench:speed>1"
                    "</bench:speed><bench:waypoint>0 0</bench:waypoint>"
                    "<bench:waypoint>1 0</bench:waypoint></bench:mover>")),
            None,
            "is static and cannot have a <bench:mover>",
        ),
        (sdf('<model name="m"><link name="l"/></model>'), None, "with a <collision>"),
        (sdf(FLOOR.replace("<static>true</static>", "").replace('"floor"', '"p"')), None,
         "has a <plane> and must be <static>"),
        ('<sdf version="1.9"><world name="w"/></sdf>', 1, "SDF version 1.9"),
        ("<urdf/>", 1, "<urdf> is not SDF"),
        ("<?xml version='1.0' encoding='utf8x'?>\n<sdf/>", 1, "unknown encoding: utf8x; save it"),
        ("<?xml version='1.0' encoding='GB18030'?>\n<sdf/>", 1, 'save it with encoding="utf-8"'),
        ("<sdf version='1.6'>\n<world name='w'>\n</sdf>", 3, "not well-formed XML"),
    ],
)  # fmt: skip
def test_what_cannot_be_read_is_named_with_file_and_line(
    tmp_path: Path, text: str, line: int | None, words: str
) -> None:
    file = write(tmp_path, text)
    with pytest.raises(UserError) as caught:
        read_world(file)
    message = str(caught.value)
    assert words in message
    assert "\n" not in message
    place = message.split(": ")[0]
    assert place.rpartition(":")[0] == str(file)
    assert line is None or place.endswith(f":{line}")


def test_a_missing_world_file_is_the_users_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no.sdf: cannot be read"):
        read_world(tmp_path / "no.sdf")


def test_only_a_static_model_makes_what_is_nested_in_it_static(world_of: MakeWorld) -> None:
    inner = box("fixed", "0 0 0 0 0 0", "1 1 1") + box("loose", "2 0 0 0 0 0", "1 1 1", "")

    def static(flag: str) -> list[bool]:
        world = world_of(f'<model name="outer">{flag}{inner}</model>')
        return [model.static for model in world.models[-2:]]

    assert static("") == [True, False]
    assert static("<static>false</static>") == [True, False]
    assert static("<static>true</static>") == [True, True]
    not_static = inner.replace("<static>true", "<static>false")
    world = world_of(f'<model name="outer"><static>true</static>{not_static}</model>')
    assert all(model.static for model in world.models[-2:])


@pytest.mark.parametrize(
    ("own", "given", "outer", "inner"),
    [
        ("true", "", True, True),
        ("true", "<static>false</static>", False, False),
        ("false", "", False, False),
        ("false", "<static>true</static>", True, True),
    ],
)
def test_an_include_says_whether_the_model_it_includes_is_static(
    tmp_path: Path, own: str, given: str, outer: bool, inner: bool
) -> None:
    """And that alone: what is nested in it stays static where it says so itself."""
    folder = tmp_path / "models" / "crate"
    folder.mkdir(parents=True)
    nested = box("fixed", "0 0 0 0 0 0", "1 1 1") + box("loose", "2 0 0 0 0 0", "1 1 1", "")
    model = box("crate", "9 9 9 0 0 0", "1 1 1", f"<static>{own}</static>{nested}")
    (folder / "model.sdf").write_text(f'<sdf version="1.6">{model}</sdf>')
    file = write(tmp_path, sdf(f"<include><uri>model://crate</uri>{given}</include>"))
    found = {model.name: model.static for model in read_world(file).models}
    assert (found["crate"], found["crate::fixed"], found["crate::loose"]) == (outer, True, inner)


@pytest.mark.parametrize(
    ("outer", "own", "is_mapped"),
    [
        ("", "", True),
        ("false", "", False),
        ("false", "true", True),
        ("true", "false", False),
    ],
)
def test_a_nested_model_says_itself_whether_it_is_mapped_and_else_as_the_one_around_it(
    world_of: MakeWorld, outer: str, own: str, is_mapped: bool
) -> None:
    def flag(text: str) -> str:
        return f"<bench:mapped>{text}</bench:mapped>" if text else ""

    inner = box("inner", "0 0 0 0 0 0", "1 1 1", "<static>true</static>" + flag(own))
    world = world_of(f'<model name="outer">{flag(outer)}{inner}</model>')
    assert world.models[-1].mapped is is_mapped


@pytest.mark.parametrize(("own", "given"), [("true", "false"), ("false", "true")])
def test_an_include_says_whether_the_model_it_includes_is_mapped(
    tmp_path: Path, own: str, given: str
) -> None:
    folder = tmp_path / "models" / "crate"
    folder.mkdir(parents=True)
    told = f"<static>true</static><bench:mapped>{own}</bench:mapped>"
    model = box("crate", "9 9 9 0 0 0", "1 1 1", told)
    (folder / "model.sdf").write_text(f'<sdf version="1.6" xmlns:bench="x">{model}</sdf>')
    included = f"<uri>model://crate</uri><bench:mapped>{given}</bench:mapped>"
    world = read_world(write(tmp_path, sdf(f"<include>{included}</include>")))
    assert world.models[-1].mapped is (given == "true")


@pytest.mark.parametrize(
    "model",
    [
        FLOOR.replace("0 0 1", "1 0 0"),
        FLOOR.replace("0 0 1", "0 0.02 1"),
        FLOOR.replace("<link", "<pose>0 0 0 1.57 0 0</pose><link"),
        FLOOR.replace("<geometry>", "<pose>0 0 0 0 0.5 0</pose><geometry>"),
    ],
)
def test_a_plane_that_is_not_level_is_refused(tmp_path: Path, model: str) -> None:
    file = write(tmp_path, sdf(model.replace('"floor"', '"wall"')))
    with pytest.raises(UserError, match="bad.sdf:6: <plane> of collision 'c' in model 'wall' is"):
        read_world(file)


def test_a_floor_may_be_turned_and_raised(world_of: MakeWorld) -> None:
    turned = FLOOR.replace('"floor"', '"turned"').replace(
        "<link", "<pose>1 2 0.1 0 1.5708 3</pose><link"
    )
    world = world_of(turned.replace("0 0 1</normal>", "1 0 0</normal>"))
    assert world.models[-1].name == "turned"


@pytest.mark.parametrize(
    "inside, mistake",
    [
        ("<gravity>false</gravity>", "<gravity> cannot be false"),
        ("<kinematic>true</kinematic>", "<kinematic> cannot be true"),
        ("<inertial><pose>0 0 9 0 0 0</pose></inertial>", "its <pose> follows from its shape here"),
        ("<inertial><inertia/></inertial>", "its <inertia> follows from its shape here"),
        ("<inertial><masss>3</masss></inertial>", "masss"),
    ],
)
def test_what_would_change_how_a_model_is_pushed_is_refused(
    tmp_path: Path, inside: str, mistake: str
) -> None:
    pushed = box("crate", "2 0 0.5 0 0 0", "1 1 1", extra="")
    file = write(tmp_path, sdf(pushed.replace('<link name="link">', f'<link name="link">{inside}')))
    with pytest.raises(UserError, match=mistake):
        read_world(file)


def test_a_mover_with_models_in_it_is_refused(tmp_path: Path) -> None:
    path = "<bench:waypoint>1 1</bench:waypoint><bench:waypoint>2 1</bench:waypoint>"
    mover = f"<bench:mover><bench:speed>1</bench:speed>{path}</bench:mover>"
    body = box("body", "0 0 0.5 0 0 0", "1 1 1", extra="")
    file = write(tmp_path, sdf(f'<model name="cart">{mover}{body}</model>'))
    with pytest.raises(UserError, match="model 'cart' has a <bench:mover> and models in it, which"):
        read_world(file)
