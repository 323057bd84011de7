# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What rcl makes of parameter files that it is given one after another (``--params-file``).

It keeps one list of sections, in the order in which they are first named, whichever file goes on
with one; a section has its parameters in the order in which they are first named, too. A name that
stands by itself replaces the value of the same type that it has already, and of values of several
types the first in the order of ``_TYPES`` counts; a name inside a mapping is a further entry, and
of entries with one name the last counts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import yaml

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.yaml_document import pairs_of
from nav2_composition_bench.settling.rcl_scalar import Scalar

Value = Scalar | list[Any]
Read = Callable[[str, str, yaml.ScalarNode], Scalar]
"""From a parameter's full name, how errors call it, and what stands there, to its value."""

SECTION = "ros__parameters"
_TYPES = (bool, int, float, str)
_NAME = re.compile(r"/?(?:(?:\*\*?|[A-Za-z_]\w*)/)*(?:\*\*?|[A-Za-z_]\w*)", re.ASCII)


@dataclass
class _Entry:
    """A parameter: its name, and its values by their types' places."""

    name: str
    values: dict[int, Value] = field(default_factory=dict)

    def set(self, value: Value) -> None:
        if value != []:
            of_list = isinstance(value, list)
            kind = type(value[0] if isinstance(value, list) else value)
            self.values[_TYPES.index(kind) + of_list * len(_TYPES)] = value

    @property
    def value(self) -> Value:
        return self.values[min(self.values)] if self.values else []


class RclParameters:
    """Parameter files as rcl has them after reading one after another."""

    def __init__(self) -> None:
        self._sections: dict[str, list[_Entry]] = {}

    def add(self, root: yaml.Node | None, where: str, read: Read) -> None:
        """Read a document of a file.

        :param where: how errors call the file.
        :param read: makes values of what is written.
        :raises UserError: if the document is not shaped like a parameter file.
        :raises ValueError, RecursionError: for what no document of parameters holds.
        """
        if not isinstance(root, yaml.MappingNode) or not root.value:
            raise UserError(f"{where} holds no node sections")
        self._add_sections(root, "", where, read)

    @property
    def sections(self) -> Mapping[str, Mapping[str, Value]]:
        """Section → name → value, in rcl's order; an empty list has no type, which rcl refuses."""
        return {
            name: {entry.name: entry.value for entry in entries}
            for name, entries in self._sections.items()
        }

    def _add_sections(self, node: yaml.MappingNode, prefix: str, where: str, read: Read) -> None:
        for key, value in pairs_of(node):
            if not isinstance(value, yaml.MappingNode):
                _refuse_no_section(where, prefix, key)
            elif not key.startswith(SECTION):
                joined = f"{prefix.removesuffix('/')}/{key}" if prefix else key
                self._add_sections(value, joined, where, read)
            elif _NAME.fullmatch(prefix) is None:
                _refuse_name(where, prefix)
            else:
                entries = self._sections.setdefault(prefix, [])
                _add_parameters(entries, value, "", partial(_place, where, prefix), read)


def _add_parameters(
    entries: list[_Entry],
    node: yaml.MappingNode,
    parent: str,
    place_of: Callable[[str], str],
    read: Read,
) -> None:
    for key, value in pairs_of(node):
        entry = _entry(entries, parent or key)
        entry.name = name = f"{parent}.{key}" if parent else key
        place = place_of(name)
        if isinstance(value, yaml.MappingNode):
            if not value.value:
                raise UserError(f"{place} is an empty mapping, which rcl does not read; remove it")
            _add_parameters(entries, value, name, place_of, read)
        elif isinstance(value, yaml.SequenceNode):
            found = [_scalar(name, place, one, read) for one in value.value]
            _refuse_unlike(place, found)
            entry.set(found)
        else:
            entry.set(_scalar(name, place, value, read))


def _place(where: str, node: str, name: str) -> str:
    return f"{where}: {name} of {node.lstrip('/')}"


def _entry(entries: list[_Entry], name: str) -> _Entry:
    """Return the entry that rcl goes on with: the first of that name, or a new one."""
    for entry in entries:
        if entry.name == name:
            return entry
    entries.append(_Entry(name))
    return entries[-1]


def _scalar(name: str, place: str, node: yaml.Node, read: Read) -> Scalar:
    if not isinstance(node, yaml.ScalarNode):
        raise UserError(
            f"{place} holds a list or a mapping in a list; a list is of numbers, of texts or of"
            " truth values"
        )
    if not node.value and not node.style:
        raise UserError(f"{place} has no value")
    return read(name, place, node)


def _refuse_no_section(where: str, prefix: str, key: str) -> None:
    if not key.startswith(SECTION):
        around = f" around {key}" if prefix else ""
        raise UserError(f"{where}: {prefix.lstrip('/') or key} lacks {SECTION}{around}")
    _refuse_name(where, prefix)
    raise UserError(f"{where}: {SECTION} of {prefix} is not a mapping")


def _refuse_name(where: str, name: str) -> None:
    if not name:
        raise UserError(f"{where}: {SECTION} stands outside a node section")
    if _NAME.fullmatch(name) is None:
        raise UserError(
            f"{where}: {name} is no name of a node; a name and each namespace before it are of"
            " letters, digits and underscores without a digit at the front, or * or **"
        )


def _refuse_unlike(where: str, values: list[Scalar]) -> None:
    # As rcl does: a whole number among others is an integer to it.
    kinds = sorted({type(value).__name__ for value in values})
    if len(kinds) > 1:
        raise UserError(
            f"{where} is {values}, a list of {' and '.join(kinds)}; all entries must be of one"
            " type: write whole numbers among others with a decimal point"
        )
