# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A loop rate on the monotonic clock, as Nav2's WallRate."""

from __future__ import annotations

import threading
import time


class WallRate:
    """Paces a loop; absolute deadlines, so that rounding does not accumulate.

    :param frequency_hz: loops per second.
    """

    def __init__(self, frequency_hz: float) -> None:
        if frequency_hz <= 0.0:
            raise ValueError(f"a loop rate must be positive, got {frequency_hz} Hz")
        self.period_s = 1.0 / frequency_hz
        self._deadline_s = time.monotonic() + self.period_s

    def sleep(self, stop: threading.Event) -> bool:
        """Wait for the end of the current period.

        :param stop: ends the wait early when set.
        :return: False if the loop body had already overrun its period. The next period then
            starts now, as missed periods are not made up for.
        """
        now_s = time.monotonic()
        remaining_s = self._deadline_s - now_s
        if remaining_s <= 0.0:
            self._deadline_s = now_s + self.period_s
            return False
        stop.wait(remaining_s)
        self._deadline_s += self.period_s
        return True
