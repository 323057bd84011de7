# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The arms of a real Nav2 that every test of an arm is run with: all executors, and pointers."""

from __future__ import annotations

import dataclasses
from collections.abc import Container, Iterable
from typing import Any

import pytest
from event_executors import CONTAINERS, needs_executor
from nav2_study import nav2_study
from study_factory import settled_of

from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.arm_design import ArmDesign, ListedArm
from nav2_composition_bench.study.study import Limits

EVENTS = "rclcpp_events"
BY_POINTER = "single_threaded+ring_buffer+intra_process"
ARMS: dict[str, dict[str, str]] = {
    "manual": {"composition": "manual"},
    "multi_process": {"composition": "multi_process"},
    "isolated": {"composition": "isolated"},
    "multi_threaded": {"composition": "multi_threaded"},
    "single_threaded": {"composition": "single_threaded"},
    f"manual+{EVENTS}": {"composition": "manual", "executor": EVENTS},
    f"isolated+{EVENTS}": {"composition": "isolated", "executor": EVENTS},
    f"single_threaded+{EVENTS}": {"composition": "single_threaded", "executor": EVENTS},
    "isolated+events_cbg": {"composition": "isolated", "executor": "events_cbg"},
    "manual+events": {"composition": "manual", "executor": "events"},
    "single_threaded+events": {"composition": "single_threaded", "executor": "events"},
    "isolated+ring_buffer": {"composition": "isolated", "executor": "ring_buffer"},
    BY_POINTER: {
        "composition": "single_threaded",
        "executor": "ring_buffer",
        "intra_process": "on",
    },
}
"""Name → levels. One participant first: what it shows is complete sooner, and tests hold the
others against it."""


ALWAYS = ("multi_process", "manual", f"single_threaded+{EVENTS}", BY_POINTER)
"""Arms of which no run leaves one out: each way to share processes, rclcpp's EventsExecutor, and
this package's with messages by pointer."""


def _each(names: Iterable[str], always: Container[str]) -> pytest.MarkDecorator:
    """Run a test once for each arm, leaving out those whose executor the distribution lacks.

    :param always: those without the mark ``further_arm``, which continuous integration leaves out
        to keep within its time.
    """
    return pytest.mark.parametrize(
        "arm", [pytest.param(name, marks=_marks(name, always)) for name in names]
    )


def _marks(name: str, always: Container[str]) -> list[pytest.MarkDecorator]:
    executor = ARMS[name].get("executor")
    needs = [needs_executor(executor)] if executor in CONTAINERS else []
    return needs if name in always else [*needs, pytest.mark.further_arm]


every_arm = _each(ARMS, ARMS)
"""For tests of seconds."""
every_arm_at_length = _each(ARMS, ALWAYS)
"""For tests of a minute."""
every_kind_at_length = _each(
    (
        "multi_process",
        "manual",
        "isolated",
        "multi_threaded",
        f"single_threaded+{EVENTS}",
        "single_threaded+events",
        BY_POINTER,
    ),
    ALWAYS,
)
"""The same, with each way to share processes and each class of executor once."""


def settled_arms(limits: Limits | None = None) -> SettledStudy:
    """The package's study of Nav2 with these arms."""
    listed = tuple(ListedArm(None, levels) for levels in ARMS.values())
    study = nav2_study()
    return settled_of(
        dataclasses.replace(study, design=ArmDesign({}, listed), limits=limits or study.limits)
    )


def study_of_arm(arm: str, **changes: Any) -> dict[str, Any]:
    """What a test's study file says to run one of these arms alone."""
    return {"arms": [ARMS[arm]], **changes}
