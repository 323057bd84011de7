# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Names that users give to what they make."""

from __future__ import annotations

import re

from nav2_composition_bench.errors import UserError, in_one_line

PLAIN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
"""Letters, digits, dots, dashes and underscores; a file can be called so on any machine."""


def directory_name(where: str, name: str) -> str:
    """Return a name that a directory can have on any machine.

    :param where: how errors call it, such as ``--name``.
    :raises UserError: for a name that is not plain.
    """
    if not PLAIN_NAME.fullmatch(name):
        raise UserError(
            f"{where} is '{in_one_line(name)}', must be usable as a directory name: letters,"
            " digits, dots, dashes and underscores, the first a letter or digit"
        )
    return name
