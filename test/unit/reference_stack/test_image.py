# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Reading map images."""

from pathlib import Path

import numpy as np
import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.reference_stack.mapping.image import read_pgm


def test_a_binary_image_with_a_comment_is_read_top_row_first(tmp_path: Path) -> None:
    path = tmp_path / "map.pgm"
    path.write_bytes(b"P5\n# made by hand\n3 2\n255\n" + bytes([0, 10, 32, 205, 254, 255]))
    assert read_pgm(path).tolist() == [[0, 10, 32], [205, 254, 255]]


def test_a_first_pixel_that_looks_like_white_space_is_a_pixel(tmp_path: Path) -> None:
    path = tmp_path / "map.pgm"
    path.write_bytes(b"P5 2 1 255\n" + b"\n ")
    assert read_pgm(path).tolist() == [[10, 32]]


def test_a_plain_image_is_scaled_to_the_full_range(tmp_path: Path) -> None:
    path = tmp_path / "map.pgm"
    path.write_text("P2\n2 2\n15\n0 15\n3 6\n")
    assert read_pgm(path).tolist() == [[0, 255], [51, 102]]


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"P6 1 1 255\n\x00\x00\x00", "not a PGM image"),
        (b"P5 4 4 255\n\x00", "1 pixels, but the header says 4x4"),
        (b"P5 4", "header ends early"),
        (b"P5 a b 255\n", "no number"),
        (b"P5 0 3 255\n", "unusable PGM header"),
        (b"P2 1 1 255\nx\n", "a pixel is not a number"),
    ],
)
def test_a_broken_image_is_named_with_its_fault(
    tmp_path: Path, content: bytes, complaint: str
) -> None:
    path = tmp_path / "broken.pgm"
    path.write_bytes(content)
    with pytest.raises(UserError, match=complaint) as raised:
        read_pgm(path)
    assert "broken.pgm" in str(raised.value)


def test_a_missing_image_is_named(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="no.pgm: No such file"):
        read_pgm(tmp_path / "no.pgm")


def test_pixels_are_bytes(tmp_path: Path) -> None:
    path = tmp_path / "map.pgm"
    path.write_bytes(b"P5 1 1 255\n\x07")
    assert read_pgm(path).dtype == np.uint8
