# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The hot path of the reference system by executor."""

from __future__ import annotations

from figures.cells import table, times
from figures.studies import axis, mean, saved, versions
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.report.axis_words import axis_words


def hot_path(study: str) -> str:
    """Return the path's latency, mean and 99th percentile, over the work of its callbacks."""
    primes = axis(study)
    rows = [
        [f"{limit:g}", *(_latency_ms(study, line.arms[limit]) for line in primes.lines)]
        for limit in primes.values
    ]
    return table([_label(study), *(f"`{line.name}`" for line in primes.lines)], rows)


def placed(study: str, line: str) -> str:
    """Return the path's latency in a placement over the lowest of those of other executors.

    :param line: name of a line, an executor with a placement.
    :raises UserError: if there is none of that name.
    """
    primes = axis(study)
    ours = next((each for each in primes.lines if each.name == line), None)
    if ours is None:
        raise UserError(f"{study}: no line is called {line!r}")
    executor = ours.levels["executor"]
    others = [each for each in primes.lines if each.levels["executor"] != executor]
    rows = []
    for limit in primes.values:
        row = [f"{limit:g}"]
        for metric in ("path_mean_us", "path_p99_us"):
            lowest = min(others, key=lambda each: mean(study, each.arms[limit], metric))
            found = saved(study, ours.arms[limit], metric, lowest.arms[limit])
            row.append(f"{times(found)} of `{lowest.name}`")
        rows.append(row)
    return table([_label(study), "mean [95 %]", "99th percentile [95 %]"], rows)


def _label(study: str) -> str:
    return f"{axis_words(axis(study).name).label}{versions(study)}"


def _latency_ms(study: str, arm: str) -> str:
    values = (mean(study, arm, metric) / 1e3 for metric in ("path_mean_us", "path_p99_us"))
    return " / ".join(f"{value:.3g}" for value in values)
