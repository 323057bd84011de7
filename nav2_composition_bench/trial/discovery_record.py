# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The part of a trial's record that tells which machines a fleet had; only fleets have it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RobotRecord:
    """One machine of a fleet.

    :param up_monotonic_s: with all endpoints.
    :param found_monotonic_s: all wanted pairs were matched.
    :param wanted_pairs, lacking_pairs: of publishers and subscriptions.
    """

    name: str
    up_monotonic_s: float
    found_monotonic_s: float | None
    wanted_pairs: int
    lacking_pairs: int


@dataclass(frozen=True)
class FleetRecord:
    """The machines of a fleet.

    :param drops_by: by what packets were dropped.
    """

    robots: tuple[RobotRecord, ...]
    operator: RobotRecord | None
    restarted: tuple[str, ...]
    drops_by: str | None
