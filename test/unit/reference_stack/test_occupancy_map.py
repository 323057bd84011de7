# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Map files."""

from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.reference_stack.mapping.occupancy_map import load_map

GOOD = "image: map.pgm\nresolution: 0.05\norigin: [-1.0, -2.0, 0.0]\n"


def write_map(directory: Path, text: str) -> Path:
    (directory / "map.pgm").write_bytes(b"P5 3 2 255\n" + bytes([0, 205, 254, 254, 254, 100]))
    path = directory / "map.yaml"
    path.write_text(text)
    return path


def test_dark_is_occupied_light_is_free_grey_is_unknown_and_rows_begin_at_the_bottom(
    tmp_path: Path,
) -> None:
    loaded = load_map(write_map(tmp_path, GOOD + "occupied_thresh: 0.65\nfree_thresh: 0.1\n"))
    assert loaded.occupancy.tolist() == [[0, 0, -1], [100, -1, 0]]
    assert (loaded.resolution_m, loaded.origin_x_m, loaded.origin_y_m) == (0.05, -1.0, -2.0)


def test_negate_swaps_dark_and_light(tmp_path: Path) -> None:
    loaded = load_map(write_map(tmp_path, GOOD + "negate: 1\n"))
    assert loaded.occupancy[1].tolist() == [0, 100, 100]


def test_scale_keeps_the_shades_between_the_thresholds(tmp_path: Path) -> None:
    text = GOOD + "mode: scale\noccupied_thresh: 0.8\nfree_thresh: 0.2\n"
    loaded = load_map(write_map(tmp_path, text))
    assert loaded.occupancy[0, 2] == round((155 / 255 - 0.2) / 0.6 * 100)


def test_raw_takes_the_pixels_as_they_are(tmp_path: Path) -> None:
    loaded = load_map(write_map(tmp_path, GOOD + "mode: raw\n"))
    assert loaded.occupancy.tolist() == [[-1, -1, 100], [0, -1, -1]]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "it has no 'image'"),
        ("image: [", "is not YAML"),
        ("image: map.pgm\nresolution: 0.05\n", "'origin' must be"),
        ("image: map.pgm\nresolution: 0\norigin: [0, 0, 0]\n", "above 0 m"),
        ("image: map.pgm\nresolution: fine\norigin: [0, 0, 0]\n", "'resolution' must be a number"),
        ("image: map.pgm\nresolution: 0.05\norigin: [0, 0, 0.3]\n", "rotated maps"),
        (GOOD + "mode: ternary\n", "unknown 'mode' 'ternary'"),
        ("image: gone.pgm\nresolution: 0.05\norigin: [0, 0, 0]\n", "gone.pgm: No such file"),
    ],
)
def test_a_malformed_description_is_one_clear_line(
    tmp_path: Path, text: str, complaint: str
) -> None:
    with pytest.raises(UserError, match=complaint) as raised:
        load_map(write_map(tmp_path, text))
    assert "\n" not in str(raised.value)


def test_a_missing_description_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot read map .*none.yaml: No such file"):
        load_map(tmp_path / "none.yaml")
