# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the installed release of rclcpp does; src/composed_process/rclcpp_release.hpp has the rules
that programs need while they run."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from nav2_composition_bench.installation import ament_index

Number = tuple[int, int, int]


@dataclass(frozen=True)
class RclcppRelease:
    """A release of rclcpp.

    :param number: major, minor, patch.
    """

    number: Number

    def __str__(self) -> str:
        return ".".join(map(str, self.number))

    @property
    def has_events_cbg(self) -> bool:
        """Whether it has the EventsCBGExecutor."""
        return self._has((28, 1, 20), (29, 5, 9), (32, 0, 0))

    @property
    def keeps_latched(self) -> bool:
        """Whether later subscriptions get a latched message that was sent by pointer.

        rclcpp#2708, in 28 #2722.
        """
        return self._has((28, 1, 7), (29, 3, 0), (30, 0, 0))

    @property
    def has_busy_action_servers(self) -> bool:
        """Whether an idle action server of an events executor takes half a core (rclcpp#2799)."""
        return (28, 1, 7) <= self.number < (28, 1, 9)

    def _has(self, *since: Number) -> bool:
        """Tell whether a change is in it: one that came with each of these, and after the last."""
        first = [each for each in since if each[0] == self.number[0]]
        return self.number >= (first[0] if first else since[-1])


def installed_rclcpp(environment: Mapping[str, str] = os.environ) -> RclcppRelease | None:
    """Return the release that is sourced; None where there is none or its version is not told."""
    words = (ament_index.version("rclcpp", environment) or "").split(".")
    if len(words) != 3 or not all(word.isdecimal() for word in words):
        return None
    major, minor, patch = map(int, words)
    return RclcppRelease((major, minor, patch))
