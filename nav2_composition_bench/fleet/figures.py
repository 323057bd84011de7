# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From what was seen of a fleet to the figures of its record; pure."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.fleet.matches import Changes, whole_since
from nav2_composition_bench.fleet.network import Traffic
from nav2_composition_bench.metrics import measured
from nav2_composition_bench.sampling.sample import CpuSample
from nav2_composition_bench.trial.discovery_record import RobotRecord


@dataclass(frozen=True)
class Sight:
    """What one machine was seen to find in one phase of a trial.

    :param up_s: since when its endpoints are there; None if they never were.
    """

    machine: str
    up_s: float | None
    changes: Changes
    wanted: int

    @property
    def found_s(self) -> float | None:
        """Since when it has found everything."""
        return whole_since(self.changes, self.wanted)

    @property
    def lacking(self) -> int:
        """How much it has not found."""
        return max(0, self.wanted - (self.changes[-1][1] if self.changes else 0))

    def record(self) -> RobotRecord | None:
        """Return what a record tells of it; None for one that was never up."""
        if self.up_s is None:
            return None
        return RobotRecord(self.machine, self.up_s, self.found_s, self.wanted, self.lacking)


@dataclass(frozen=True)
class Idle:
    """A fleet that is left alone.

    :param traffic: of the fleet meanwhile.
    :param robot_cpu_percent: mean of the robots.
    :param has_changed: some robot found or lost something meanwhile.
    """

    duration_s: float
    traffic: Traffic
    robot_cpu_percent: float
    robot_pss_bytes: int
    robot_uss_bytes: int
    has_changed: bool = False


def time_to_find(sights: Iterable[Sight], since: Iterable[Sight]) -> float | None:
    """Return the time from when the last of some machines was up until all have found everything.

    :param since: those machines.
    :returns: None if some machine lacks something.
    """
    found = [sight.found_s for sight in sights]
    up = [sight.up_s for sight in since]
    known = [at_s for at_s in found if at_s is not None]
    begun = [at_s for at_s in up if at_s is not None]
    if len(known) < len(found) or len(begun) < len(up) or not known or not begun:
        return None
    return max(0.0, max(known) - max(begun))


def figures(
    robots: Sequence[Sight],
    operator: Sight,
    began_s: float,
    again: Sequence[Sight],
    restarted: Sequence[str],
    discovery: tuple[Traffic, float],
    idle: Idle,
    restart: Traffic,
    end_noticed: bool,
) -> dict[str, float]:
    """Put the metrics of one trial together.

    What counts until all were found is left out where they never were, and what counts while
    nothing changes where something did. What is sent is of the robots, and of their discovery
    server where they have one.

    :param robots: when the fleet was first up.
    :param began_s: when the operator's machine was started.
    :param again: the same after some were started again.
    :param restarted: their names.
    :param discovery: what the fleet sent until all were found, or the wait for it was given up, and
        the robots' CPU time in seconds.
    :param restart: likewise from the end of some robots until all were found again.
    :param end_noticed: all others had noticed that end before these robots were started again; else
        what they had found of the first ones is not told from what they found anew.
    """
    traffic, cpu_s = discovery
    discovered_s = time_to_find(robots, robots)
    started_again = [sight for sight in again if sight.machine in restarted]
    restart_s = time_to_find(again, started_again) if end_noticed else None
    is_found, is_found_again = discovered_s is not None, restart_s is not None
    is_idle = not idle.has_changed
    return measured(
        discovered_s=discovered_s,
        remote_seen_s=None if operator.found_s is None else operator.found_s - began_s,
        restart_s=restart_s,
        unmatched_pairs=sum(sight.lacking for sight in (*robots, operator, *again)),
        discovery_packets=traffic.sent_packets if is_found else None,
        discovery_bytes=traffic.sent_bytes if is_found else None,
        discovery_received_bytes=traffic.received_bytes if is_found else None,
        discovery_cpu_s=cpu_s if is_found else None,
        idle_packets_hz=idle.traffic.sent_packets / idle.duration_s if is_idle else None,
        idle_bytes_hz=idle.traffic.sent_bytes / idle.duration_s if is_idle else None,
        robot_cpu_percent=idle.robot_cpu_percent if is_idle else None,
        robot_pss_bytes=idle.robot_pss_bytes,
        robot_uss_bytes=idle.robot_uss_bytes,
        restart_packets=restart.sent_packets if is_found_again else None,
        restart_bytes=restart.sent_bytes if is_found_again else None,
    )


def cpu_until(samples: Sequence[CpuSample], pids: Collection[int], at_s: float) -> float:
    """Return the CPU seconds of processes up to a moment, between two readings in proportion."""
    totals = [
        sum(each.cpu_time_s for each in sample.processes if each.pid in pids) for sample in samples
    ]
    return float(np.interp(at_s, [sample.monotonic_s for sample in samples], totals))
