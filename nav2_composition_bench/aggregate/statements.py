# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a publication says of the curves that studies measure here, in our own words."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from nav2_composition_bench.files.json_document import read_json
from nav2_composition_bench.files.package_files import data_file

PACKAGED = "results/paper/statements.json"

EVERY, LEAST, MOST = "every", "least", "most"
"""Places on an axis: each that was measured, and its ends."""
BELOW, ABOVE = "below", "above"

Selector = Mapping[str, tuple[str, ...]]
"""Factor → levels; a line is meant if it has one of them in each of these factors."""


class Kind(str, enum.Enum):
    """What a statement is about."""

    RATIO = "ratio"
    """One line's figure over another's, or over its own at another place, is a value."""
    ORDERING = "ordering"
    """One line's figure lies below or above another's."""
    LEVEL = "level"
    """A figure is a value, or lies below or above it."""
    SLOPE = "slope"
    """What one more on the axis adds to a figure is a value."""


@dataclass(frozen=True)
class Statement:
    """One published fact.

    :param study: name of the study that measures the same here.
    :param figure: of the publication.
    :param text: the fact in our own words.
    :param of: the lines that it is about.
    :param against: the lines that they are compared with; None for a level or slope.
    :param at: place on the axis, or ``every``, ``least`` or ``most``.
    :param against_at: place of the line compared with; None for the same place.
    :param beyond: of ``every``, places above this one only.
    :param up_to: of a slope, places up to this one only.
    :param value: least and greatest published value, in the records' unit; the same twice for a
        single figure; None for an ordering.
    :param relation: ``below`` or ``above``; None where a value is met.
    :param read_in: where the fact was read, if not in the publication itself.
    """

    study: str
    figure: str
    text: str
    kind: Kind
    metric: str
    of: Selector
    against: Selector | None = None
    at: float | str = EVERY
    against_at: float | str | None = None
    beyond: float | None = None
    up_to: float | None = None
    value: tuple[float, float] | None = None
    relation: str | None = None
    read_in: tuple[str, ...] = ()

    @property
    def is_range(self) -> bool:
        """Whether the publication gives a range rather than a figure."""
        return self.value is not None and self.value[0] < self.value[1]


@dataclass(frozen=True)
class Statements:
    """Those of one publication.

    :param places: name → what it is, of the places where facts were read.
    :param left_out: what the publication shows, and no figure of which was found.
    """

    source: str
    places: Mapping[str, str] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    statements: tuple[Statement, ...] = ()

    def of_study(self, name: str) -> tuple[Statement, ...]:
        """Return the statements on a study; ``goodput-rclcpp`` is the study ``goodput`` again."""
        return tuple(
            one for one in self.statements if name == one.study or name.startswith(f"{one.study}-")
        )


def packaged_statements() -> Statements:
    """Return what the paper says.

    :raises UserError: if the package's data are incomplete.
    """
    document: Any = read_json(data_file(PACKAGED)).content
    return Statements(
        document["source"],
        document["places"],
        tuple(document["left_out"]),
        tuple(map(_statement, document["statements"])),
    )


def _statement(content: Mapping[str, Any]) -> Statement:
    against, value = content.get("against"), content.get("value")
    ends: Any = value if isinstance(value, list) else [value] * 2
    return Statement(
        content["study"],
        content["figure"],
        content["statement"],
        Kind(content["kind"]),
        content["metric"],
        _selector(content.get("of", {})),
        None if against is None else _selector(against),
        content.get("at", EVERY),
        content.get("against_at"),
        content.get("beyond"),
        content.get("up_to"),
        None if value is None else (ends[0], ends[1]),
        content.get("relation"),
        tuple(content.get("read_in", ())),
    )


def _selector(content: Mapping[str, Any]) -> Selector:
    return {
        factor: tuple(levels) if isinstance(levels, list) else (str(levels),)
        for factor, levels in content.items()
    }
