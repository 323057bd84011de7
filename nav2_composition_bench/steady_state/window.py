# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the steady-state detector answers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class SteadyWindow:
    """The part of a goal leg whose load is steady.

    :param start_monotonic_s: first moment after the transient.
    :param end_monotonic_s: the end of the leg.
    """

    start_monotonic_s: float
    end_monotonic_s: float


@dataclass(frozen=True)
class NotSteady:
    """No steady window; ``reason`` is one clause that stands in the record."""

    reason: str
