# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a publication says of the curves that studies measure here, in our own words."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.document import Place
from nav2_composition_bench.files.json_document import read_json
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.metrics import METRICS
from nav2_composition_bench.study.arm import FACTORS

SCHEMA = 1
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
    return read_statements(data_file(PACKAGED))


def read_statements(path: Path) -> Statements:
    """Read one file of statements.

    :raises UserError: naming file, line and key of the first fault, and what would be right.
    """
    document = read_json(path)
    content, root = document.content, Place(document)
    if (
        not isinstance(content, dict)
        or content.get("kind") != "statements"
        or content.get("schema") != SCHEMA
    ):
        raise UserError(
            f"{path}: no statements of schema {SCHEMA}; see results/paper/ for the form"
        )
    places = _known(content, root, ("schema", "kind", "source", "places", "left_out", "statements"))
    names = places.get("places", {})
    statements = tuple(
        _statement(each, root.below("statements", index), names)
        for index, each in enumerate(places.get("statements", ()))
    )
    return Statements(
        _text(places, "source", root), names, tuple(places.get("left_out", ())), statements
    )


_KEYS = (
    "study",
    "figure",
    "statement",
    "kind",
    "metric",
    "of",
    "against",
    "at",
    "against_at",
    "beyond",
    "up_to",
    "value",
    "relation",
    "read_in",
)
_NEEDED = {
    Kind.RATIO: ("value", "against"),
    Kind.ORDERING: ("relation", "against"),
    Kind.LEVEL: ("value",),
    Kind.SLOPE: ("value",),
}


def _statement(content: Any, place: Place, names: Mapping[str, str]) -> Statement:
    known = _known(content, place, _KEYS)
    kind = _one_of(_text(known, "kind", place), [each.value for each in Kind], place.at("kind"))
    metric = _one_of(_text(known, "metric", place), METRICS, place.at("metric"))
    for key in _NEEDED[Kind(kind)]:
        if key not in known:
            raise UserError(f"{place.at()} lacks {key}, which a statement of kind {kind} needs")
    if "relation" in known:
        _one_of(known["relation"], (BELOW, ABOVE), place.at("relation"))
    read_in = tuple(known.get("read_in", ()))
    for name in read_in:
        _one_of(name, names, place.at("read_in"))
    against = known.get("against")
    return Statement(
        _text(known, "study", place),
        _text(known, "figure", place),
        _text(known, "statement", place),
        Kind(kind),
        metric,
        _selector(known.get("of", {}), place.below("of")),
        None if against is None else _selector(against, place.below("against")),
        _at(known.get("at", EVERY), place.at("at")),
        None if "against_at" not in known else _at(known["against_at"], place.at("against_at")),
        known.get("beyond"),
        known.get("up_to"),
        _value(known.get("value"), place),
        known.get("relation"),
        read_in,
    )


def _known(content: Any, place: Place, keys: tuple[str, ...]) -> dict[str, Any]:
    if not isinstance(content, dict):
        raise UserError(f"{place.at()} must be an object")
    for key in content:
        if key not in keys:
            raise UserError(f"{place.at(key)} is unknown; known: {', '.join(keys)}")
    return content


def _text(content: Mapping[str, Any], key: str, place: Place) -> str:
    value = content.get(key)
    if not isinstance(value, str) or not value:
        raise UserError(f"{place.at(key)} must be a text")
    return value


def _one_of(value: Any, known: Any, where: str) -> str:
    if value not in known:
        raise UserError(f"{where} is {value!r}, must be one of {', '.join(known)}")
    return str(value)


def _selector(content: Any, place: Place) -> Selector:
    known = _known(content, place, (*FACTORS, "kind"))
    return {
        factor: tuple(levels) if isinstance(levels, list) else (str(levels),)
        for factor, levels in known.items()
    }


def _at(value: Any, where: str) -> float | str:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    return _one_of(value, (EVERY, LEAST, MOST), where)


def _value(value: Any, place: Place) -> tuple[float, float] | None:
    if value is None:
        return None
    ends = value if isinstance(value, list) else [value, value]
    if len(ends) != 2 or not all(isinstance(each, (int, float)) and each > 0 for each in ends):
        raise UserError(
            f"{place.at('value')} is {value!r}, must be a positive number or two ends of a range"
        )
    return float(ends[0]), float(ends[1])
