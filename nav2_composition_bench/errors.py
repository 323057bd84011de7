# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Errors that are the user's to mend, as opposed to bugs."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TypeVar

Number = TypeVar("Number", int, float)


class UserError(Exception):
    """Bad input or a missing precondition.

    Its text is one line that says what is wrong, where, and what would be right. The command
    line prints it without a traceback and exits with status 2; any other exception is a bug and
    keeps its traceback.
    """


def in_one_line(text: str) -> str:
    """Return a text as it is, or with escapes for characters that would break a line.

    A name from outside, such as a process's, may hold any: a terminal would obey them.
    """
    if text.isprintable():
        return text
    return "".join(each if _is_shown(each) else repr(each)[1:-1] for each in text)


def _is_shown(character: str) -> bool:
    """Blanks of other widths, which tables are set with, are not printable to Python."""
    return character.isprintable() or unicodedata.category(character) == "Zs"


@contextmanager
def told_in_one_line(what: str) -> Iterator[None]:
    """Say in one line what the system refuses, such as a file, or a further process.

    To be put around nothing but that call: elsewhere an OSError is a bug and keeps its traceback.

    :param what: what cannot be done, and to what.
    :raises UserError: in place of an OSError.
    """
    try:
        yield
    except OSError as error:
        raise UserError(f"{what}: {error.strerror}") from None


def at_least(name: str, value: Number, least: Number) -> Number:
    """Return a value of an option, of a parameter or in a file.

    :param name: the option's, with the value's unit where the option's help says none.
    :raises UserError: for less, for NaN and for infinity.
    """
    if value == math.inf:
        raise UserError(f"{name} is inf, must be a finite number")
    if not value >= least:
        raise UserError(f"{name} is {_said(value)}, must be at least {_said(least)}")
    return value


def within(name: str, value: Number, least: Number, most: Number) -> Number:
    """Return a value that is at least something, and no more than something else.

    :raises UserError: as ``at_least``, and for more.
    """
    if at_least(name, value, least) > most:
        raise UserError(f"{name} is {_said(value)}, must be at most {_said(most)}")
    return value


def _said(value: float) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
