# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Studies whose topologies are values of one quantity: the axis of their curves, and the lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from nav2_composition_bench.aggregate.samples import levels_of
from nav2_composition_bench.study.arm import JOINT, name_of
from nav2_composition_bench.study.exchange_section import COMPARED, kind_of
from nav2_composition_bench.study.factor import COMPOSITION, DISCOVERY, FACTORS, TOPOLOGY, differing
from nav2_composition_bench.trial.record import TrialFigures

KIND = "kind"
"""Level of a line for what its topologies have in common besides their place on the axis."""


@dataclass(frozen=True)
class Line:
    """Arms that differ by their place on the axis alone.

    :param levels: factor → level, without the topology; ``kind`` where topologies of one place
        differ by more.
    :param arms: place → arm's name, ascending.
    """

    name: str
    levels: Mapping[str, str]
    arms: Mapping[float, str]


@dataclass(frozen=True)
class Axis:
    """What the topologies of a study are values of.

    :param name: the argument that varies, such as ``size_bytes``.
    :param values: every place that has trials, ascending.
    :param lines: in the order of tables.
    """

    name: str
    values: tuple[float, ...]
    lines: tuple[Line, ...]


def axis_of(records: Iterable[TrialFigures], stamp: Mapping[str, Any]) -> Axis | None:
    """Return the axis of a study; None for one whose topologies have no order, and without trials.

    :param stamp: content of ``study.json``.
    """
    study = stamp.get("study", {})
    name, places = study.get("axis"), study.get("axis_values") or {}
    if not name or name in COMPARED:  # older stamps name it
        return None
    arms: dict[tuple[tuple[str, str], ...], dict[float, str]] = {}
    for arm, levels in levels_of(records).items():
        level = levels.get(TOPOLOGY.name)
        if level is None or level not in places:
            continue
        same = {factor: its for factor, its in levels.items() if factor != TOPOLOGY.name}
        if kind := kind_of(level, (name,)):
            same[KIND] = kind
        arms.setdefault(tuple(same.items()), {})[float(places[level])] = arm
    if not arms:
        return None
    every = [dict(levels) for levels in arms]
    varied = differing(every)
    has_kinds = len({levels.get(KIND) for levels in every}) > 1
    lines = tuple(
        Line(_name(levels, varied, has_kinds), levels, dict(sorted(its.items())))
        for levels, its in zip(every, arms.values())
    )
    return Axis(name, tuple(sorted({place for line in lines for place in line.arms})), lines)


def _name(levels: Mapping[str, str], varied: Iterable[str], has_kinds: bool) -> str:
    """Name a line as arms are named: by its composition, and what else is not the usual level."""
    said = {COMPOSITION.name, DISCOVERY.name, *varied}
    name = name_of(levels, (factor for factor in FACTORS if factor in said))
    kind = levels.get(KIND) if has_kinds else None
    return JOINT.join(filter(None, (name, kind)))
