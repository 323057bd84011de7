# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Maps rendered from worlds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import yaml
from simulator_worlds import ROOM, box

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.map_making.render_map import (
    FREE,
    OCCUPIED,
    UNKNOWN,
    main,
    render,
    write,
)
from nav2_composition_bench.reference_stack.mapping.occupancy_map import load_map
from nav2_composition_bench.simulator.sdf import read_world
from nav2_composition_bench.simulator.world import World
from nav2_composition_bench.study.goal import Goal

MakeWorld = Callable[..., World]


def test_cells_are_where_the_world_says(world_of: MakeWorld) -> None:
    occupancy = render(world_of(ROOM + box("post", "2 1 0.5 0 0 0", "0.2 0.2 1"), "0 0 0"))
    rows = occupancy.pixels.shape[0]

    def pixel(x: float, y: float) -> int:
        column = int((x - occupancy.origin[0]) / occupancy.resolution_m)
        row = rows - 1 - int((y - occupancy.origin[1]) / occupancy.resolution_m)
        return int(occupancy.pixels[row, column])

    assert pixel(2.02, 1.02) == OCCUPIED
    assert pixel(2.13, 1.02) == FREE
    assert pixel(4.02, 0.02) == OCCUPIED
    assert pixel(3.97, 0.02) == FREE
    assert pixel(-2.17, 0.02) == UNKNOWN


def shape(kind: str, pose: str, size: str) -> str:
    """Return a static model of one cylinder or sphere."""
    cube = "<box><size>1 1 1</size></box>"
    return box(kind, pose, "1 1 1").replace(cube, f"<{kind}>{size}</{kind}>")


ROD = "<radius>0.005</radius><length>1</length>"


@pytest.mark.parametrize(
    "thin",
    [
        box("wall", "0.51 0 0.5 0 0 0", "0.01 2 1"),
        box("yawed", "0.51 0 0.5 0 0 0.5", "0.002 2 1"),
        box("leaning", "0.51 0 0.18 0 1.2 0.5", "0.002 2 1"),
        shape("cylinder", "0.51 0.01 0.5 0 0 0.7", ROD),
        shape("cylinder", "0.51 0 0.18 0 1.5707963 0.5", ROD),
        shape("sphere", "0.51 0.01 0.18 0 0 0", "<radius>0.004</radius>"),
    ],
)
def test_every_cell_that_an_obstacle_meets_is_occupied_however_thin_it_is(
    world_of: MakeWorld, thin: str
) -> None:
    bare, world = render(world_of(ROOM)), world_of(ROOM + thin)
    occupancy, model = render(world), world.models[-1]
    rows = occupancy.pixels.shape[0]
    extent = model.collisions[0].shape
    half = 0.999 * max(extent.size) / 2
    axis = model.pose.rotation()[:, 1 if extent.kind == "box" else 2]
    met = set()
    for along in np.linspace(-half, half, 1001):
        x, y, _ = np.array(model.pose.position) + along * axis
        column = int((x - occupancy.origin[0]) / occupancy.resolution_m)
        met.add((rows - 1 - int((y - occupancy.origin[1]) / occupancy.resolution_m), column))
    new = {(int(row), int(column)) for row, column in np.argwhere(occupancy.pixels != bare.pixels)}
    assert met <= new
    assert len(new) <= 2 * len(met)


def test_a_cell_that_an_obstacle_only_touches_is_free(world_of: MakeWorld) -> None:
    bare, post = render(world_of(ROOM)), box("post", "2 1 0.5 0 0 0", "0.2 0.2 1")
    assert (render(world_of(ROOM + post)).pixels != bare.pixels).sum() == 16


def test_only_mapped_static_models_at_the_lidars_height_are_on_the_map(
    world_of: MakeWorld,
) -> None:
    hidden = (
        box("low", "1 0 0.05 0 0 0", "0.3 0.3 0.1")
        + box("high", "1 1 0.8 0 0 0", "0.3 0.3 0.2")
        + box("unmapped", "1 2 0.5 0 0 0", "0.3 0.3 1",
              "<static>true</static><bench:mapped>false</bench:mapped>")
        + box("loose", "1 -1 0.1 0 0 0", "0.3 0.3 0.4", "")
    )  # fmt: skip
    bare, cluttered = render(world_of(ROOM)), render(world_of(ROOM + hidden))
    assert np.array_equal(bare.pixels, cluttered.pixels)


def test_the_map_file_is_described_for_a_map_server(tmp_path: Path, world_of: MakeWorld) -> None:
    world = world_of(ROOM)
    occupancy = render(world)
    write(occupancy, world, tmp_path / "room")
    description = yaml.safe_load((tmp_path / "room.yaml").read_text())
    assert description["image"] == "room.pgm"
    assert description["origin"] == pytest.approx([-2.2, -3.2, 0.0])
    assert (tmp_path / "room.pgm").read_bytes().startswith(b"P5\n")


def test_cells_that_nobody_can_see_are_loaded_as_unknown(
    tmp_path: Path, world_of: MakeWorld
) -> None:
    world = world_of(ROOM)
    rendered = render(world)
    write(rendered, world, tmp_path / "room")
    unknown = load_map(tmp_path / "room.yaml").occupancy == -1
    assert unknown.sum() == (rendered.pixels == UNKNOWN).sum() > 0


@pytest.mark.parametrize(
    ("start", "said"),
    [
        ("100 0 0", "<bench:start> 100 0 is outside of all that is mapped"),
        ("-3 0 0", "<bench:start> -3 0 is outside of all that is mapped"),
        ("4.05 0 0", "<bench:start> 4.05 0 is inside a mapped model"),
    ],
)
def test_a_start_without_floor_around_it_is_refused(
    world_of: MakeWorld, start: str, said: str
) -> None:
    with pytest.raises(UserError, match=f"test.sdf: {said}; it must be on the floor"):
        render(world_of(ROOM, start))


def test_a_world_with_nothing_to_map_is_refused(world_of: MakeWorld) -> None:
    with pytest.raises(UserError, match="test.sdf: there is nothing to map: no static <model>"):
        render(world_of(""))


def test_a_map_may_have_a_point_in_its_name(tmp_path: Path, world_of: MakeWorld) -> None:
    world = world_of(ROOM)
    write(render(world), world, tmp_path / "lab_1.2")
    description = yaml.safe_load((tmp_path / "lab_1.2.yaml").read_text())
    assert (tmp_path / description["image"]).is_file()


def test_a_world_or_map_that_cannot_be_used_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = str(data_file("worlds/bench.sdf"))
    for words in ([str(tmp_path / "no.sdf"), str(tmp_path / "m")], [world, str(tmp_path / "no/m")]):
        assert main(words) == 2
        said = capsys.readouterr().err
        assert said.startswith("render_map: ") and said.count("\n") == 1


def test_goals_of_the_default_study_are_free_with_room_to_turn(default_goals: list[Goal]) -> None:
    occupancy = render(read_world(data_file("worlds/bench.sdf")))
    rows = occupancy.pixels.shape[0]
    for goal in default_goals:
        column = int((goal.x_m - occupancy.origin[0]) / occupancy.resolution_m)
        row = rows - 1 - int((goal.y_m - occupancy.origin[1]) / occupancy.resolution_m)
        reach = round(0.5 / occupancy.resolution_m)
        around = occupancy.pixels[
            row - reach : row + reach + 1, column - reach : column + reach + 1
        ]
        assert (around == FREE).all()
