# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Goal legs from what the action server says on ``/navigate_to_pose/_action/status``.

The topic is transient local and each message repeats all goals the server still remembers, so a
goal is told many times, and of an earlier trial's goal a late message may arrive. States only
ever move forward here.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

LOST = "LOST"
"""Status of a leg whose end was never seen."""

SUCCEEDED = "SUCCEEDED"

_ACTIVE = (1, 2, 3)  # accepted, executing, cancelling (action_msgs/msg/GoalStatus)
_FINISHED = {4: SUCCEEDED, 5: "CANCELED", 6: "ABORTED"}


@dataclass(frozen=True)
class GoalStatus:
    """One entry of a status message.

    :param goal_id: the goal's UUID in hexadecimal.
    :param status: a constant of action_msgs/msg/GoalStatus.
    """

    goal_id: str
    status: int


@dataclass(frozen=True)
class Leg:
    """One goal from its acceptance on.

    :param finished_monotonic_s: None while the robot drives.
    :param status: SUCCEEDED, CANCELED, ABORTED, LOST; None while the robot drives.
    """

    goal: str
    goal_id: str
    accepted_monotonic_s: float
    finished_monotonic_s: float | None = None
    status: str | None = None


@dataclass(frozen=True)
class LegsSeen:
    """The legs of one trial so far.

    :param goals: names of the goals in the order they are driven.
    :param ignored: goals that are not of this trial.
    """

    goals: tuple[str, ...]
    ignored: frozenset[str] = frozenset()
    legs: tuple[Leg, ...] = ()
    heard: bool = False

    @property
    def current(self) -> Leg | None:
        """The leg that is being driven."""
        return next((leg for leg in self.legs if leg.status is None), None)

    @property
    def over(self) -> bool:
        """True when nothing is left to wait for: all legs succeeded, or one did not."""
        if any(leg.status not in (None, SUCCEEDED) for leg in self.legs):
            return True
        return len(self.legs) == len(self.goals) and self.current is None

    @property
    def goal_ids(self) -> frozenset[str]:
        """Every goal known, for the next trial to ignore."""
        return self.ignored | {leg.goal_id for leg in self.legs}


def advance(seen: LegsSeen, monotonic_s: float, statuses: Iterable[GoalStatus]) -> LegsSeen:
    """Take in one status message.

    What the very first message calls finished was driven before anybody watched, and is ignored;
    so is every goal beyond those wanted.
    """
    for entry in statuses:
        seen = _advance_one(seen, monotonic_s, entry)
    return replace(seen, heard=True)


def close(seen: LegsSeen, monotonic_s: float) -> LegsSeen:
    """End the legs that are still being driven as LOST, none before it began."""
    legs = tuple(leg if leg.status is not None else _lost(leg, monotonic_s) for leg in seen.legs)
    return replace(seen, legs=legs)


def _lost(leg: Leg, monotonic_s: float) -> Leg:
    finished_s = max(monotonic_s, leg.accepted_monotonic_s)
    return replace(leg, finished_monotonic_s=finished_s, status=LOST)


def _advance_one(seen: LegsSeen, monotonic_s: float, entry: GoalStatus) -> LegsSeen:
    if entry.goal_id in seen.ignored:
        return seen
    finished = _FINISHED.get(entry.status)
    place = next((i for i, leg in enumerate(seen.legs) if leg.goal_id == entry.goal_id), None)
    if place is not None:
        leg = seen.legs[place]
        if finished is None or leg.status is not None:
            return seen
        ended = replace(leg, finished_monotonic_s=monotonic_s, status=finished)
        return replace(seen, legs=(*seen.legs[:place], ended, *seen.legs[place + 1 :]))
    if finished is None and entry.status not in _ACTIVE:
        return seen
    if len(seen.legs) == len(seen.goals) or (finished is not None and not seen.heard):
        return replace(seen, ignored=seen.ignored | {entry.goal_id})
    leg = Leg(seen.goals[len(seen.legs)], entry.goal_id, monotonic_s)
    if finished is not None:  # over before it was first told, as when a plan fails at once
        leg = replace(leg, finished_monotonic_s=monotonic_s, status=finished)
    return replace(seen, legs=(*seen.legs, leg))
