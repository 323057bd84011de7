# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Graphs made to measure, by the name of their kind and its arguments."""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.document import Document
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.topology import generated
from nav2_composition_bench.topology.generated_fleet import fleet
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.topology_file import read_topology

KINDS: Mapping[str, Callable[..., generated.Content]] = {
    each.__name__: each
    for each in (
        generated.empty_nodes,
        generated.message_stream,
        generated.goodput_stream,
        generated.loaded_container,
        generated.image_stream,
        generated.reference_system,
        generated.known_cost,
        fleet,
    )
}
"""Name of a kind of graph → what makes the content of its file."""


def generate(kind: str, arguments: Mapping[str, Any], where: str) -> Topology:
    """Make a graph.

    :param kind: one of ``KINDS``.
    :param arguments: of that kind, by name.
    :param where: how errors call the place.
    :raises UserError: for a kind or an argument that does not exist, has another type, is missing,
        or makes no graph.
    """
    if kind not in KINDS:
        raise UserError(
            f"{where}.graph '{kind}' is unknown; {suggestion(kind, KINDS)}known: {', '.join(KINDS)}"
        )
    make = KINDS[kind]
    known = inspect.signature(make).parameters
    types = typing.get_type_hints(make)
    for name, value in arguments.items():
        if name not in known:
            raise UserError(
                f"{where}.{name} is unknown; {suggestion(name, known)}arguments of {kind}:"
                f" {', '.join(known)}"
            )
        if not _fits(value, types[name]):
            raise UserError(f"{where}.{name} is {value!r}, must be of type {types[name].__name__}")
    for name, parameter in known.items():
        if parameter.default is inspect.Parameter.empty and name not in arguments:
            raise UserError(f"{where} lacks {name}, which {kind} needs")
    try:
        return _made(kind, tuple((name, type(value), value) for name, value in arguments.items()))
    except UserError as error:
        raise UserError(f"{where}: {error}") from None


@functools.lru_cache
def _made(kind: str, arguments: tuple[tuple[str, type, Any], ...]) -> Topology:
    """Make a graph once for all studies that are read.

    :param arguments: name, type and value; 1 and 1.0 are equal, their graphs may not be.
    :raises UserError: for what makes no graph.
    """
    try:
        content = KINDS[kind](**{name: value for name, _, value in arguments})
    except ValueError as error:
        raise UserError(str(error)) from None
    document = Document(Path(f"{kind}.json"), content, {})
    try:
        return read_topology([document])
    except UserError as error:  # which must not point at a file that is none
        fault = str(error).replace(f"{document.where(())}: ", "")
        raise UserError(f"{kind} of these arguments: {fault}") from None


def _fits(value: Any, kind: type) -> bool:
    if isinstance(value, bool) or kind is bool:
        return isinstance(value, bool) and kind is bool
    return isinstance(value, (int, float) if kind is float else kind)
