# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Rates and amounts of data as readers see them."""

from __future__ import annotations

UNLIMITED = "max"
"""Stands for the rate of what goes as fast as it can."""


def rate_text(rate_hz: float | None) -> str:
    """Write a rate with its unit."""
    return UNLIMITED if rate_hz is None else f"{short(rate_hz)} Hz"


def bytes_text(size_bytes: float) -> str:
    """Write an amount of data with its unit; 1 MB = 10^6 bytes."""
    for unit, factor in (("GB", 1e9), ("MB", 1e6), ("kB", 1e3)):
        if size_bytes >= 0.9995 * factor:  # else three digits of the next smaller unit are 1000
            return f"{short(size_bytes / factor)} {unit}"
    return f"{size_bytes:.0f} B"


def short(value: float) -> str:
    """Write a figure with three digits, but no fewer than it has before the point."""
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"
