# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The keys of records and stamps, from docstrings, and the metrics, from their registry."""

from __future__ import annotations

import dataclasses
import inspect
import re
import types
import typing
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from textwrap import indent
from typing import Any

from figures.cells import table
from nav2_composition_bench.metrics import REGISTRY
from nav2_composition_bench.study.background_load import BackgroundLoad
from nav2_composition_bench.study.known_cost import KnownCost
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import default_study_file, load_study
from nav2_composition_bench.study.workload import Exchange, Navigation
from nav2_composition_bench.trial.machine_stamp import machine
from nav2_composition_bench.trial.provenance import study_document
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.software_stamp import software

_SCALARS = {str: "string", int: "integer", float: "number", bool: "boolean", Path: "string"}
_PARAM = re.compile(r"^ *:(?:param|key) ([\w, ]+): (.*?)(?=^ *:|\Z)", re.DOTALL | re.MULTILINE)


def record_parts() -> str:
    """Return a section for each part of a record, the whole of it first."""
    return "\n\n".join(map(_section, dict.fromkeys(_parts(TrialRecord))))


def stamp_keys(part: str) -> str:
    """Return the keys of ``machine``, ``software`` or ``study``, or those of ``topologies``."""
    of_study = (study_document, Study, Navigation, Exchange)
    readers: Mapping[str, tuple[Callable[[], Collection[str]], Iterable[Any]]] = {
        "machine": (machine, (machine,)),
        "software": (lambda: software(["rmw"]), (software,)),
        "study": (_driven, of_study),
        "topologies": (_only_of_topologies, of_study),
    }
    names, sources = readers[part]
    return f"```text\n{_keys(names(), sources)}\n```"


def _driven() -> dict[str, Any]:
    """Return a study in which a robot drives, with every key that one can have."""
    study = load_study(default_study_file("reference"))
    full = replace(study, known_cost=KnownCost(), background_load=BackgroundLoad())
    return study_document(full.with_navigation(external_host=True))


def _only_of_topologies() -> list[str]:
    driven = _driven()
    exchanged = study_document(load_study(default_study_file("topology")))
    return [key for key in exchanged if key not in driven]


def shown_metrics() -> str:
    """Return the metrics that tables show."""
    return _metrics(is_shown=True)


def kept_metrics() -> str:
    """Return the metrics that records hold besides."""
    return _metrics(is_shown=False)


def _metrics(*, is_shown: bool) -> str:
    """Return a table with one row for neighbours of one meaning."""
    chosen = (each for each in REGISTRY.values() if each.is_shown is is_shown)
    rows = []
    for (meaning, is_cost), alike in groupby(chosen, lambda each: (each.meaning, each.is_cost)):
        metrics = list(alike)
        names = ", ".join(f"`{each.name}`" for each in metrics)
        units = ", ".join(dict.fromkeys(each.unit for each in metrics if each.unit))
        rows.append([names, units, meaning + ("" if is_cost else "; more is better")])
    return table(["metric", "unit", "meaning"], rows)


def _described(hint: Any) -> str:
    """Return how the page calls a type."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (types.UnionType, typing.Union):
        (some,) = (argument for argument in arguments if argument is not type(None))
        return f"{_described(some)}?"
    if origin in (dict, Mapping):
        return f"{{{_described(arguments[1])}}}"
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return f"{_described(arguments[0])}[]"
        return f"[{','.join(map(_described, arguments))}]"
    if _is_part(hint):
        return str(hint.__name__) if hint in _parts(TrialRecord) else "object"
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
    about = _in_one_line(_PARAM.sub("", kind.__doc__))
    written = " An array of these." if hasattr(kind, "_make") else ""
    keys = indent(_keys(typing.get_type_hints(kind), kind.__mro__), "    ")
    return f"### {kind.__name__}\n\n{about}{written}\n\n{keys}"


def _keys(names: Collection[str], sources: Iterable[Any]) -> str:
    """Return a line for each key, or for neighbours of one type and meaning.

    :param sources: classes that have the types, and these and functions whose docstrings have the
        meanings, of those keys that need one.
    """
    kinds: dict[str, str] = {}
    meanings: dict[str, str] = {}
    for source in sources:
        hints = typing.get_type_hints(source) if inspect.isclass(source) else {}
        kinds = {name: f": {_described(hints[name])}" for name in names if name in hints} | kinds
        for of, meaning in _PARAM.findall(source.__doc__ or ""):
            text = _in_one_line(meaning).strip(".").replace("`", "")
            meanings = dict.fromkeys(of.split(", "), f" ({text})") | meanings
    lines = groupby(names, lambda name: kinds.get(name, "") + meanings.get(name, ""))
    return "\n".join(", ".join(alike) + what for what, alike in lines)


def _in_one_line(text: str) -> str:
    return " ".join(text.split()).replace("``", "`")
