# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""ROS 2 parameter files: what each node gets from one, and whether a node knows what it gets."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.yaml_document import KeyPath, YamlDocument, read_yaml

PARAMETERS_KEY = "ros__parameters"
WILDCARDS = frozenset({"/**", "**"})
"""Section names that stand for every node."""
BUILT_IN_PARAMETERS = frozenset({"use_sim_time", "start_type_description_service"})
"""Declared by every node of a client library."""

Parameters = dict[str, Any]
"""Dotted parameter name -> value."""


@dataclass(frozen=True)
class Section:
    """The parameters one section of a file gives.

    :param node: fully qualified node name, or ``/**`` for every node.
    :param key_path: where the section stands in the file.
    """

    node: str
    parameters: Parameters
    key_path: KeyPath


@dataclass(frozen=True)
class ParamsFile:
    """A parameter file, section by section in file order."""

    document: YamlDocument
    sections: tuple[Section, ...]

    def parameters_of(self, node: str) -> Parameters:
        """Return what a node gets; later sections win, as in rcl.

        :param node: fully qualified name, e.g. ``/local_costmap/local_costmap``.
        """
        result: Parameters = {}
        for section in self.sections:
            if section.node in ("/**", node):
                result.update(section.parameters)
        return result

    @property
    def nodes(self) -> tuple[str, ...]:
        """The nodes that have a section of their own, in file order."""
        return tuple(dict.fromkeys(s.node for s in self.sections if s.node != "/**"))


def read_params_file(path: Path) -> ParamsFile:
    """Read a parameter file.

    :raises UserError: if it cannot be read or is no parameter file, naming file and line.
    """
    document = read_yaml(path)
    if not isinstance(document.content, dict):
        raise UserError(f"{path} is no parameter file: want node names at the top level")
    return ParamsFile(document, tuple(_sections(document, document.content, "", ())))


def check_parameters(file: ParamsFile, known: Mapping[str, Iterable[str]]) -> None:
    """Refuse what no node of the system would take.

    :param known: fully qualified node name -> names of the parameters it declares.
    :raises UserError: for a section without a node or a parameter that its node does not declare,
        with file, line and the nearest known name.
    """
    declared = {node: set(names) | BUILT_IN_PARAMETERS for node, names in known.items()}
    for section in file.sections:
        where = file.document.where(section.key_path)
        if section.node == "/**":
            names = set().union(*declared.values()) if declared else set()
            owner = "any node"
        elif section.node not in declared:
            raise UserError(
                f"{where}: no node is called {section.node}{_nearest(section.node, declared)}"
            )
        else:
            names, owner = declared[section.node], f"node {section.node}"
        for name in section.parameters:
            if name not in names:
                place = file.document.where((*section.key_path, PARAMETERS_KEY, *name.split(".")))
                raise UserError(
                    f"{place}: unknown parameter '{name}' of {owner}{_nearest(name, names)}"
                )


def check_against(file: ParamsFile, reference: ParamsFile) -> None:
    """Refuse what a reference file, which gives every parameter of every node, does not have.

    :raises UserError: as :func:`check_parameters`; also for a value of another type.
    """
    known = {node: reference.parameters_of(node) for node in reference.nodes}
    check_parameters(file, known)
    for node in file.nodes:
        for name, value in file.parameters_of(node).items():
            expected = known[node].get(name, value)
            if _kind(value) != _kind(expected):
                raise UserError(
                    f"{file.document.path}: parameter '{name}' of node {node} is {value!r}, "
                    f"must be of the type of {expected!r}"
                )


def write_params_file(path: Path, parameters: Mapping[str, Mapping[str, Any]]) -> None:
    """Write one section per node.

    :param parameters: fully qualified node name -> dotted parameter name -> value.
    """
    content = {node: {PARAMETERS_KEY: dict(values)} for node, values in parameters.items()}
    path.write_text(yaml.safe_dump(content, sort_keys=False), encoding="utf-8")


def _sections(
    document: YamlDocument, content: dict[Any, Any], namespace: str, key_path: KeyPath
) -> Iterable[Section]:
    for key, value in content.items():
        here = (*key_path, str(key))
        if not isinstance(value, dict):
            raise UserError(
                f"{document.where(here)}: want a node's {PARAMETERS_KEY}, got {value!r}"
            )
        node = "/**" if key in WILDCARDS else f"{namespace}/{str(key).strip('/')}"
        if PARAMETERS_KEY in value:
            given = value[PARAMETERS_KEY]
            if not isinstance(given, dict):
                raise UserError(f"{document.where((*here, PARAMETERS_KEY))}: want parameters")
            yield Section(node, dict(_flat(given, "")), here)
        nested = {name: item for name, item in value.items() if name != PARAMETERS_KEY}
        if nested:
            yield from _sections(document, nested, "" if node == "/**" else node, here)
        elif PARAMETERS_KEY not in value:
            raise UserError(f"{document.where(here)}: want a node's {PARAMETERS_KEY}")


def _flat(values: dict[Any, Any], prefix: str) -> Iterable[tuple[str, Any]]:
    for key, value in values.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield f"{prefix}{key}", value


def _kind(value: Any) -> str:
    if isinstance(value, list):
        return f"list of {_kind(value[0])}" if value else "list"
    return type(value).__name__


def _nearest(name: str, names: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, sorted(names), n=1)
    return f" (did you mean '{near[0]}'?)" if near else ""
