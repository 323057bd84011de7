# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Substitutions of launch files in a parameter file, which Nav2's bring-up allows there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Mapping

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.ament_index import prefix_of

SIGN = "$("
"""What a substitution begins with."""
_INNERMOST = re.compile(r"\$\(([\w-]*)([^()]*)\)")


def substituted(text: str, where: str, environment: Mapping[str, str]) -> str:
    """Return a text with what its substitutions stand for.

    ``find-pkg-share``, ``find-pkg-prefix`` and ``env`` are made, one inside another too.

    :param where: how errors call the text.
    :raises UserError: for a package that is not installed, a variable that is not set, and for
        other substitutions, such as ``var``: what they stand for is known to a launch file alone.
    """
    while (found := _INNERMOST.search(text)) is not None:
        value = _value(found[1], found[2], f"{where} holds {found[0]}", environment)
        text = text[: found.start()] + value + text[found.end() :]
    return text


def _value(kind: str, words: str, holds: str, environment: Mapping[str, str]) -> str:
    try:
        arguments = shlex.split(words)
    except ValueError:  # a quotation mark without its pair
        arguments = []
    if kind in ("find-pkg-share", "find-pkg-prefix") and len(arguments) == 1:
        (package,) = arguments
        prefix = prefix_of(package, environment)
        if prefix is None:
            raise UserError(f"{holds}, and package {package} is not installed")
        return str(prefix / "share" / package if kind == "find-pkg-share" else prefix)
    if kind == "env" and len(arguments) in (1, 2):
        value = environment.get(arguments[0], arguments[1] if len(arguments) == 2 else None)
        if value is None:
            raise UserError(f"{holds}, and the variable {arguments[0]} is not set")
        return value
    raise UserError(f"{holds}, which only a launch file can fill in; write what it stands for")
