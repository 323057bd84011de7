# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Values of declared types from what JSON made of them; nothing else is let through."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import json
import sys
import typing
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.metrics import REGISTRY

Reader = Callable[[Any], Any]

_LARGEST = sys.float_info.max
_NOT_OURS = "it was not written by this version"
_CALLED: dict[Any, str] = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    float: "a number",
    type(None): "null",
    dict: "an object",
    list: "an array",
}
_WRITTEN_AS: dict[Any, set[type]] = {float: {float, int}, int: {int}, type(None): {type(None)}}


def read(kind: Any, value: Any, where: str) -> Any:
    """Build a value of a type from what JSON made of it.

    Knows dataclasses, tuples of any length, whose items may be rows of numbers, dictionaries,
    optional values and JSON's scalars; a ``Mapping`` is one of metrics, which have least values of
    their own. Other numbers are finite, and not below 0 if they need not be whole.

    :raises UserError: naming the field whose value does not fit.
    """
    try:
        return _reader(kind)(value)
    except _Misfit as misfit:
        raise UserError(f"{where}{misfit.path} {misfit.fault}") from None


class _Misfit(Exception):
    """A value that does not fit; ``path`` grows while the readers unwind."""

    def __init__(self, fault: str, path: str = "") -> None:
        super().__init__(fault)
        self.fault = fault
        self.path = path


@functools.cache
def _reader(kind: Any) -> Reader:
    """Make the function that reads one type."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if kind is float:
        return _number(0.0)
    if kind in _CALLED:
        return functools.partial(_typed, kind)
    if origin is Mapping:
        least = {name: _number(metric.least) for name, metric in REGISTRY.items()}
        return _object(least, _under_shared_names, is_whole=False)
    if dataclasses.is_dataclass(kind):
        readers = {name: _reader(hint) for name, hint in typing.get_type_hints(kind).items()}
        made: Any = kind
        return _object(readers, lambda parts: made(**dict(parts)))
    if type(None) in arguments:
        some = _reader(arguments[0])
        return lambda value: None if value is None else some(value)
    if origin is dict:
        each = itertools.repeat(_reader(arguments[1]))
        return lambda value: dict(zip(_typed(dict, value), _parts(value, each, value.values())))
    item = arguments[0]
    if columns := _hints_of_row(item):
        return _series(item, columns)
    each = itertools.repeat(_reader(item))
    return lambda value: tuple(_parts(itertools.count(), each, _typed(list, value)))


def _number(least: float) -> Reader:
    def number(value: Any) -> Any:
        if type(value) is not float and type(value) is not int:
            _typed(float, value)
        if not least <= value <= _LARGEST:
            bound = "" if least < 0 else ", 0 or more"
            raise _Misfit(f"is {json.dumps(value)[:60]}, must be a finite number{bound}")
        return value

    return number


def _object(
    readers: Mapping[str, Reader], make: Callable[[Iterable[Any]], Any], *, is_whole: bool = True
) -> Reader:
    """Read an object of known fields.

    :param make: from pairs of name and value.
    :param is_whole: it has all of the fields.
    """
    known = readers.keys()

    def instance(value: Any) -> Any:
        found = _typed(dict, value).keys()
        if not found <= known:
            raise _Misfit(f"has an unknown field '{min(found - known)}'; {_NOT_OURS}")
        if is_whole and found != known:
            raise _Misfit(f"lacks '{min(known - found)}'; {_NOT_OURS}")
        return make(zip(value, _parts(value, map(readers.__getitem__, value), value.values())))

    return instance


def _under_shared_names(parts: Iterable[tuple[str, float]]) -> dict[str, float]:
    """Return metrics by the registry's names, which thousands of records then have in common."""
    return {REGISTRY[name].name: value for name, value in parts}


def _series(row: Any, hints: list[Any]) -> Reader:
    """Read rows of numbers, whole columns at a time: a trial has hundreds of rows.

    :param hints: of the columns.
    """
    make = getattr(row, "_make", tuple)
    kinds = [typing.get_args(hint) or (hint,) for hint in hints]
    columns = [{each for kind in column for each in _WRITTEN_AS[kind]} for column in kinds]
    wanted = ", ".join(" or ".join(_CALLED[kind] for kind in column) for column in kinds)

    def series(value: Any) -> Any:
        rows = _typed(list, value)
        if not _fit(rows, columns):
            number = next(i for i, each in enumerate(rows) if not _fit([each], columns))
            told = json.dumps(rows[number])[:60]
            fault = f"is {told}, must be [{wanted}], all finite and none below 0"
            raise _Misfit(fault, f"[{number}]")
        return tuple(map(make, rows))

    return series


def _fit(rows: list[Any], columns: list[set[type]]) -> bool:
    return (
        set(map(type, rows)) <= {list}
        and set(map(len, rows)) <= {len(columns)}
        and all(map(_fits, zip(*rows), columns))
    )


def _fits(column: tuple[Any, ...], types: set[type]) -> bool:
    numbers = [each for each in column if each is not None]
    return (
        set(map(type, column)) <= types
        and all(map((0.0).__le__, numbers))
        and all(map(_LARGEST.__ge__, numbers))
    )


def _hints_of_row(kind: Any) -> list[Any]:
    """Return the types of a tuple of a fixed length, named or not; nothing for another type."""
    if hasattr(kind, "_make"):
        return list(typing.get_type_hints(kind).values())
    return list(typing.get_args(kind)) if typing.get_origin(kind) is tuple else []


def _parts(keys: Iterable[Any], readers: Iterable[Reader], values: Iterable[Any]) -> list[Any]:
    """Return the parts of a value, read; a misfit gets its key, or its place in an array."""
    parts: list[Any] = []
    try:
        for reader, value in zip(readers, values):
            parts.append(reader(value))
    except _Misfit as misfit:
        key = next(itertools.islice(keys, len(parts), None))
        misfit.path = (f"[{key}]" if isinstance(key, int) else f".{key}") + misfit.path
        raise
    return parts


def _typed(kind: Any, value: Any) -> Any:
    """Return a value that is of a type of JSON's; a truth value is no whole number."""
    if type(value) is not kind:
        raise _Misfit(f"is {json.dumps(value)[:60]}, which is not {_CALLED[kind]}")
    return value
