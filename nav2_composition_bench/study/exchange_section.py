# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a study file says of the graphs that exchange messages."""

from __future__ import annotations

import itertools
from collections.abc import Collection, Mapping
from typing import Any

from nav2_composition_bench.errors import UserError, within
from nav2_composition_bench.files.document import Document, existing_file
from nav2_composition_bench.study.workload import MAX_WINDOW_S, Exchange
from nav2_composition_bench.topology.generate import generate
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.topology_file import find_topology_file, load_topology

SYSTEM = "topology"
_OF_NAVIGATION = (
    "distro",
    "goals",
    "world_file",
    "map_file",
    "params_file",
    "simulator",
    "use_sim_time",
    "known_cost",
    "background_load",
    "overlays",
    "validity",
)
BETWEEN_VALUES = "--"
"""Between the values that make up a level, where several arguments are lists."""

COMPARED = ("cpu_percent",)
"""Arguments whose values are set beside one another block by block, and are no axis of curves."""

_OF_EXCHANGE = ("topologies", "generated", "window_s", "rate_held_ratio")


def exchanges(document: Document) -> bool:
    """Tell whether a study is of graphs that exchange messages, and not of navigation.

    :raises UserError: for a key that the other kind has.
    """
    system = document.content.get("system", "reference")
    of_other = _OF_NAVIGATION if system == SYSTEM else _OF_EXCHANGE
    for key in of_other:
        if key in document.content:
            raise UserError(
                f"{document.where((key,))} is not for studies of system {system}; leave it out"
            )
    return bool(system == SYSTEM)


def read_exchange(document: Document) -> Exchange:
    """Read the graphs of a study, from files or made to measure.

    :raises UserError: naming file, line and key of the first fault, and what would be right.
    """
    content = document.content
    if ("topologies" in content) == ("generated" in content):
        raise UserError(
            f"{document.where(())}: give either topologies (files) or generated, not both"
        )
    plain: dict[str, Any] = {
        key: float(content[key]) for key in ("window_s", "rate_held_ratio") if key in content
    }
    if "topologies" in content:
        found = Exchange(_from_files(document), **plain)
    else:
        where = document.where(("generated",))
        found = generated_exchange(content["generated"], where, plain)
    within(document.where(("window_s",)), found.window_s, found.min_window_s, MAX_WINDOW_S)
    if found.is_fleet:
        _refuse_rate_held_ratio(document)
    _refuse_no_memory(document, found)
    return found


def _refuse_rate_held_ratio(document: Document) -> None:
    if "rate_held_ratio" in document.content:
        raise UserError(
            f"{document.where(('rate_held_ratio',))} is not for studies of fleets; leave it out"
        )


def _refuse_no_memory(document: Document, found: Exchange) -> None:
    """Refuse memory that is read so seldom that the window may hold no reading of it."""
    interval_s = document.content.get("sampling", {}).get("memory_interval_s")
    if interval_s is not None and not found.holds_memory(interval_s):
        raise UserError(
            f"{document.where(('sampling', 'memory_interval_s'))} is {interval_s:g}, must be below"
            f" window_s, {found.window_s:g}, in which memory has to be read"
        )


def _from_files(document: Document) -> dict[str, Topology]:
    graphs = {}
    for level, name in document.content["topologies"].items():
        key_path = ("topologies", level)
        if "/" in name or name.endswith(".json"):
            path = existing_file(document, key_path, name)
        else:
            path = find_topology_file(name, document.where(key_path))
        graphs[level] = load_topology([path])
    return graphs


def generated_exchange(made_from: Mapping[str, Any], where: str, plain: dict[str, Any]) -> Exchange:
    """Make a graph of every combination of the values of the arguments that are lists.

    The axis is the one list of numbers that has several, or else the only list of numbers.

    :param made_from: the kind, ``graph``, and its arguments.
    :param where: how errors call the place.
    :param plain: further fields of the exchange.
    :raises UserError: for an argument that the kind does not have, or makes no graph of.
    """
    arguments = dict(made_from)
    kind = arguments.pop("graph")
    lists = {name: value for name, value in arguments.items() if isinstance(value, list)}
    plain = plain | {"generated": made_from}
    if not lists:
        return Exchange({kind: generate(kind, arguments, where)}, **plain)
    for name, its in lists.items():
        for index, value in enumerate(its):
            if value in its[:index]:
                raise UserError(f"{where}.{name} has {value} twice")
    numeric = [
        name for name, its in lists.items() if name not in COMPARED and all(map(_is_number, its))
    ]
    several = [name for name in numeric if len(lists[name]) > 1]
    axis = next((each[0] for each in (several, numeric) if len(each) == 1), None)
    graphs, values = {}, {}
    for combination in itertools.product(*lists.values()):
        chosen = dict(zip(lists, combination))
        level = BETWEEN_VALUES.join(f"{name}-{value}" for name, value in chosen.items())
        graphs[level] = generate(kind, arguments | chosen, where)
        if axis is not None:
            values[level] = float(chosen[axis])
    if not graphs:
        empty = next(name for name, its in lists.items() if not its)
        raise UserError(f"{where}.{empty} has no value; name one or more")
    return Exchange(graphs, axis, values, **plain)


def kind_of(level: str, without: Collection[str]) -> str:
    """Return what the level of a generated topology tells besides the values of some arguments."""
    parts = level.split(BETWEEN_VALUES)
    return BETWEEN_VALUES.join(
        part for part in parts if not part.startswith(tuple(f"{name}-" for name in without))
    )


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)
