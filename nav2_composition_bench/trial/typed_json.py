# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Values of declared types from what JSON made of them, quick enough for 10^5 records.

A decoder checks everything. Where all items of a list, or all fields of an object, have their
declared types already, one look at the types' tuple says so; only the rest is gone through.
"""

from __future__ import annotations

import dataclasses
import functools
import json
import types
import typing
from collections.abc import Callable
from typing import Any

from nav2_composition_bench.errors import UserError

Decoder = Callable[[Any], Any]


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
def _decoder(kind: Any) -> Decoder:
    """Make the function that decodes one type."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if dataclasses.is_dataclass(kind) and isinstance(kind, type):
        return _dataclass_decoder(kind)
    if origin in (types.UnionType, typing.Union) and type(None) in arguments:
        (some,) = (argument for argument in arguments if argument is not type(None))
        inner = _decoder(some)
        return lambda value: None if value is None else inner(value)
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return _repeated_decoder(kind, arguments[0])
        return _tuple_decoder(kind, arguments)
    if origin is dict:
        return _dict_decoder(kind, _decoder(arguments[1]))
    return _scalar_decoder(kind)


def _scalar_decoder(kind: Any) -> Decoder:
    def scalar(value: Any) -> Any:
        if type(value) is kind:
            return value
        if kind is float and type(value) is int:
            return float(value)
        raise _unfit(value, kind)

    return scalar


def _tuple_decoder(kind: Any, arguments: tuple[Any, ...]) -> Decoder:
    decoders = [_decoder(argument) for argument in arguments]

    def sequence(value: Any) -> Any:
        if type(value) is not list or len(value) != len(decoders):
            raise _unfit(value, kind)
        if tuple(map(type, value)) == arguments:  # as all points of a long series are
            return tuple(value)
        return tuple(
            _inside(f"[{index}]", decoder, item)
            for index, (decoder, item) in enumerate(zip(decoders, value))
        )

    return sequence


def _repeated_decoder(kind: Any, item_kind: Any) -> Decoder:
    inner = _decoder(item_kind)

    def sequence(value: Any) -> Any:
        if type(value) is not list:
            raise _unfit(value, kind)
        try:
            return tuple(map(inner, value))
        except _Misfit:
            # once more, to tell which
            for index, item in enumerate(value):
                _inside(f"[{index}]", inner, item)
            raise

    return sequence


def _dict_decoder(kind: Any, inner: Decoder) -> Decoder:
    def mapping(value: Any) -> Any:
        if type(value) is not dict:
            raise _unfit(value, kind)
        return {key: _inside(f".{key}", inner, item) for key, item in value.items()}

    return mapping


def _dataclass_decoder(kind: type) -> Decoder:
    hints = typing.get_type_hints(kind)
    decoders = {name: _decoder(hint) for name, hint in hints.items()}
    names = hints.keys()
    make = _constructor(kind)
    # The types of an object's values, in the order of its keys, repeat from object to object;
    # they settle which fields need more than a look.
    left_to_do: dict[tuple[Any, ...], tuple[tuple[str, Decoder], ...]] = {}

    def instance(value: Any) -> Any:
        if type(value) is not dict:
            raise _unfit(value, kind)
        seen = (*value, *map(type, value.values()))
        todo = left_to_do.get(seen)
        if todo is None:
            _refuse_other_fields(value, names)
            todo = tuple(
                (name, decoders[name])
                for name in hints
                if not _needs_no_decoding(hints[name], type(value[name]))
            )
            if len(left_to_do) < _MOST_SHAPES:
                left_to_do[seen] = todo
        if not todo:
            return make(value.copy())
        fields = value.copy()
        name = ""
        try:
            for name, decoder in todo:
                fields[name] = decoder(value[name])
        except _Misfit as misfit:
            misfit.path = f".{name}{misfit.path}"
            raise
        return make(fields)

    return instance


_MOST_SHAPES = 4096
"""Of one dataclass; records have a few dozen, a file of anything else is not to fill memory."""


def _needs_no_decoding(hint: Any, found: type) -> bool:
    """Tell whether a JSON value of the type found already is what the hint asks for."""
    if hint in (str, int, float, bool):
        return found is hint
    arguments = typing.get_args(hint)
    return type(None) in arguments and found in (type(None), *arguments)


def _refuse_other_fields(value: dict[str, Any], names: typing.AbstractSet[str]) -> None:
    if value.keys() != names:
        unknown, missing = sorted(value.keys() - names), sorted(names - value.keys())
        fault = f"has an unknown field '{unknown[0]}'" if unknown else f"lacks '{missing[0]}'"
        raise _Misfit(f"{fault}; it was not written by this version")


def _constructor(kind: type) -> Callable[[dict[str, Any]], Any]:
    """How to make a dataclass from all its fields.

    The ``__init__`` of a frozen one sets each field by a call, which for the threads and outsiders
    of 10^5 records takes longer than reading the JSON.
    """
    if hasattr(kind, "__slots__") or hasattr(kind, "__post_init__"):
        return lambda fields: kind(**fields)
    new, put = object.__new__, object.__setattr__

    def filled(fields: dict[str, Any]) -> Any:
        made: Any = new(kind)
        put(made, "__dict__", fields)
        return made

    return filled


def _inside(step: str, decoder: Decoder, value: Any) -> Any:
    try:
        return decoder(value)
    except _Misfit as misfit:
        misfit.path = f"{step}{misfit.path}"
        raise


def _unfit(value: Any, kind: Any) -> _Misfit:
    return _Misfit(f"is {json.dumps(value)[:60]}, which is not of type {kind}")
