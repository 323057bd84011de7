# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What reports call the axis of a study and the places on it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nav2_composition_bench.report.quantities import bytes_text, short


@dataclass(frozen=True)
class AxisWords:
    """Words for one axis.

    :param label: with its unit.
    :param counted: one of what the axis counts; empty for an axis that counts nothing. Costs over
        a count are drawn over plain axes, since they may grow in a straight line.
    """

    label: str
    counted: str = ""


_KNOWN: Mapping[str, AxisWords] = {
    "number": AxisWords("nodes", "node"),
    "robots": AxisWords("robots", "robot"),
    "topics": AxisWords("topics of a robot", "topic"),
    "subscriptions": AxisWords("subscriptions", "subscription"),
    "size_bytes": AxisWords("message size"),
    "rate_hz": AxisWords("rate [Hz]"),
    "period_ms": AxisWords("period [ms]"),
    "work_us": AxisWords("work in each callback [µs]"),
    "jpeg_quality": AxisWords("JPEG quality"),
    "primes": AxisWords("limit of the primes"),
}


def axis_words(name: str) -> AxisWords:
    """Return the words for an axis; one that is not known is called by its name."""
    return _KNOWN.get(name) or AxisWords(name)


def place_text(axis: str, place: float) -> str:
    """Write a place on an axis, sizes with their unit."""
    return bytes_text(place) if axis == "size_bytes" else short(place)
