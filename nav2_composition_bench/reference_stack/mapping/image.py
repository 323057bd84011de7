# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Read greyscale map images (PGM, the format of map_saver)."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.errors import UserError, told_in_one_line

_TOKEN = re.compile(rb"(?:\s*#[^\n]*\n|\s)*([^\s#]+)")


def _header(data: bytes, path: Path) -> tuple[bytes, int, int, int, int]:
    """Return (magic, width, height, maximum, offset of the first pixel)."""
    tokens: list[bytes] = []
    offset = 0
    for _ in range(4):
        match = _TOKEN.match(data, offset)
        if match is None:
            raise UserError(f"{path}: the PGM header ends early; expected P5, width, height, 255")
        tokens.append(match.group(1))
        offset = match.end()
    if tokens[0] not in (b"P2", b"P5"):
        raise UserError(f"{path}: not a PGM image (it begins with {tokens[0][:8]!r}, not P5 or P2)")
    try:
        width, height, maximum = (int(token) for token in tokens[1:])
    except ValueError:
        raise UserError(
            f"{path}: width, height or maximum in the PGM header is no number"
        ) from None
    if width < 1 or height < 1 or not 1 <= maximum <= 255:
        raise UserError(f"{path}: unusable PGM header {width}x{height}, maximum {maximum}")
    return tokens[0], width, height, maximum, offset


def read_pgm(path: Path) -> NDArray[np.uint8]:
    """Read a binary (P5) or plain (P2) PGM image with up to 8 bits a pixel.

    :returns: array (rows, columns), first row on top, scaled to 0 (black) ... 255 (white).
    :raises UserError: if the file is missing, no such PGM, or shorter than its header says.
    """
    with told_in_one_line(f"cannot read map image {path}"):
        data = path.read_bytes()
    magic, width, height, maximum, offset = _header(data, path)
    if magic == b"P5":
        # One white-space byte, no more, stands between the header and the pixels.
        pixels = np.frombuffer(data[offset + 1 :][: width * height], dtype=np.uint8)
    else:
        try:
            pixels = np.array(data[offset:].split(), dtype=np.uint8)
        except (ValueError, OverflowError):
            raise UserError(f"{path}: a pixel is not a number from 0 to {maximum}") from None
    if pixels.size < width * height:
        raise UserError(f"{path}: {pixels.size} pixels, but the header says {width}x{height}")
    image = pixels[: width * height].reshape(height, width)
    if maximum == 255:
        return image
    return np.asarray(np.rint(image * (255.0 / maximum)), dtype=np.uint8)
