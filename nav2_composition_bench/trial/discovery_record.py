# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The part of a trial's record that tells which machines a fleet had; only fleets have it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class RobotRecord:
    """One machine of a fleet.

    :param name: of the machine.
    :param up_monotonic_s: all its endpoints were there.
    :param found_monotonic_s: it had found all that it was to find; null if it never had.
    :param wanted_pairs: how many publishers and subscriptions that are to be matched those are,
        each seen from one end.
    :param lacking_pairs: how many of them it had not found when time was up.
    """

    name: str
    up_monotonic_s: float
    found_monotonic_s: float | None
    wanted_pairs: int
    lacking_pairs: int


@dataclass(frozen=True)
class FleetRecord:
    """The machines of a fleet and what connected them.

    :param robots: when the fleet was first up.
    :param operator: the other machine.
    :param restarted: names of the robots that were ended and started again.
    :param drops_by: by what packets were dropped; null where none were.
    """

    robots: tuple[RobotRecord, ...]
    operator: RobotRecord | None
    restarted: tuple[str, ...]
    drops_by: str | None
