# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The hot path of the reference system by executor."""

from __future__ import annotations

from figures.cells import table
from figures.studies import mean, records
from nav2_composition_bench.aggregate.samples import arms_of

_LEVEL = "+primes-"


def hot_path(study: str) -> str:
    """Return the path's latency, mean and 99th percentile, over the work of its callbacks."""
    arms = arms_of(records(study))
    executors = dict.fromkeys(arm.split(_LEVEL)[0] for arm in arms)
    primes = sorted({int(arm.split(_LEVEL)[1]) for arm in arms})
    rows = [
        [str(limit), *(_latency_ms(study, f"{name}{_LEVEL}{limit}") for name in executors)]
        for limit in primes
    ]
    return table(["primes up to", *(f"`{name}`" for name in executors)], rows)


def _latency_ms(study: str, arm: str) -> str:
    values = (mean(study, arm, metric) / 1e3 for metric in ("path_mean_us", "path_p99_us"))
    return " / ".join(f"{value:.3g}" for value in values)
