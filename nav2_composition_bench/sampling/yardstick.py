# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Run the yardstick: known work at a low rate that tells how fast the machine is."""

from __future__ import annotations

import json
import os
from pathlib import Path

from nav2_composition_bench.errors import UserError, in_one_line
from nav2_composition_bench.processes.proc_table import (
    PROC,
    command_line,
    listing,
    network_of,
    read_environment,
)
from nav2_composition_bench.sampling.sampler_binary import find_sampler
from nav2_composition_bench.sampling.sampler_process import SamplerProcess
from nav2_composition_bench.sampling.yardstick_readings import (
    YardstickSecond,
    merged,
    yardstick_rate_hz,
    yardstick_second,
)

_ASKED_FOR = "--yardstick"
_START_TIMEOUT_S = 60.0
_MERGED, _FIRST = 60, 10
"""Seconds that become one reading where not all are kept, and those before the first of them."""


class Yardstick(SamplerProcess):
    """A running yardstick; a context manager.

    It is a mode of process_sampler, and ends when this process does, however that ends.

    :param binary: process_sampler, if not the one that find_sampler() finds.
    :param kept: so many of the latest seconds are kept singly at least, and those before them but
        for the first ten by the minute, so that it may run for hours in little memory; None: all.
    """

    def __init__(self, binary: Path | None = None, kept: int | None = None) -> None:
        super().__init__()
        self._kept = kept
        self._merged_to = _FIRST
        self._binary = binary
        self._header: bytes | None = None
        self._rate_hz: float | None = None
        self._seconds: list[YardstickSecond] = []

    @property
    def rate_hz(self) -> float:
        """Units of work per second."""
        assert self._rate_hz is not None, "the yardstick has not been started"
        return self._rate_hz

    def start(self) -> None:
        """Start it and wait until it has chosen its rate, about a second.

        :raises UserError: if it refuses; the text is its own. Nothing runs then.
        """
        binary = self._binary or find_sampler()
        self._start(binary, [_ASKED_FOR, "--die-with-parent"])
        if not self._wait(lambda: self._header is not None, _START_TIMEOUT_S):
            self.end()
            raise UserError(self._stderr or f"{binary} {_ASKED_FOR} ended without a word")
        assert self._header is not None, "it was waited for"
        try:
            self._rate_hz = yardstick_rate_hz(json.loads(self._header))
        except (KeyError, TypeError, ValueError):
            self.end()
            said = in_one_line(self._header.decode(errors="replace").strip())
            raise UserError(f"{binary} is no process_sampler: it said '{said}'") from None

    def seconds(self, since_s: float = 0.0) -> tuple[YardstickSecond, ...]:
        """Return the seconds that ended after a moment, CLOCK_MONOTONIC, in order."""
        with self._changed:
            return tuple(one for one in self._seconds if one.end_monotonic_s > since_s)

    def wait_for_second(self, at_s: float, timeout_s: float) -> bool:
        """Wait until there is a second that ended at a moment or later.

        :returns: False when time is over or the yardstick has ended before.
        """

        def has_come() -> bool:
            return bool(self._seconds) and self._seconds[-1].end_monotonic_s >= at_s

        return self._wait(has_come, timeout_s)

    def end(self, timeout_s: float = 10.0) -> None:
        """End it, if it runs; everything told stays readable."""
        super().end(timeout_s)

    def _take(self, line: bytes) -> None:
        if not line.endswith(b"\n"):  # it was killed amid a line
            return
        with self._changed:
            if self._header is None:
                self._header = line
            else:
                self._seconds.append(yardstick_second(line))
                self._merge()
            self._changed.notify_all()

    def _merge(self) -> None:
        """Make one reading of the oldest seconds that are still single."""
        oldest = slice(self._merged_to, self._merged_to + _MERGED)
        if self._kept is None or len(self._seconds) < oldest.stop + self._kept:
            return
        self._seconds[oldest] = [merged(self._seconds[oldest])]
        self._merged_to += 1


def yardsticks_on(domain_id: int, proc: Path = PROC) -> tuple[int, ...]:
    """Return the pids of the yardsticks of runs on a ROS domain.

    Beside one of them another tells of a machine that is a tenth faster than it is.
    """
    of_domain = f"ROS_DOMAIN_ID={domain_id}".encode()
    return tuple(
        pid
        for pid, entry in sorted(listing(proc).items())
        if not entry.is_stopped
        and _ASKED_FOR in command_line(pid, proc).split()
        and of_domain in (read_environment(pid, proc) or ())
        and network_of(pid, proc) == network_of(os.getpid(), proc)
    )
