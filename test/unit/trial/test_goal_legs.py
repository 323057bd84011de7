# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from nav2_composition_bench.trial.goal_legs import GoalStatus, Leg, LegsSeen, advance, close

ACCEPTED, EXECUTING, CANCELING, SUCCEEDED, CANCELED, ABORTED = 1, 2, 3, 4, 5, 6


def legs_after(*messages: dict[str, int], ignored: frozenset[str] = frozenset()) -> LegsSeen:
    """Feed one message a second, from second 1 on."""
    seen = LegsSeen(("A", "B"), ignored)
    for second, message in enumerate(messages, 1):
        entries = [GoalStatus(goal_id, status) for goal_id, status in message.items()]
        seen = advance(seen, float(second), entries)
    return seen


def test_two_goals_give_two_legs_from_acceptance_to_end() -> None:
    seen = legs_after(
        {"a": ACCEPTED},
        {"a": EXECUTING},
        {"a": SUCCEEDED},
        {"a": SUCCEEDED, "b": ACCEPTED},
        {"a": SUCCEEDED, "b": EXECUTING},
        {"a": SUCCEEDED, "b": SUCCEEDED},
    )
    assert seen.legs == (
        Leg("A", "a", 1.0, 3.0, "SUCCEEDED"),
        Leg("B", "b", 4.0, 6.0, "SUCCEEDED"),
    )
    assert seen.over


def test_nothing_is_over_before_the_first_goal() -> None:
    assert not legs_after().over
    assert not legs_after({}).over


def test_a_trial_is_not_over_between_its_goals() -> None:
    seen = legs_after({"a": EXECUTING}, {"a": SUCCEEDED})
    assert not seen.over
    assert seen.current is None


def test_a_trial_is_over_with_the_first_goal_that_fails() -> None:
    seen = legs_after({"a": EXECUTING}, {"a": ABORTED})
    assert seen.over
    assert seen.legs[0].status == "ABORTED"


def test_a_repeated_message_changes_nothing() -> None:
    once = legs_after({"a": EXECUTING}, {"a": SUCCEEDED})
    twice = legs_after({"a": EXECUTING}, {"a": SUCCEEDED}, {"a": SUCCEEDED})
    assert once.legs == twice.legs


def test_a_late_message_does_not_reopen_a_leg() -> None:
    seen = legs_after({"a": EXECUTING}, {"a": SUCCEEDED}, {"a": EXECUTING}, {"a": ABORTED})
    assert seen.legs == (Leg("A", "a", 1.0, 2.0, "SUCCEEDED"),)


def test_goals_that_were_over_before_anybody_watched_are_ignored() -> None:
    seen = legs_after({"old": SUCCEEDED}, {"old": SUCCEEDED, "a": ACCEPTED})
    assert [leg.goal_id for leg in seen.legs] == ["a"]


def test_goals_of_an_earlier_trial_are_ignored() -> None:
    seen = legs_after({"old": EXECUTING}, {"old": ABORTED}, ignored=frozenset({"old"}))
    assert seen.legs == ()
    assert not seen.over


def test_a_goal_first_heard_of_as_failed_is_a_leg_without_length() -> None:
    seen = legs_after({}, {"a": ABORTED})
    assert seen.legs == (Leg("A", "a", 2.0, 2.0, "ABORTED"),)


def test_goals_beyond_those_wanted_are_ignored() -> None:
    seen = legs_after({"a": EXECUTING}, {"a": SUCCEEDED, "b": EXECUTING}, {"c": EXECUTING})
    assert [leg.goal_id for leg in seen.legs] == ["a", "b"]
    assert seen.goal_ids == {"a", "b", "c"}


def test_a_goal_that_replaces_another_keeps_both_legs() -> None:
    seen = legs_after({"a": EXECUTING}, {"a": EXECUTING, "b": ACCEPTED}, {"a": ABORTED})
    assert [(leg.goal, leg.status) for leg in seen.legs] == [("A", "ABORTED"), ("B", None)]


def test_cancelling_goes_on_until_cancelled() -> None:
    seen = legs_after({"a": EXECUTING}, {"a": CANCELING})
    assert seen.current is not None
    assert legs_after({"a": EXECUTING}, {"a": CANCELING}, {"a": CANCELED}).over


def test_an_unknown_status_is_ignored() -> None:
    assert legs_after({"a": 0}).legs == ()
    assert legs_after({"a": 99}).legs == ()


def test_closing_ends_the_current_leg_as_lost() -> None:
    seen = close(legs_after({"a": SUCCEEDED}, {"b": EXECUTING}), 9.0)
    assert seen.legs == (Leg("A", "b", 2.0, 9.0, "LOST"),)
    assert seen.over
