# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Dataclasses of settings from Nav2-style parameters."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, Protocol, TypeVar

_Value = TypeVar("_Value")


class ReadParameter(Protocol):
    """Returns a parameter's value, of the type of the default."""

    def __call__(self, name: str, default: _Value) -> _Value: ...


def read_into(kind: type[Any], prefix: str, read: ReadParameter) -> Any:
    """Fill a dataclass whose fields all have defaults from the parameters ``prefix`` + field."""
    return kind(**{field.name: read(prefix + field.name, field.default) for field in fields(kind)})
