# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A clock that is set changes no latency: the engine reads none that can be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

NATIVE = Path(__file__).resolve().parents[3] / "src"
CORE = NATIVE / "executors"
"""Without its binding to rclcpp, whose timers have clocks of their own."""
FILES = [*(NATIVE / "topology").rglob("*"), *CORE.glob("*")]
SOURCES = sorted(path for path in FILES if path.suffix in (".hpp", ".cpp"))
SETTABLE = re.compile(
    r"system_clock|CLOCK_REALTIME|CLOCK_TAI|gettimeofday|\btime\((nullptr|NULL|0)\)"
    r"|RCL_SYSTEM_TIME|RCL_ROS_TIME|get_clock\(\)"
)


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(NATIVE)))
def test_the_engine_reads_no_clock_that_can_be_set(source: Path) -> None:
    assert not SETTABLE.findall(source.read_text(encoding="utf-8"))


def test_its_own_clock_is_the_monotonic_one() -> None:
    clock = (CORE / "monotonic_clock.hpp").read_text(encoding="utf-8")
    assert "monotonic_now_ns() { return read_clock_ns(CLOCK_MONOTONIC); }" in clock
