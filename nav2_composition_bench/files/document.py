# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The content of a file together with the line of every key, so that errors can point at it."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nav2_composition_bench.errors import UserError, in_one_line
from nav2_composition_bench.files.user_path import is_file, real_path

KeyPath = tuple[str | int, ...]


@dataclass(frozen=True)
class Document:
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


@dataclass(frozen=True)
class Place:
    """Where in a file something was said."""

    document: Document
    key_path: KeyPath = ()

    def at(self, *keys: str | int) -> str:
        """Name the place, or one below it, as ``Document.where`` does."""
        return self.document.where((*self.key_path, *keys))

    def below(self, *keys: str | int) -> Place:
        """Return a place below this one."""
        return Place(self.document, (*self.key_path, *keys))


def spell(key_path: KeyPath) -> str:
    """Write a key path as users do: ``goals[0].x_m``."""
    text = ""
    for key in key_path:
        text += f"[{key}]" if isinstance(key, int) else f".{in_one_line(key)}"
    return text.lstrip(".")


def read_text(path: Path) -> str:
    """Read a text file.

    :raises UserError: if it cannot be read or is not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise UserError(f"cannot read {path}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        raise UserError(f"{path} is not UTF-8 text (byte {error.start})") from None


def make_document(path: Path, content: Any, places: Iterable[tuple[KeyPath, int]]) -> Document:
    """Put content and lines together.

    :param places: key path and line of every key, in the order of the file.
    :raises UserError: if a key is repeated or no text, or a number is not finite or too large.
    """
    lines: dict[KeyPath, int] = {}
    for key_path, line in places:
        if key_path in lines:
            first = lines[key_path]
            raise UserError(f"{path}:{line}: {spell(key_path)} is given already in line {first}")
        lines[key_path] = line
    document = Document(path, content, lines)
    _check_values(document, content, ())
    return document


def unreadable(path: Path, error: ValueError | RecursionError) -> UserError:
    """Return what to say of a file whose text is well formed and which Python cannot hold."""
    if isinstance(error, RecursionError):
        return UserError(f"{path} is nested too deeply")
    reason = " ".join(str(error).partition(";")[0].split())
    return UserError(f"{path} holds a value that cannot be read: {reason}")


def refuse_repeated(document: Document, key: str, names: list[str]) -> None:
    """:raises UserError: for a name that a list of the file holds twice."""
    for index, name in enumerate(names):
        if name in names[:index]:
            first = names.index(name)
            raise UserError(
                f"{document.where((key, index))} '{name}' repeats {key}[{first}]; name it once"
            )


def existing_file(document: Document, key_path: KeyPath, name: str) -> Path:
    """Return a file that is named relative to the document.

    :raises UserError: if there is no such file, or it cannot be looked at.
    """
    try:
        path = real_path(document.path.parent / name)
        is_there = is_file(path, document.where(key_path))
    except ValueError:  # with a NUL
        raise UserError(f"{document.where(key_path)} is {name!r}, no name of a file") from None
    if not is_there:
        raise UserError(
            f"{document.where(key_path)} names {path}, which is no file;"
            " paths are relative to the study file"
        )
    return path


def _check_values(document: Document, value: Any, key_path: KeyPath) -> None:
    if isinstance(value, dict):
        for key, item in value.items():
            if not isinstance(key, str):
                where = document.where((*key_path, str(key)))
                raise UserError(f"{where} is a key that is no text; put it in quotes")
            _check_values(document, item, (*key_path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            _check_values(document, item, (*key_path, index))
    elif isinstance(value, int) and abs(value) > sys.float_info.max:
        raise UserError(f"{document.where(key_path)} is too large a number")
    elif isinstance(value, float) and not math.isfinite(value):
        raise UserError(f"{document.where(key_path)} is {value}, must be a finite number")
