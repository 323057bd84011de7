# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Dataclasses of settings from Nav2-style parameters."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Protocol, TypeVar

from nav2_composition_bench.errors import Number, UserError

_Value = TypeVar("_Value")


class ReadParameter(Protocol):
    """Returns a parameter's value, of the type of the default."""

    def __call__(self, name: str, default: _Value) -> _Value: ...


def read_above_zero(read: ReadParameter, node: str, name: str, default: Number) -> Number:
    """Read a parameter of a node.

    :raises UserError: where it is not above 0.
    """
    value = read(name, default)
    if not value > 0.0:
        raise UserError(f"parameter '{name}' of {node} must be above 0, not {value}")
    return value


def read_into(kind: type[Any], prefix: str, read: ReadParameter) -> Any:
    """Fill a dataclass whose fields all have defaults from the parameters ``prefix`` + field."""
    return kind(**{field.name: read(prefix + field.name, field.default) for field in fields(kind)})
