# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A YAML file together with the line of every key, so that errors can point at it."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from nav2_composition_bench.errors import UserError

KeyPath = tuple[str | int, ...]


@dataclass(frozen=True)
class YamlDocument:
    """What a file holds and where.

    :param lines: line number from 1 of each key path.
    """

    path: Path
    content: Any
    lines: dict[KeyPath, int]

    def where(self, key_path: KeyPath) -> str:
        """Name a place as ``file:line: key.path``; an unknown key path by its nearest parent."""
        known = key_path
        while known and known not in self.lines:
            known = known[:-1]
        name = spell(key_path)
        return f"{self.path}:{self.lines.get(known, 1)}" + (f": {name}" if name else "")


def spell(key_path: KeyPath) -> str:
    """Write a key path as users do: ``goals[0].x_m``."""
    text = ""
    for key in key_path:
        text += f"[{key}]" if isinstance(key, int) else f".{key}"
    return text.lstrip(".")


def read_yaml(path: Path) -> YamlDocument:
    """Read a YAML file.

    :raises UserError: if it cannot be read, is not YAML, repeats a key or holds NaN or infinity.
    """
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is not UTF-8 text (byte {error.start})") from None
    return parse_yaml(text, path)


def parse_yaml(text: str, path: Path) -> YamlDocument:
    """Make a document of a text.

    :param path: what messages call it.
    :raises UserError: if it is not YAML, repeats a key or holds NaN or infinity.
    """
    try:
        root = yaml.compose(text, Loader=yaml.SafeLoader)
        content = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise UserError(f"{_place(path, error)} is not YAML: {_cause(error)}") from None
    lines: dict[KeyPath, int] = {}
    for key_path, line in _walk(root, ()):
        if key_path in lines:
            first = lines[key_path]
            raise UserError(f"{path}:{line}: {spell(key_path)} is given already in line {first}")
        lines[key_path] = line
    document = YamlDocument(path, content, lines)
    _refuse_non_finite(document, content, ())
    return document


def _walk(node: yaml.Node | None, prefix: KeyPath) -> Iterator[tuple[KeyPath, int]]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            key_path = (*prefix, str(key.value))
            yield key_path, key.start_mark.line + 1
            yield from _walk(value, key_path)
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            yield (*prefix, index), item.start_mark.line + 1
            yield from _walk(item, (*prefix, index))


def _refuse_non_finite(document: YamlDocument, value: Any, key_path: KeyPath) -> None:
    if isinstance(value, dict):
        for key, item in value.items():
            _refuse_non_finite(document, item, (*key_path, str(key)))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _refuse_non_finite(document, item, (*key_path, index))
    elif isinstance(value, float) and not math.isfinite(value):
        raise UserError(f"{document.where(key_path)} is {value}, must be a finite number")


def _place(path: Path, error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    return f"{path}:{mark.line + 1}" if mark is not None else str(path)


def _cause(error: yaml.YAMLError) -> str:
    cause = getattr(error, "problem", None) or str(error)
    return " ".join(str(cause).split())
