# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The yardstick beside the trials of a study, and its readings while no system runs."""

from __future__ import annotations

import time
from pathlib import Path

from nav2_composition_bench.sampling.yardstick import Yardstick
from nav2_composition_bench.sampling.yardstick_readings import (
    UnitCost,
    YardstickSecond,
    median_cost,
)
from nav2_composition_bench.study.workload import Exchange, Navigation

_MIN_READING_S = 2.0
_READING_OF_LAP_S = 4.0
_MAX_READING_S = 30.0
_WINDOWS_TO_READING = 5
_CALM_S = 1.0
"""After a system has ended the kernel is still busy with what it leaves."""
_LATE_S = 5.0


class MachineSpeed:
    """Reads the machine's speed during trials and between them; a context manager.

    A reading without a system is due before each system starts and after each has ended; what lies
    between two systems serves both.

    :param binary: process_sampler, of which the yardstick is a mode.
    :param idle_s: length of a reading without a system, see :func:`idle_reading_s`.

    Entering raises UserError if it cannot run.
    """

    def __init__(self, binary: Path, idle_s: float) -> None:
        self._binary = binary
        self._yardstick = Yardstick(binary)
        self._idle_s = idle_s
        self._idle_since_s: float | None = None

    def __enter__(self) -> MachineSpeed:
        self._yardstick.start()
        return self

    def __exit__(self, *exception: object) -> None:
        self._yardstick.end()

    def is_running(self) -> bool:
        """Tell whether the yardstick still runs."""
        return self._yardstick.is_running()

    def ensure_running(self) -> bool:
        """Start the yardstick anew if it has ended, for instance since memory ran out.

        :returns: whether it had ended; what it told before is gone then.
        :raises UserError: if it cannot run any more.
        """
        if self.is_running():
            return False
        self._yardstick.end()
        self._yardstick = Yardstick(self._binary)
        self._yardstick.start()
        self.disturbed()
        return True

    @property
    def pid(self) -> int:
        """Process id of the yardstick."""
        return self._yardstick.pid

    @property
    def rate_hz(self) -> float:
        """Units of work per second."""
        return self._yardstick.rate_hz

    def disturbed(self) -> None:
        """Note that what is read from now on is of another machine than what was read before.

        Until now a system was running, or a simulator was just started.
        """
        self._idle_since_s = time.monotonic()

    def read_idle(self) -> UnitCost | None:
        """Wait until the machine has been without a system for long enough, and read its speed.

        :returns: the median over the last seconds of that; None if the yardstick has ended.
        """
        if self._idle_since_s is None:
            self.disturbed()
        assert self._idle_since_s is not None
        wanted_s = self._idle_since_s + _CALM_S + self._idle_s
        if not self._yardstick.wait_for_second(wanted_s, wanted_s - time.monotonic() + _LATE_S):
            return None
        end_s = self._yardstick.seconds()[-1].end_monotonic_s
        begin_s = end_s - self._idle_s
        return median_cost(self.seconds(begin_s - 1.0), [(begin_s, end_s)])

    def seconds(self, since_s: float) -> tuple[YardstickSecond, ...]:
        """Return the readings of the seconds that ended after a moment."""
        return self._yardstick.seconds(since_s)


def idle_reading_s(workload: Navigation | Exchange) -> float:
    """Return how long a reading without a system takes, whole seconds.

    The longer a trial, the better a reading has to tell how fast the machine was; but short trials
    should not be mostly such readings.
    """
    if workload.window_s is None:
        return min(_READING_OF_LAP_S * len(workload.legs) / workload.lap, _MAX_READING_S)
    return max(_MIN_READING_S, workload.window_s // _WINDOWS_TO_READING)
