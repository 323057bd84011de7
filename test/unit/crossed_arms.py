# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Studies whose arms cross several factors, with costs that are the product of known effects."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import numpy as np
from record_factory import make_record

from nav2_composition_bench.trial.record import TrialRecord

BONDS: Mapping[str, Sequence[str]] = {
    "composition": ("multi_process", "isolated"),
    "params": ("base", "no_bonds"),
}
"""Two factors of two levels; the first level of each is the reference."""
LogEffects = dict[tuple[str, ...], float]
"""Levels → what ln(cost) has more in arms that have all of them."""
DEFAULTS = {
    "composition": "multi_process",
    "executor": "stock",
    "rmw": "rmw_fastrtps_cpp",
    "intra_process": "off",
    "params": "base",
}


def arms(factors: Mapping[str, Sequence[str]]) -> dict[str, dict[str, str]]:
    """Return name → levels of every combination; the names hold the levels of these factors."""
    return {
        "+".join(levels): {**DEFAULTS, **dict(zip(factors, levels))}
        for levels in product(*factors.values())
    }


def stamp(
    named: Mapping[str, Mapping[str, str]], baseline: str | None = None
) -> dict[str, dict[str, Any]]:
    """Return what ``study.json`` says of such arms."""
    definitions = [{"name": name, **levels} for name, levels in named.items()]
    return {"study": {"arms": definitions, "baseline": baseline or next(iter(named))}}


def crossed(
    named: Mapping[str, Mapping[str, str]],
    log_effects: LogEffects,
    blocks: int = 6,
    *,
    noise: float = 0.0,
    block_noise: float = 0.0,
    generator: np.random.Generator | None = None,
) -> list[TrialRecord]:
    """Return one trial of each arm in each block.

    :param noise: standard deviation of ln(cost) of a trial.
    :param block_noise: standard deviation of what the trials of a block share.
    """
    random = generator or np.random.default_rng(1)

    def trials() -> Iterator[TrialRecord]:
        for block in range(blocks):
            shared = random.normal(0.0, block_noise)
            for name, levels in named.items():
                present = set(levels.values())
                log = sum(effect for key, effect in log_effects.items() if present.issuperset(key))
                factor = math.exp(log + shared + random.normal(0.0, noise))
                yield make_record(
                    name,
                    block,
                    levels=dict(levels),
                    cpu_percent=50.0 * factor,
                    pss_bytes=round(100e6 * factor),
                    footprint_bytes=round(110e6 * factor),
                )

    return list(trials())
