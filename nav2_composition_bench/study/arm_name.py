# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How the name of an arm, or of several that differ by one factor, is made of levels; pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nav2_composition_bench.study.arm import BASE, ON
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.fleet import Network
from nav2_composition_bench.study.loop_mapping import NONE
from nav2_composition_bench.study.microseconds import IN_MICROSECONDS
from nav2_composition_bench.study.transport import Transport

JOINT = "+"
"""Between the parts of a name."""

_UNSAID = {
    "network": Network.ONE_SUBNET.value,
    "executor": Executor.STOCK.value,
    "mapping": NONE,
    "params": BASE,
    "transport": Transport.DEFAULT.value,
    **{factor: its.kernels for factor, its in IN_MICROSECONDS.items()},
}
"""Factor → the level that names leave out."""


def name_of(levels: Mapping[str, str], factors: Iterable[str], begins: str | None = None) -> str:
    """Return the name that levels make.

    That of a fleet does not tell its composition, since each robot is one process: it begins with
    how they find one another.

    :param levels: factor → level.
    :param factors: those whose levels are said, in order, unless they are the usual ones.
    :param begins: what the name begins with, if not with the first of them.
    """
    said = [begins] if begins else []
    unsaid = "composition" if "discovery" in levels else None
    told = (_word(factor, levels.get(factor)) for factor in factors if factor != unsaid)
    return JOINT.join([*said, *filter(None, told)])


def _word(factor: str, level: str | None) -> str | None:
    if level is None or level == _UNSAID.get(factor):
        return None
    if factor == "intra_process":
        return factor if level == ON else None
    return f"{factor}-{level}" if factor in IN_MICROSECONDS else level
