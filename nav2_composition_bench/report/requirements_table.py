# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What became of a topology's requirements, as rows of a table."""

from __future__ import annotations

from collections.abc import Sequence

from nav2_composition_bench.aggregate.requirements import JudgedRequirement
from nav2_composition_bench.metrics import NOT_MEASURED
from nav2_composition_bench.report.quantities import short

REQUIREMENT_WORDS = range(2)
"""Columns of these rows that hold words."""


def requirement_rows(judged: Sequence[JudgedRequirement]) -> list[list[str]]:
    """Return heading and one row for each requirement of each arm; empty without any."""
    heading = ["arm", "requirement", "at most", "mean [95 %]", "trials", "verdict"]
    rows = [
        [
            one.arm,
            one.quantity,
            f"{one.limit:g} {one.unit}",
            _found(one),
            str(one.description.count if one.description else 0),
            str(one.outcome),
        ]
        for one in judged
    ]
    return [heading, *rows] if rows else []


def requirement_notes(judged: Sequence[JudgedRequirement]) -> list[str]:
    """Say why requirements are undecided."""
    notes = []
    if any(one.description and one.description.interval is None for one in judged):
        notes.append("a single trial has no interval; two or more decide")
    if any(one.missing for one in judged):
        notes.append(
            "where some valid trials do not tell a quantity, its requirement is undecided at best"
        )
    return notes


def _found(one: JudgedRequirement) -> str:
    if one.description is None:
        return NOT_MEASURED
    mean, interval = one.description.mean, one.description.interval
    text = short(mean)
    return f"{text} [{short(interval.low)}, {short(interval.high)}]" if interval else text
