# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How often something happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.document import Place

NS_PER_S = 1_000_000_000
MIN_HZ = 0.001
NEVER = 0
"""Period of a client that does not call."""


def read_period_ns(content: Mapping[str, Any], place: Place) -> int:
    """Return the period that ``freq_hz``, or else ``period_ms``, says.

    :raises UserError: if neither is there.
    """
    if "freq_hz" in content:
        return round(NS_PER_S / float(content["freq_hz"]))
    if "period_ms" in content:
        return round(1_000_000 * float(content["period_ms"]))
    raise UserError(f"{place.at()} lacks freq_hz and period_ms; add one")


def read_calling_period_ns(content: Mapping[str, Any], place: Place) -> int:
    """Return the period of a client, ``NEVER`` where ``freq_hz`` is zero.

    :raises UserError: if it says none, or one that is too long.
    """
    rate = float(content.get("freq_hz", MIN_HZ))
    if rate == 0:
        return NEVER
    if rate < MIN_HZ:
        raise UserError(f"{place.at('freq_hz')} is {rate:g}, must be 0 or at least {MIN_HZ:g}")
    return read_period_ns(content, place)


def rate_hz(period_ns: int) -> float:
    """Return how often per second something happens."""
    return 0.0 if period_ns == NEVER else NS_PER_S / period_ns
