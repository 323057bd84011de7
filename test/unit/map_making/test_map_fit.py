# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How maps are judged, and that the shipped one fits its world."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
import yaml
from simulator_worlds import ROOM, box

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.map_making.map_fit import TOLERANCE_M, fit, main, read_map
from nav2_composition_bench.map_making.map_provenance import sha256
from nav2_composition_bench.map_making.render_map import (
    FREE,
    OCCUPIED,
    UNKNOWN,
    OccupancyMap,
    render,
    write,
)
from nav2_composition_bench.simulator.sdf import read_world
from nav2_composition_bench.simulator.world import World

MakeWorld = Callable[..., World]


@pytest.fixture
def room(world_of: MakeWorld) -> World:
    return world_of(ROOM + box("post", "2 1 0.5 0 0 0", "0.6 0.6 1"))


def test_the_shipped_map_fits_the_shipped_world() -> None:
    found = fit(read_map(data_file("maps/bench.yaml")), read_world(data_file("worlds/bench.sdf")))
    assert found.occupied > 1000
    assert found.worst_m <= TOLERANCE_M
    assert found.occupied_off_share == 0.0
    assert found.free_coverage > 0.95
    assert found.surface_coverage > 0.9  # no lidar sees the narrow ways behind shelves
    assert found.free_inside_share == 0.0


def test_the_shipped_map_was_made_from_the_shipped_files() -> None:
    made = yaml.safe_load(data_file("maps/bench.provenance.yaml").read_text())
    for kept, file in (
        (made["map"], "maps/bench.pgm"),
        (made["inputs"]["world"], "worlds/bench.sdf"),
        (made["inputs"]["route"], "worlds/bench_route.yaml"),
        (made["inputs"]["slam_params"], "params/slam.yaml"),
    ):
        assert kept["sha256"] == sha256(data_file(file)), f"{file} has changed: make the map again"


def test_the_truth_fits_itself(room: World) -> None:
    found = fit(render(room), room)
    assert found.worst_m < 0.05
    assert found.free_coverage > 0.97
    assert found.surface_coverage == 1.0
    assert found.free_inside_share == 0.0


def test_a_map_that_is_shifted_is_off(room: World) -> None:
    truth = render(room)
    shifted = OccupancyMap(truth.pixels, (truth.origin[0] + 0.3, truth.origin[1]), 0.05)
    found = fit(shifted, room)
    assert found.worst_m == pytest.approx(0.3, abs=0.08)
    assert found.occupied_off_share > 0.3
    assert found.free_inside_share > 0.0
    assert found.free_coverage < 0.97


def test_what_was_not_seen_is_missing_from_the_coverage(room: World) -> None:
    truth = render(room)
    pixels = truth.pixels.copy()
    pixels[:, pixels.shape[1] // 2 :] = UNKNOWN
    found = fit(OccupancyMap(pixels, truth.origin, truth.resolution_m), room)
    assert 0.4 < found.free_coverage < 0.6
    assert 0.3 < found.surface_coverage < 0.7
    assert found.occupied_off_share == 0.0


def test_an_obstacle_that_is_not_there_is_off(room: World) -> None:
    truth = render(room)
    pixels = truth.pixels.copy()
    row, column = np.argwhere(pixels == FREE)[len(np.argwhere(pixels == FREE)) // 3]
    pixels[row, column] = OCCUPIED
    found = fit(OccupancyMap(pixels, truth.origin, truth.resolution_m), room)
    assert 0.0 < found.occupied_off_share < 0.01
    assert found.worst_m > TOLERANCE_M


def test_a_map_is_read_as_it_was_written(room: World, tmp_path: Path) -> None:
    truth = render(room)
    write(truth, room, tmp_path / "room")
    read = read_map(tmp_path / "room.yaml")
    assert np.array_equal(read.pixels, truth.pixels)
    assert read.origin == pytest.approx(truth.origin)
    image = (tmp_path / "room.pgm").read_bytes()
    commented = image.replace(b"P5\n", b"P5\n# CREATOR: somebody 0.050 m/pix\n", 1)
    (tmp_path / "room.pgm").write_bytes(commented)
    assert np.array_equal(read_map(tmp_path / "room.yaml").pixels, truth.pixels)


def test_what_is_not_a_map_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "map.yaml"
    with pytest.raises(UserError, match="cannot be read"):
        read_map(file)
    file.write_text("resolution: 0.05\n")
    with pytest.raises(UserError, match="not the description of a map"):
        read_map(file)
    file.write_text("{image: map.pgm, resolution: 0.05, origin: [0, 0, 0.3]}")
    (tmp_path / "map.pgm").write_bytes(b"P5\n1 1\n255\n\0")
    with pytest.raises(UserError, match="not turned"):
        read_map(file)
    file.write_text("{image: map.pgm, resolution: 0.05, origin: [0, 0, 0]}")
    (tmp_path / "map.pgm").write_bytes(b"P5\n3 2\n255\n\0\0\0\0\0")
    with pytest.raises(UserError, match="fewer than 3 x 2 pixels"):
        read_map(file)


@pytest.mark.parametrize(
    ("pixel", "resolution", "said"),
    [
        (FREE, "0.05", "its image has no occupied cell, a pixel of 0"),
        (OCCUPIED, "0.05", "its image has no free cell, a pixel of 254"),
        (FREE, "0", "resolution is 0, must be above zero"),
    ],
)
def test_a_map_that_says_nothing_of_its_world_is_refused(
    tmp_path: Path, pixel: int, resolution: str, said: str
) -> None:
    (tmp_path / "map.pgm").write_bytes(b"P5\n2 2\n255\n" + bytes([pixel] * 4))
    file = tmp_path / "map.yaml"
    file.write_text(f"{{image: map.pgm, resolution: {resolution}, origin: [0, 0, 0]}}")
    with pytest.raises(UserError, match=f"map.yaml: {said}"):
        read_map(file)


@pytest.mark.parametrize(
    ("origin", "negate", "said"),
    [
        ("[.nan, 0, 0]", "0", "origin is at nan, 0, must be finite numbers"),
        ("[0, -.inf, 0]", "0", "origin is at 0, -inf, must be finite numbers"),
        ("[0, 0, 0]", "1", "negate is 1, must be 0"),
        ("[0, 0, 0]", "true", "negate is 1, must be 0"),
    ],
)
def test_a_map_at_no_place_or_with_light_and_dark_exchanged_is_refused(
    tmp_path: Path, origin: str, negate: str, said: str
) -> None:
    (tmp_path / "map.pgm").write_bytes(b"P5\n2 1\n255\n" + bytes([FREE, OCCUPIED]))
    file = tmp_path / "map.yaml"
    text = "{{image: map.pgm, resolution: 0.05, origin: {}, negate: {}}}"
    file.write_text(text.format("[0, 0, 0]", "0"))
    read_map(file)
    file.write_text(text.format(origin, negate))
    with pytest.raises(UserError, match=f"map.yaml: {said}"):
        read_map(file)


def test_a_map_that_cannot_be_read_is_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([str(tmp_path / "no.yaml"), str(data_file("worlds/bench.sdf"))]) == 2
    said = capsys.readouterr().err
    assert said.startswith("map_fit: ") and said.count("\n") == 1
