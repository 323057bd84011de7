# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How often something happens."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.document import Place

NS_PER_S = 1_000_000_000


def read_period_ns(content: Mapping[str, Any], place: Place) -> int:
    """Return the period that ``freq_hz``, or else ``period_ms``, says.

    :raises UserError: if neither is there.
    """
    if "freq_hz" in content:
        return round(NS_PER_S / float(content["freq_hz"]))
    if "period_ms" in content:
        return round(1_000_000 * float(content["period_ms"]))
    raise UserError(f"{place.at()} lacks freq_hz and period_ms; add one")


def rate_hz(period_ns: int) -> float:
    """Return how often per second something happens."""
    return NS_PER_S / period_ns
