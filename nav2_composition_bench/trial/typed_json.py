# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Values of declared types from what JSON made of them."""

from __future__ import annotations

import dataclasses
import functools
import itertools
import json
import sys
import types
import typing
from collections.abc import Callable, Iterable
from typing import Any

from nav2_composition_bench.errors import UserError

Decoder = Callable[[Any], Any]

_UNITS = ("_percent", "_bytes", "_hz", "_s", "_us", "_ticks", "_count", "_series")
_MAY_FALL_BELOW_0 = ("lost_percent", "steal_percent")
"""What came late makes up for what was lost before; some hypervisors take stolen time back."""


def decode(kind: Any, value: Any, where: str) -> Any:
    """Build a value of a type from what JSON made of it.

    Knows dataclasses, tuples, dictionaries, optional values and JSON's scalars. Numbers are finite,
    and those of fields with a unit in their name not below 0.

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
def _decoder(kind: Any, is_magnitude: bool = False) -> Decoder:
    """Make the function that decodes one type.

    :param is_magnitude: refuse numbers below 0.
    """
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _dataclass_decoder(kind)
    if origin in (types.UnionType, typing.Union) and type(None) in arguments:
        (some,) = (argument for argument in arguments if argument is not type(None))
        inner = _decoder(some, is_magnitude)
        return lambda value: None if value is None else inner(value)
    if origin is tuple:
        return _tuple_decoder(kind, arguments, is_magnitude)
    if origin is dict:
        return _dict_decoder(kind, _decoder(arguments[1], is_magnitude))
    if kind in (int, float):
        return _number_decoder(kind, 0.0 if is_magnitude else -sys.float_info.max)
    return _scalar_decoder(kind)


def _scalar_decoder(kind: Any) -> Decoder:
    def scalar(value: Any) -> Any:
        if type(value) is not kind:
            raise _unfit(value, kind)
        return value

    return scalar


def _number_decoder(kind: type[int] | type[float], least: float) -> Decoder:
    def number(value: Any) -> Any:
        if type(value) is not kind and not (kind is float and type(value) is int):
            raise _unfit(value, kind)
        if not least <= value <= sys.float_info.max:
            range_told = "a finite number" if least < 0 else "a finite number, 0 or more"
            raise _Misfit(f"is {json.dumps(value)[:60]}, must be {range_told}")
        return kind(value)

    return number


def _tuple_decoder(kind: Any, arguments: tuple[Any, ...], is_magnitude: bool) -> Decoder:
    is_repeated = arguments[-1] is Ellipsis
    decoders = [_decoder(each, is_magnitude) for each in arguments if each is not Ellipsis]

    def sequence(value: Any) -> Any:
        if type(value) is not list or not (is_repeated or len(value) == len(decoders)):
            raise _unfit(value, kind)
        each = decoders * len(value) if is_repeated else decoders
        return tuple(_parts(range(len(value)), each, value))

    return sequence


def _dict_decoder(kind: Any, inner: Decoder) -> Decoder:
    def mapping(value: Any) -> Any:
        if type(value) is not dict:
            raise _unfit(value, kind)
        return dict(zip(value, _parts(value, itertools.repeat(inner), value.values())))

    return mapping


def _dataclass_decoder(kind: type) -> Decoder:
    decoders = {
        name: _decoder(hint, name.endswith(_UNITS) and name not in _MAY_FALL_BELOW_0)
        for name, hint in typing.get_type_hints(kind).items()
    }

    def instance(value: Any) -> Any:
        if type(value) is not dict:
            raise _unfit(value, kind)
        if value.keys() != decoders.keys():
            raise _other_fields(value.keys(), decoders.keys())
        of_fields = map(decoders.__getitem__, value)
        return kind(**dict(zip(value, _parts(value, of_fields, value.values()))))

    return instance


def _parts(
    keys: Iterable[str | int], decoders: Iterable[Decoder], values: Iterable[Any]
) -> list[Any]:
    """Return the parts of a value, decoded; a misfit gets its key, or its place in a list."""
    parts: list[Any] = []
    try:
        for decoder, value in zip(decoders, values):
            parts.append(decoder(value))
    except _Misfit as misfit:
        key = next(itertools.islice(keys, len(parts), None))
        step = f"[{key}]" if isinstance(key, int) else f".{key}"
        misfit.path = f"{step}{misfit.path}"
        raise
    return parts


def _other_fields(found: typing.AbstractSet[str], known: typing.AbstractSet[str]) -> _Misfit:
    unknown, missing = sorted(found - known), sorted(known - found)
    fault = f"has an unknown field '{unknown[0]}'" if unknown else f"lacks '{missing[0]}'"
    return _Misfit(f"{fault}; it was not written by this version")


def _unfit(value: Any, kind: Any) -> _Misfit:
    return _Misfit(f"is {json.dumps(value)[:60]}, which is not of type {kind}")
