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
    repeated = arguments[-1] is Ellipsis
    decoders = [_decoder(argument) for argument in arguments if argument is not Ellipsis]

    def sequence(value: Any) -> Any:
        if type(value) is not list or not (repeated or len(value) == len(decoders)):
            raise _unfit(value, kind)
        items: list[Any] = []
        try:
            for decoder, item in zip(decoders * len(value) if repeated else decoders, value):
                items.append(decoder(item))
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
    fields = [(name, _decoder(hint)) for name, hint in hints.items()]
    names = hints.keys()

    def instance(value: Any) -> Any:
        if type(value) is not dict:
            raise _unfit(value, kind)
        if value.keys() != names:
            unknown, missing = sorted(value.keys() - names), sorted(names - value.keys())
            fault = f"has an unknown field '{unknown[0]}'" if unknown else f"lacks '{missing[0]}'"
            raise _Misfit(f"{fault}; it was not written by this version")
        decoded: dict[str, Any] = {}
        name = ""
        try:
            for name, decoder in fields:
                decoded[name] = decoder(value[name])
        except _Misfit as misfit:
            misfit.path = f".{name}{misfit.path}"
            raise
        return kind(**decoded)

    return instance


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
        raise UserError(
            f"{where} has schema {schema}, newer than {SCHEMA}, the newest this version reads;"
            " use a newer nav2_composition_bench"
        )
    while schema < SCHEMA:
        if schema not in MIGRATIONS:
            raise UserError(f"{where} has schema {schema}, which this version cannot read")
        document = MIGRATIONS[schema](document)
        schema = document["schema"]
    return document
