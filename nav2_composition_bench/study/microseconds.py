# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Factors whose levels are times in µs, or a word for leaving the time to the kernel; pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from nav2_composition_bench.errors import UserError

_NUMBER = re.compile(r"0|[1-9][0-9]*")


@dataclass(frozen=True)
class MicrosecondLevels:
    """What levels such a factor has.

    :param kernels: the level that leaves the time to the kernel.
    :param least_us: shortest time.
    :param most_us: longest time.
    """

    kernels: str
    least_us: int
    most_us: int

    def check(self, where: str, level: str) -> None:
        """:raises UserError: for what is no level of the factor."""
        if level == self.kernels:
            return
        if _NUMBER.fullmatch(level) and self.least_us <= int(level) <= self.most_us:
            return
        raise UserError(
            f"{where} is '{level}', must be {self.kernels} or a whole number of µs from"
            f" {self.least_us} to {self.most_us}"
        )

    def us_of(self, level: str | None) -> int | None:
        """Return the time of a checked level in µs; None where it is left to the kernel."""
        return None if level is None or level == self.kernels else int(level)


IN_MICROSECONDS = {
    "cpu_latency_us": MicrosecondLevels("unlimited", 0, 2_000_000_000),  # what PM QoS takes
    "timer_slack_us": MicrosecondLevels("default", 1, 1_000_000),
}
"""Factor → its levels: how deep idle cores may sleep, and how late the kernel may wake threads."""
