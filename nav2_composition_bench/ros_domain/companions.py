# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Names of nodes that others start and that may be on the domain of a study."""

from __future__ import annotations

from collections.abc import Iterable

from nav2_composition_bench.errors import UserError


def companions(names: Iterable[str], where: str) -> tuple[str, ...]:
    """Check names in which ``*`` stands for anything.

    :param where: how errors call the place.
    :raises UserError: for one that no node can have: full names begin with a slash.
    """
    found = tuple(names)
    for name in found:
        if not name.startswith(("/", "*")):
            raise UserError(
                f"{where} '{name}' is no full name of a node; it begins with / or *, as /rviz2 does"
            )
    return found
