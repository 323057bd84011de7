# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from message_records import make_entities, make_publisher, make_subscription
from record_factory import make_leg

from nav2_composition_bench.study.study import ValidityLimits
from nav2_composition_bench.trial.measure_rates import Rate
from nav2_composition_bench.trial.message_record import MessageEntities, TransportRecord
from nav2_composition_bench.trial.validity import TrialFacts, invalid_reason


def facts(**changes: Any) -> TrialFacts:
    known: dict[str, Any] = {
        "failures": (),
        "goals": ("A", "B"),
        "legs": (make_leg("A", 0.0), make_leg("B", 21.0)),
        "memory_walks": (2, 2),
        "swap_pss_bytes": 0,
        "throttled": (),
        "real_time_factor": 0.999,
        "control_loop_hz": 19.9,
        "nominal_control_hz": 20.0,
        "foreign_nodes": (),
    }
    return TrialFacts(**{**known, **changes})


def reason(limits: ValidityLimits | None = None, **changes: Any) -> str | None:
    return invalid_reason(facts(**changes), limits or ValidityLimits())


def test_a_trial_without_fault_is_valid() -> None:
    assert reason() is None


def test_what_is_unknown_breaks_no_rule() -> None:
    assert (
        reason(
            swap_pss_bytes=None,
            real_time_factor=None,
            control_loop_hz=None,
            nominal_control_hz=None,
        )
        is None
    )


def test_errors_that_were_logged_are_told_with_a_reason_and_are_none() -> None:
    errors = tuple(f"[node_{number}]: no way" for number in range(4))
    assert reason(errors=errors) is None
    said = reason(errors=errors, control_loop_hz=18.0)
    assert said is not None and said.endswith(
        "are needed; logged meanwhile: [node_1]: no way, [node_2]: no way, [node_3]: no way"
    )
    lost = reason(errors=errors[:1], failures=("amcl was killed by SIGKILL",), swap_pss_bytes=10**6)
    assert lost is not None
    assert "SIGKILL; logged meanwhile: [node_0]: no way; 1.0 MB of the system" in lost


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"failures": ("amcl was killed by signal 9",)}, "amcl was killed by signal 9"),
        (
            {"legs": (make_leg("A", 0.0, status="ABORTED"),), "memory_walks": (1,)},
            "goal A ended ABORTED after 20.0 s",
        ),
        ({"legs": (make_leg("A", 0.0),), "memory_walks": (1,)}, "goal B was never accepted"),
        (
            {"legs": (), "memory_walks": ()},
            "goal A was never accepted",
        ),
        ({"legs": (), "memory_walks": (), "failures": ("never active",)}, "never active"),
        (
            {
                "legs": (make_leg("A", 0.0, not_steady_reason="too short"), make_leg("B", 21.0)),
                "memory_walks": (1,),
            },
            "leg A has no window: too short",
        ),
        ({"memory_walks": (1, 0)}, "memory was not read in the window of leg B"),
        ({"swap_pss_bytes": 5_200_000}, "5.2 MB of the system were swapped out"),
        ({"throttled": ("the CPU was throttled 3 times",)}, "the CPU was throttled 3 times"),
        (
            {"real_time_factor": 0.9712},
            "the simulator fell to a real-time factor of 0.971, 0.99 is needed",
        ),
        (
            {"control_loop_hz": 18.99},
            "the controller ran at 18.99 Hz, 19.00 of 20 Hz are needed",
        ),
        ({"foreign_nodes": ("/rviz", "/x")}, "foreign nodes were on the domain: /rviz, /x"),
    ],
)
def test_each_fault_makes_a_trial_invalid_with_its_figures(
    changes: dict[str, Any], expected: str
) -> None:
    assert reason(**changes) == expected


def test_all_faults_are_named_in_one_line() -> None:
    text = reason(failures=("one\nline",), swap_pss_bytes=1_000_000)
    assert text == "one line; 1.0 MB of the system were swapped out"


def test_the_limits_are_the_study_s() -> None:
    assert reason(ValidityLimits(real_time_factor=0.5), real_time_factor=0.6) is None
    assert reason(ValidityLimits(control_loop_ratio=0.5), control_loop_hz=11.0) is None


def reason_of_messages(*rates: Rate, **changes: Any) -> str | None:
    """Why a topology's trial with these rates, of which 95 % must be held, does not count."""
    facts: dict[str, Any] = {
        "failures": (),
        "goals": ("window",),
        "legs": (make_leg("window", 0.0),),
        "memory_walks": (2,),
        "swap_pss_bytes": 0,
        "throttled": (),
        "real_time_factor": None,
        "control_loop_hz": None,
        "nominal_control_hz": None,
        "foreign_nodes": (),
        "counts_messages": True,
        "rates": rates,
        "messages": make_entities(),
    }
    return invalid_reason(TrialFacts(**{**facts, **changes}), ValidityLimits(), 0.95)


def rate(nominal_hz: float, times: int, **changes: Any) -> Rate:
    """The rate of a publisher, in a window of 10 s."""
    return replace(Rate("/talker", "published /data", nominal_hz, times, 10.0), **changes)


def test_what_fell_furthest_behind_is_named_with_its_rates() -> None:
    behind = rate(50.0, 300, node="/camera", what="ran timer cycle")
    assert reason_of_messages(rate(50.0, 500)) is None
    assert reason_of_messages(rate(50.0, 500), behind) == ("/camera ran timer cycle at 30 of 50 Hz")
    assert reason_of_messages(rate(50.0, 450), behind) == (
        "/camera ran timer cycle at 30 of 50 Hz, and 1 more fell behind"
    )


def test_one_time_that_lies_beyond_an_edge_of_the_window_is_not_behind() -> None:
    assert reason_of_messages(rate(0.5, 4)) is None  # of five
    assert reason_of_messages(rate(0.05, 0)) is None
    assert reason_of_messages(rate(0.5, 3)) == "/talker published /data at 0.3 of 0.5 Hz"
    assert reason_of_messages(rate(50.0, 0)) == "/talker published /data at 0 of 50 Hz"


def test_a_subscription_that_receives_nothing_of_what_is_published_is_named() -> None:
    blocked = make_entities(subscriptions=(make_subscription(), make_subscription(received=0)))
    assert reason_of_messages(messages=blocked) == (
        "/listener received none of the 500 messages published on /data"
    )
    unheard = make_entities(
        publishers=(make_publisher(sent=2),), subscriptions=(make_subscription(received=0),)
    )
    assert reason_of_messages(messages=unheard) is None


def test_nodes_that_send_nothing_count_nothing_and_are_valid() -> None:
    assert reason_of_messages(messages=MessageEntities()) is None


def test_nodes_that_counted_no_period_are_told_once() -> None:
    assert reason_of_messages(messages=None) == "no node counted messages in the steady window"
    unsteady = (make_leg("window", 0.0, not_steady_reason="too short"),)
    assert reason_of_messages(messages=None, legs=unsteady, memory_walks=()) == (
        "leg window has no window: too short"
    )
    assert reason_of_messages(messages=None, failures=("a died",)) == "a died"


def test_messages_that_went_another_way_make_a_trial_invalid_with_the_evidence() -> None:
    found = TransportRecord("shared_memory", {"udp": 3}, 5.0e6, 5.2e6, 0, 0, None)
    assert reason(transport=found) == (
        "transport shared_memory was asked for, but messages went another way: 3 of 3 deliveries by"
        " udp (processes share 0 histories and 0 segments, loopback carried 5.20 MB/s and messages"
        " are 5.00 MB/s)"
    )
    assert reason(transport=replace(found, asked="udp")) is None
    assert reason(transport=replace(found, asked="default")) is None


def test_a_publisher_that_fell_behind_is_told_with_what_the_middleware_refused() -> None:
    assert reason_of_messages(rate(50.0, 300, refused=200)) == (
        "/talker published /data at 30 of 50 Hz (the middleware refused 200 messages)"
    )


def test_a_node_that_did_not_count_to_the_end_is_a_reason() -> None:
    assert reason_of_messages(rate(50.0, 500), uncounted=("/a",)) == (
        "/a did not count messages to the end of the steady window"
    )
    assert reason_of_messages(rate(50.0, 500), uncounted=("/a", "/b", "/c")) == (
        "/a did not count messages to the end of the steady window, 2 more nodes neither"
    )
