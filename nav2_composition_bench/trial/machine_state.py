# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whether the machine held the system back: throttling, and time stolen by a hypervisor."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

THROTTLED_SHARE = 0.01
"""Share of the time for which a cgroup's CPU quota may hold its processes back."""

_STEAL_FIELD = 8  # of the line "cpu" in /proc/stat, see proc(5)
PI_THROTTLED = 0xF
"""Flags of ``vcgencmd get_throttled``: under-voltage, frequency capped, throttled, soft limit of
the temperature, each now."""
_PI_SINCE_BOOT = 16  # where the same flags stand for "has been so"


@dataclass(frozen=True)
class MachineState:
    """Counters at one moment. None for what the machine does not tell.

    :param steal_s: CPU seconds stolen, summed over cores.
    :param thermal_events: how often a core was slowed down for its temperature.
    :param quota_throttled_s: cgroup, ours and those above it → how long its quota has held it back.
    :param board_flags: what a Raspberry Pi's firmware says of voltage, frequency and temperature.
    """

    monotonic_s: float
    steal_s: float | None
    thermal_events: int | None
    quota_throttled_s: Mapping[str, float] | None
    board_flags: int | None


def read_machine_state(proc: Path = Path("/proc"), sys: Path = Path("/sys")) -> MachineState:
    """Read the counters; takes a few milliseconds."""
    return MachineState(
        monotonic_s=time.monotonic(),
        steal_s=_steal_s(proc / "stat"),
        thermal_events=_thermal_events(sys / "devices/system/cpu"),
        quota_throttled_s=_quota_throttled_s(proc / "self/cgroup", sys / "fs/cgroup"),
        board_flags=_board_flags(sys / "devices/platform/soc/soc:firmware/get_throttled"),
    )


def steal_percent(before: MachineState | None, after: MachineState | None) -> float | None:
    """Return stolen CPU time between two moments, percent of one core; None if it is unknown."""
    if before is None or after is None:
        return None
    length_s = after.monotonic_s - before.monotonic_s
    if before.steal_s is None or after.steal_s is None or length_s <= 0:
        return None
    return 100.0 * (after.steal_s - before.steal_s) / length_s


def throttled(before: MachineState | None, after: MachineState | None) -> tuple[str, ...]:
    """Say what was throttled between two moments, one clause each; nothing if one was not read."""
    if before is None or after is None:
        return ()
    clauses = []
    if before.thermal_events is not None and after.thermal_events is not None:
        events = after.thermal_events - before.thermal_events
        if events > 0:
            clauses.append(f"the CPU was slowed down for its temperature {events} times")
    held_s = _held_back_s(before.quota_throttled_s, after.quota_throttled_s)
    if held_s is not None:
        share = held_s / max(after.monotonic_s - before.monotonic_s, 1e-9)
        if share > THROTTLED_SHARE:
            clauses.append(f"a CPU quota held the processes back for {held_s:.2f} s ({share:.1%})")
    flags = _board_throttled(before.board_flags, after.board_flags)
    if flags is not None:
        clauses.append(f"the board's firmware throttles the CPU (flags {flags:#x})")
    return tuple(clauses)


def _board_throttled(before: int | None, after: int | None) -> int | None:
    """Return flags that tell of throttling at one of two moments, or in between; None if none."""
    for flags in (before, after):
        if flags is not None and flags & PI_THROTTLED:
            return flags
    if before is not None and after is not None:
        new = (after & ~before) >> _PI_SINCE_BOOT
        if new & PI_THROTTLED:
            return after
    return None


def _held_back_s(
    before: Mapping[str, float] | None, after: Mapping[str, float] | None
) -> float | None:
    """Return the longest time that one cgroup was held back in between; None if it is unknown."""
    if before is None or after is None:
        return None
    return max((after[name] - before[name] for name in after if name in before), default=None)


def _steal_s(path: Path) -> float | None:
    fields = (_read(path) or "").partition("\n")[0].split()
    if len(fields) <= _STEAL_FIELD or fields[0] != "cpu":
        return None
    return int(fields[_STEAL_FIELD]) / os.sysconf("SC_CLK_TCK")


def _thermal_events(directory: Path) -> int | None:
    counts = [
        int(text)
        for path in directory.glob("cpu[0-9]*/thermal_throttle/core_throttle_count")
        if (text := _read(path)) is not None
    ]
    return sum(counts) if counts else None


def _quota_throttled_s(membership: Path, mount: Path) -> dict[str, float] | None:
    """The figures of our cgroup and those above it (cgroup v2 only)."""
    lines = (_read(membership) or "").splitlines()
    own = next((line[3:] for line in lines if line.startswith("0::")), None)
    if own is None:
        return None
    figures = {}
    directory = mount / own.lstrip("/")
    while directory == mount or mount in directory.parents:
        for line in (_read(directory / "cpu.stat") or "").splitlines():
            name, _, value = line.partition(" ")
            if name == "throttled_usec":
                figures[str(directory)] = int(value) / 1e6
        directory = directory.parent
    return figures or None


def _board_flags(path: Path) -> int | None:
    text = _read(path)
    return None if text is None else int(text, 16)


def _read(path: Path) -> str | None:
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return None
