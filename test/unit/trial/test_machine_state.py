# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from nav2_composition_bench.trial.machine_state import (
    MachineState,
    read_machine_state,
    steal_percent,
    throttled,
)

OWN, ABOVE = "/sys/fs/cgroup/a/b", "/sys/fs/cgroup/a"
QUIET = MachineState(100.0, 5.0, 7, {OWN: 1.0, ABOVE: 90.0}, 0)


def later(**changes: object) -> MachineState:
    return replace(QUIET, monotonic_s=140.0, **changes)  # type: ignore[arg-type]


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def test_nothing_is_throttled_while_counters_stand_still() -> None:
    assert throttled(QUIET, later()) == ()


def test_unknown_counters_say_nothing() -> None:
    unknown = MachineState(0.0, None, None, None, None)
    assert throttled(unknown, later()) == ()
    assert steal_percent(unknown, later()) is None


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"thermal_events": 9}, "slowed down for its temperature 2 times"),
        (
            {"quota_throttled_s": {OWN: 1.5, ABOVE: 92.0}},
            "held the processes back for 2.00 s (5.0%)",
        ),
        ({"board_flags": 0x50004}, "firmware throttles the CPU (flags 0x50004)"),
        ({"board_flags": 0x80008}, "firmware throttles the CPU (flags 0x80008)"),
    ],
)
def test_each_kind_of_throttling_is_told_with_its_figure(
    changes: dict[str, object], expected: str
) -> None:
    (clause,) = throttled(QUIET, later(**changes))
    assert expected in clause


def test_a_quota_may_bite_for_a_moment() -> None:
    assert throttled(QUIET, later(quota_throttled_s={OWN: 1.3, ABOVE: 90.3})) == ()


def test_a_quota_counts_though_a_cgroup_above_was_held_back_for_longer_in_the_past() -> None:
    (clause,) = throttled(QUIET, later(quota_throttled_s={OWN: 3.0, ABOVE: 90.0}))
    assert "held the processes back for 2.00 s (5.0%)" in clause


def test_a_cgroup_that_was_read_only_once_says_nothing() -> None:
    assert throttled(QUIET, later(quota_throttled_s={"/sys/fs/cgroup": 50.0})) == ()


def test_flags_of_the_past_do_not_count() -> None:
    before = replace(QUIET, board_flags=0x50000)
    assert throttled(before, later(board_flags=0x50000)) == ()


@pytest.mark.parametrize("after", [0x70000, 0xF0000])
def test_a_board_that_was_throttled_in_between_is_named(after: int) -> None:
    (clause,) = throttled(replace(QUIET, board_flags=0x50000), later(board_flags=after))
    assert f"firmware throttles the CPU (flags {after:#x})" in clause


def test_steal_is_in_percent_of_one_core() -> None:
    assert steal_percent(QUIET, later(steal_s=7.0)) == pytest.approx(5.0)


def test_the_files_are_read(tmp_path: Path) -> None:
    proc, sys = tmp_path / "proc", tmp_path / "sys"
    write(proc / "stat", "cpu  1 2 3 4 5 6 7 250 0 0\ncpu0 1 2 3 4 5 6 7 9 0 0\n")
    write(proc / "self/cgroup", "0::/a/b\n")
    write(sys / "fs/cgroup/cpu.stat", "usage_usec 5\n")
    write(sys / "fs/cgroup/a/cpu.stat", "usage_usec 5\nthrottled_usec 2500000\n")
    write(sys / "fs/cgroup/a/b/cpu.stat", "throttled_usec 0\n")
    for cpu in range(2):
        path = sys / f"devices/system/cpu/cpu{cpu}/thermal_throttle/core_throttle_count"
        write(path, "3\n")
    write(sys / "devices/platform/soc/soc:firmware/get_throttled", "50005\n")
    state = read_machine_state(proc, sys)
    assert state.steal_s == pytest.approx(2.5)
    cgroups = sys / "fs/cgroup"
    assert state.quota_throttled_s == {str(cgroups / "a"): 2.5, str(cgroups / "a/b"): 0.0}
    assert state.thermal_events == 6
    assert state.board_flags == 0x50005


def test_a_machine_that_tells_nothing_yields_none(tmp_path: Path) -> None:
    state = read_machine_state(tmp_path, tmp_path)
    assert (state.steal_s, state.thermal_events) == (None, None)
    assert (state.quota_throttled_s, state.board_flags) == (None, None)
