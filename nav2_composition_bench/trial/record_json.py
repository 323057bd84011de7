# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Trial records as JSON lines, lossless both ways."""

from __future__ import annotations

import dataclasses
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
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type) and isinstance(value, dict):
        return _decode_dataclass(kind, value, where)
    if origin in (types.UnionType, typing.Union) and type(None) in arguments:
        if value is None:
            return None
        (some,) = (argument for argument in arguments if argument is not type(None))
        return decode(some, value, where)
    if origin is tuple and isinstance(value, list):
        kinds = arguments[:1] * len(value) if arguments[-1] is Ellipsis else arguments
        if len(kinds) == len(value):
            return tuple(
                decode(one, item, f"{where}[{i}]")
                for i, (one, item) in enumerate(zip(kinds, value))
            )
    if origin is dict and isinstance(value, dict):
        return {key: decode(arguments[1], item, f"{where}.{key}") for key, item in value.items()}
    if kind is float and type(value) in (int, float):
        return float(value)
    if kind in (int, str, bool) and type(value) is kind:
        return value
    raise UserError(f"{where} is {json.dumps(value)[:60]}, which is not of type {kind}")


def _decode_dataclass(kind: type, value: dict[str, Any], where: str) -> Any:
    hints = typing.get_type_hints(kind)
    unknown, missing = sorted(value.keys() - hints), sorted(hints.keys() - value)
    if unknown or missing:
        fault = f"has an unknown field '{unknown[0]}'" if unknown else f"lacks '{missing[0]}'"
        raise UserError(f"{where} {fault}; it was not written by this version")
    return kind(**{key: decode(hints[key], value[key], f"{where}.{key}") for key in hints})


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
