# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""An install prefix that an arm runs on."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.names import PLAIN_NAME
from nav2_composition_bench.files.user_path import real_path, user_path

SOURCED = "sourced"
"""Level of ``workspace`` for what the shell has sourced."""
FORM = "NAME=PREFIX"


@dataclass(frozen=True)
class Workspace:
    """An install prefix, by a name for records and tables.

    :param prefix: absolute.
    """

    name: str = field(compare=False)
    prefix: Path

    def __str__(self) -> str:
        return self.name


def parse_workspace(where: str, text: str) -> Workspace | None:
    """Read ``main=/opt/ros/jazzy``; None for :data:`SOURCED`.

    :raises UserError: for what has another form.
    """
    if text == SOURCED:
        return None
    name, equals, prefix = text.partition("=")
    if not equals or not prefix or not PLAIN_NAME.fullmatch(name) or name == SOURCED:
        raise UserError(
            f"{where} is '{text}', must be {SOURCED} or {FORM}, such as mine=~/ws/install"
        )
    return Workspace(name, real_path(user_path(where, prefix)))
