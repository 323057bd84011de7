# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Groupings of a study file and of the command line."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.grouping import (
    DEFAULT_NAME,
    Grouping,
    make_grouping,
    parse_groups,
)
from nav2_composition_bench.study.study import Study


def settle_groupings(study: Study) -> Study:
    """Check the groupings of a study against its node table, and put them in the table's order.

    :raises UserError: naming the grouping and node at fault; or two groupings that are one.
    """
    table = study.nodes
    settled: list[Grouping] = []
    for each in study.groupings:
        new = make_grouping(each.name, each.groups, table, f"grouping '{each.name}'")
        for earlier in settled:
            if set(earlier.groups) == set(new.groups):
                raise UserError(
                    f"groupings '{earlier.name}' and '{new.name}' are the same; leave one out"
                )
        settled.append(new)
    return dataclasses.replace(study, groupings=tuple(settled))


def added_groupings(
    study: Study, groups: Sequence[str] | None, name: str | None
) -> tuple[Grouping, ...]:
    """Return the grouping of the command line, as it was typed; none without ``groups``.

    :raises UserError: when the name says nothing or is another grouping's.
    """
    if not groups:
        if name is not None:
            raise UserError("--grouping names what --group says; add --group NODE,NODE")
        return ()
    new = Grouping(DEFAULT_NAME if name is None else name, parse_groups(groups))
    if any(each.name == new.name for each in study.groupings):
        raise UserError(
            f"the study has a grouping '{new.name}' already; name yours otherwise: --grouping NAME"
        )
    return (new,)
