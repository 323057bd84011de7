# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Other sizes of the fleet than a study names."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.exchange_section import generated_exchange
from nav2_composition_bench.study.factor import TOPOLOGY
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.workload import Exchange

_OPTION = "--robots"


def parse_robots(text: str) -> tuple[int, ...]:
    """Read ``1,2,5``.

    :raises UserError: for anything else.
    """
    words = [word.strip() for word in text.split(",")]
    if not all(word.isdecimal() for word in words):
        raise UserError(f"{_OPTION}: cannot read '{text}'; write numbers like 1,2,5,10")
    return tuple(map(int, words))


def of_sizes(study: Study, robots: Sequence[int]) -> Study:
    """Return a study with fleets of these sizes; arms that were listed for one size are left out.

    With the sizes that it has a study stays as it is.

    :raises UserError: for a study of something else, a size that cannot be, and where no arm is
        left.
    """
    exchange = study.workload
    if not isinstance(exchange, Exchange) or not exchange.is_fleet:
        raise UserError(
            f"{_OPTION} does not fit study {study.name}, which is not of fleets; say --study"
            " discovery"
        )
    for index, number in enumerate(robots):
        if number in robots[:index]:
            raise UserError(f"{_OPTION} names {number} twice; name it once")
    assert exchange.generated is not None, "fleets are"
    own = exchange.generated["robots"]
    if isinstance(own, list) and set(own) == set(robots):
        return study
    plain = {"window_s": exchange.window_s, "rate_held_ratio": exchange.rate_held_ratio}
    resized = generated_exchange({**exchange.generated, "robots": list(robots)}, _OPTION, plain)
    levels = tuple(resized.graphs)
    design = study.design
    listed = tuple(each for each in design.listed if TOPOLOGY.name not in each.levels)
    if design.listed and not listed:
        raise UserError(
            f"{_OPTION} leaves no arm of study {study.name}, which lists each for a topology; leave"
            f" {_OPTION} out, or topology out of an arm"
        )
    design = dataclasses.replace(
        design,
        factors={**design.factors, TOPOLOGY.name: levels},
        listed=listed,
        topologies=levels,
    )
    return dataclasses.replace(study, workload=resized, design=design)
