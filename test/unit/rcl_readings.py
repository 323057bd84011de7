# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Texts of parameter files and what rcl reads them for; an integration test asks rcl itself."""

from __future__ import annotations

import math

READINGS: dict[str, bool | int | float | str] = {
    "y": True,
    "N": False,
    "On": True,
    "off": False,
    "TRUE": True,
    "yEs": "yEs",
    "+5": 5,
    "-0": 0,
    "017": 15,
    "0x1F": 31,
    "-0x10": -16,
    "9223372036854775807": 9223372036854775807,
    "-9223372036854775808": -9223372036854775808,
    "9223372036854775808": 9.223372036854776e18,
    "08": 8.0,
    "1.": 1.0,
    "-.5": -0.5,
    "1e5": 1e5,
    "1.0e-3": 0.001,
    "1e400": "1e400",
    "0x1p3": 8.0,
    "0x1.8": 1.5,
    "0x1p5000": "0x1p5000",
    "inf": math.inf,
    "-Infinity": -math.inf,
    ".inf": math.inf,
    "-.INF": -math.inf,
    "nan(5)": math.nan,
    ".NaN": math.nan,
    ".Nan": ".Nan",
    "0x": "0x",
    "0o17": "0o17",
    "0b11": "0b11",
    "1_000": "1_000",
    "1:30": "1:30",
    "1e": "1e",
    "5f": "5f",
    "2024-02-03": "2024-02-03",
    "map.yaml": "map.yaml",
}


def alike(one: object, other: object) -> bool:
    """Tell whether two values and their types are equal, NaN to NaN."""
    return type(one) is type(other) and (one == other or (one != one and other != other))
