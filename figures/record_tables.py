# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a record holds, from the docstrings of its parts and the registry of metrics."""

from __future__ import annotations

import dataclasses
import inspect
import re
import types
import typing
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from figures.cells import table
from nav2_composition_bench.metrics import REGISTRY
from nav2_composition_bench.trial.record import TrialRecord

_SCALARS = {str: "string", int: "integer", float: "number", bool: "boolean", Path: "string"}
_PARAM = re.compile(r"^:param (\w+): (.*?)(?=^:param |\Z)", re.DOTALL | re.MULTILINE)


def record_parts() -> str:
    """Return a section for each part of a record, the whole of it first."""
    return "\n\n".join(map(_section, dict.fromkeys(_parts(TrialRecord))))


def shown_metrics() -> str:
    """Return the metrics that tables show."""
    heading = ["metric", "unit in tables", "better", "meaning"]
    rows = [
        [
            f"`{metric.name}`",
            metric.unit,
            "less" if metric.is_cost else "more",
            metric.meaning,
        ]
        for metric in REGISTRY.values()
        if metric.is_shown
    ]
    return table(heading, rows)


def kept_metrics() -> str:
    """Return the metrics that records hold besides."""
    rows = [
        [f"`{metric.name}`", metric.unit, metric.meaning]
        for metric in REGISTRY.values()
        if not metric.is_shown
    ]
    return table(["metric", "unit", "meaning"], rows)


def described(hint: Any) -> str:
    """Return how the pages call a type."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        (some,) = (argument for argument in arguments if argument is not type(None))
        return f"{described(some)} or null"
    if origin in (dict, Mapping):
        return f"object of {described(arguments[1])}"
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return f"array of {described(arguments[0])}"
        return f"[{', '.join(map(described, arguments))}]"
    if _is_part(hint):
        return str(hint.__name__)
    return _SCALARS.get(hint, "string")  # an enumeration is written by its name


def _is_part(hint: Any) -> bool:
    return inspect.isclass(hint) and (dataclasses.is_dataclass(hint) or hasattr(hint, "_make"))


def _parts(hint: Any) -> Iterator[Any]:
    """Yield the parts of a type, itself first."""
    if _is_part(hint):
        yield hint
        inner = tuple(typing.get_type_hints(hint).values())
    else:
        inner = typing.get_args(hint)
    for each in inner:
        yield from _parts(each)


def _section(kind: Any) -> str:
    meanings: dict[str, str] = {}
    for each in reversed(kind.__mro__):
        meanings |= dict(_PARAM.findall(inspect.cleandoc(each.__doc__ or "")))
    rows = [
        [f"`{name}`", described(hint), _in_markdown(meanings[name]).removesuffix(".")]
        for name, hint in typing.get_type_hints(kind).items()
    ]
    about = _in_markdown(_PARAM.sub("", inspect.cleandoc(kind.__doc__ or "")))
    written = "\n\nWritten as an array of these, in this order." if hasattr(kind, "_make") else ""
    heading = ["field", "type", "meaning"]
    return f"### {kind.__name__}\n\n{about}{written}\n\n{table(heading, rows)}"


def _in_markdown(text: str) -> str:
    """Return what a docstring says, a line for each paragraph."""
    paragraphs = (" ".join(each.split()) for each in text.split("\n\n"))
    return "\n\n".join(filter(None, paragraphs)).replace("``", "`")
