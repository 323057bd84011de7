# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A clock that goes on in waits alone, and when a test moves it."""

from __future__ import annotations


class FakeClock:
    """What module time has of a monotonic clock.

    :ivar now: seconds.
    """

    def __init__(self) -> None:
        self.now = 100.0

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        assert seconds > 0.0
        self.now += seconds
