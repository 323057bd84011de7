# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Delays that ``src/delay_probe`` has written, of timers and of goals that nodes send."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

DELAY_PROBE = "libdelay_probe.so"
DELAYS_VARIABLE = "NAV2_BENCH_DELAYS"
"""Directory in which each process writes a file of its own."""
_PREFIX = "delays."
_TIMER, _GOAL = "t", "g"


@dataclass(frozen=True)
class Delay:
    """One delay.

    :param at_monotonic_s: its end, CLOCK_MONOTONIC.
    """

    at_monotonic_s: float
    delay_ns: int


@dataclass(frozen=True)
class Delays:
    """What all processes of a trial have written.

    :param timers: from a timer's due time to the entry of its callback.
    :param acknowledgements: from a goal's request to its client's receipt of the answer.
    """

    timers: Sequence[Delay] = ()
    acknowledgements: Sequence[Delay] = ()


def read_delays(directory: Path) -> Delays:
    """Read what the processes of a trial have written; a last line without an end is left out."""
    found: dict[str, list[Delay]] = {_TIMER: [], _GOAL: []}
    for path in sorted(directory.glob(f"{_PREFIX}*")):
        for line in path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True):
            words = line.split()
            if line.endswith("\n") and len(words) == 3 and words[0] in found:
                found[words[0]].append(Delay(int(words[1]) / 1e9, int(words[2])))
    return Delays(found[_TIMER], found[_GOAL])
