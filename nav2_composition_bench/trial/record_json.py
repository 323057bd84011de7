# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Trial records as JSON lines, lossless both ways."""

from __future__ import annotations

import dataclasses
import functools
import json
import types
import typing
from collections.abc import Callable
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.trial.record import SCHEMA, TrialRecord

MIGRATIONS: dict[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
"""From each older schema to the next one; empty as long as the first form is the newest."""


class UnknownSchemaError(UserError):
    """A record of a schema that this version cannot read, which is no sign of damage."""


def to_line(record: TrialRecord) -> str:
    """Return a record as one line of JSON, without the line's end.

    Floats keep every bit (shortest repr that reads back the same).

    :raises ValueError: for NaN and infinities, which JSON has no word for.
    """
    return json.dumps(dataclasses.asdict(record), allow_nan=False, separators=(",", ":"))


def from_line(line: str, where: str) -> TrialRecord:
    """Read a record back.

    :param where: how errors call the line, e.g. ``trials.jsonl line 3``.
    :raises UserError: if it is no record, or one of a schema that this version cannot read.
    """
    try:
        document = json.loads(line)
    except ValueError as error:
        raise UserError(f"{where} is not JSON ({error}); restore the file from a copy") from None
    if not isinstance(document, dict) or not isinstance(document.get("schema"), int):
        raise UserError(f"{where} has no integer 'schema'; it is not a trial record")
    record = decode(TrialRecord, _migrated(document, where), where)
    assert isinstance(record, TrialRecord)
    return record


def decode(kind: Any, value: Any, where: str) -> Any:
    """Build a value of a type from what JSON made of it.

    Knows dataclasses, tuples, dictionaries, optional values and JSON's scalars.

    :raises UserError: naming the field whose value does not fit.
    """
    try:
        return _decoder(kind)(value)
    except _Misfit as misfit:
        raise UserError(f"{where}{misfit.path} {misfit.fault}") from None


class _Misfit(Exception):
    """A value that does not fit; ``path`` grows while the decoders unwind."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault
        self.path = ""


@functools.cache
def _decoder(kind: Any) -> Callable[[Any], Any]:
    """Make the function that decodes one type; made once for 10^5 records."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _dataclass_decoder(kind)
    if origin in (types.UnionType, typing.Union) and type(None) in arguments:
        (some,) = (argument for argument in arguments if argument is not type(None))
        inner = _decoder(some)
        return lambda value: None if value is None else inner(value)
    if origin is tuple:
        return _tuple_decoder(kind, arguments)
    if origin is dict:
        return _dict_decoder(kind, _decoder(arguments[1]))
    return _scalar_decoder(kind)


def _scalar_decoder(kind: Any) -> Callable[[Any], Any]:
    def scalar(value: Any) -> Any:
        if type(value) is kind:
            return value
        if kind is float and type(value) is int:
            return float(value)
        raise _unfit(value, kind)

    return scalar


def _tuple_decoder(kind: Any, arguments: tuple[Any, ...]) -> Callable[[Any], Any]:
    if arguments[-1] is Ellipsis:
        return _repeated_decoder(kind, _decoder(arguments[0]))
    exact = list(arguments)
    decoders = [_decoder(argument) for argument in arguments]

    def sequence(value: Any) -> Any:
        if type(value) is not list or len(value) != len(decoders):
            raise _unfit(value, kind)
        if [type(item) for item in value] == exact:  # as all points of a long series are
            return tuple(value)
        return tuple(
            _inside(f"[{index}]", decoder, item)
            for index, (decoder, item) in enumerate(zip(decoders, value))
        )

    return sequence


def _repeated_decoder(kind: Any, inner: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def sequence(value: Any) -> Any:
        if type(value) is not list:
            raise _unfit(value, kind)
        items: list[Any] = []
        try:
            for item in value:
                items.append(inner(item))
        except _Misfit as misfit:
            misfit.path = f"[{len(items)}]{misfit.path}"
            raise
        return tuple(items)

    return sequence


def _dict_decoder(kind: Any, inner: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def mapping(value: Any) -> Any:
        if type(value) is not dict:
            raise _unfit(value, kind)
        return {key: _inside(f".{key}", inner, item) for key, item in value.items()}

    return mapping


def _dataclass_decoder(kind: type) -> Callable[[Any], Any]:
    hints = typing.get_type_hints(kind)
    # a value that has its field's very type needs no decoder, and most have
    fields = [(name, hint, _decoder(hint)) for name, hint in hints.items()]
    names = hints.keys()
    make = _constructor(kind)

    def instance(value: Any) -> Any:
        if type(value) is not dict:
            raise _unfit(value, kind)
        if value.keys() != names:
            unknown, missing = sorted(value.keys() - names), sorted(names - value.keys())
            fault = f"has an unknown field '{unknown[0]}'" if unknown else f"lacks '{missing[0]}'"
            raise _Misfit(f"{fault}; it was not written by this version")
        decoded = value.copy()
        name = ""
        try:
            for name, hint, decoder in fields:
                if type(value[name]) is not hint:
                    decoded[name] = decoder(value[name])
        except _Misfit as misfit:
            misfit.path = f".{name}{misfit.path}"
            raise
        return make(decoded)

    return instance


def _constructor(kind: type) -> Callable[[dict[str, Any]], Any]:
    """How to make a dataclass from all its fields.

    The ``__init__`` of a frozen one sets each field by a call, which for the threads and outsiders
    of 10^5 records takes longer than reading the JSON.
    """
    if hasattr(kind, "__slots__") or hasattr(kind, "__post_init__"):
        return lambda fields: kind(**fields)

    def filled(fields: dict[str, Any]) -> Any:
        made: Any = object.__new__(kind)
        made.__dict__.update(fields)
        return made

    return filled


def _inside(step: str, decoder: Callable[[Any], Any], value: Any) -> Any:
    try:
        return decoder(value)
    except _Misfit as misfit:
        misfit.path = f"{step}{misfit.path}"
        raise


def _unfit(value: Any, kind: Any) -> _Misfit:
    return _Misfit(f"is {json.dumps(value)[:60]}, which is not of type {kind}")


def _migrated(document: dict[str, Any], where: str) -> dict[str, Any]:
    schema = document["schema"]
    if schema > SCHEMA:
        raise UnknownSchemaError(
            f"{where} has schema {schema}, newer than {SCHEMA}, the newest this version reads;"
            " use a newer nav2_composition_bench"
        )
    while schema < SCHEMA:
        if schema not in MIGRATIONS:
            raise UnknownSchemaError(f"{where} has schema {schema}, which this version cannot read")
        document = MIGRATIONS[schema](document)
        schema = document["schema"]
    return document
