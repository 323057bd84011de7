# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any

import pytest
from record_factory import make_leg

from nav2_composition_bench.study.study import ValidityLimits
from nav2_composition_bench.trial.validity import TrialFacts, invalid_reason


def reason(limits: ValidityLimits | None = None, **changes: Any) -> str | None:
    facts: dict[str, Any] = {
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
    return invalid_reason(TrialFacts(**{**facts, **changes}), limits or ValidityLimits())


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
            "leg A is not steady: too short",
        ),
        ({"memory_walks": (1, 0)}, "memory was not read in the steady window of leg B"),
        ({"swap_pss_bytes": 5_200_000}, "5.2 MB of the system were swapped out"),
        ({"throttled": ("the CPU was throttled 3 times",)}, "the CPU was throttled 3 times"),
        (
            {"real_time_factor": 0.9712},
            "the simulator fell to a real-time factor of 0.971, 0.99 is needed",
        ),
        (
            {"control_loop_hz": 18.04},
            "the controller ran at 18.0 Hz, 19.0 of 20 Hz are needed",
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
