# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How a figure is written in README and docs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nav2_composition_bench.aggregate.describe import Estimate
from nav2_composition_bench.aggregate.savings import Saving
from nav2_composition_bench.report.table import markdown


def table(heading: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Write a Markdown table."""
    return "\n".join(markdown([heading, *rows]))


def percent(fraction: float) -> str:
    """Write a fraction in whole per cent."""
    return f"{_whole(fraction)} %"


def points(fraction: float) -> str:
    """Write a difference of fractions in whole points, with its sign."""
    return f"{_whole(fraction):+d}"


def _whole(fraction: float) -> int:
    return round(100 * fraction)  # an integer has no negative zero


def percent_with_interval(found: Saving) -> str:
    """Write what is saved with its 95 % interval."""
    return span_in_whole_percent(Estimate(found.fraction, found.interval))


def span_in_whole_percent(found: Estimate) -> str:
    """Write a fraction with its 95 % interval."""
    if found.interval is None:
        return percent(found.value)
    return f"{percent(found.value)} [{_whole(found.interval.low)}, {_whole(found.interval.high)}]"


def times(found: Saving) -> str:
    """Write the cost of an arm over the other's, with its interval."""
    ratio = f"× {1 - found.fraction:.2f}"
    if found.interval is None:
        return ratio
    return f"{ratio} [{1 - found.interval.high:.2f}, {1 - found.interval.low:.2f}]"


def change(found: Saving) -> str:
    """Write a saving as the change that it is."""
    if found.interval is None:
        return percent(-found.fraction)
    low, high = _whole(-found.interval.high), _whole(-found.interval.low)
    return f"{percent(-found.fraction)} [{low}, {high}]"


def listed(items: Sequence[str]) -> str:
    """Write ``a, b and c``; nothing for no items."""
    return " and ".join(filter(None, [", ".join(items[:-1]), *items[-1:]]))
