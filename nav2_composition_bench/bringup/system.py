# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A system under test that was started."""

from __future__ import annotations

from collections.abc import Mapping

from nav2_composition_bench.bringup.outcomes import ProcessDeath, ShutdownReport


class SystemHandle:
    """The processes of one trial; a context manager that ends them.

    :ivar labels: root pid → label: a node's name, ``manual_composition`` or ``nav2_container``.
    :ivar nodes: label → names of the nodes in that process.
    :ivar started_monotonic_s: CLOCK_MONOTONIC just before the first process was started.
    """

    labels: Mapping[int, str]
    nodes: Mapping[str, tuple[str, ...]]
    started_monotonic_s: float

    def wait_until_active(self, timeout_s: float) -> float:
        """Wait until every lifecycle manager says all its nodes are active.

        :returns: CLOCK_MONOTONIC of that moment.
        :raises BringUpFailed: when a process dies or time runs out, naming node and state.
        """

    def deaths(self) -> tuple[ProcessDeath, ...]:
        """Processes that ended unasked so far; cheap, never blocks."""

    def shut_down(self) -> ShutdownReport:
        """End everything and leave nothing. Never raises; a second call returns the same."""
