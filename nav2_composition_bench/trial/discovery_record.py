# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The part of a trial's record that tells how a fleet found itself; only fleets have it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class DiscoveryFigures:
    """Figures of one fleet: its robots, and their discovery server where they have one.

    What counts until all were found is None where they never were, and what counts when nothing
    changes where something did. A pair is a publisher and a
    subscription that are to be matched, seen from one of them.

    :param discovered_s: from when the last robot was up until every robot had found all others.
    :param remote_seen_s: from the start of the operator's process until it had found every topic of
        the first robot.
    :param restart_s: from when the last robot that was started again was up until every robot had
        found all others again.
    :param unmatched_pairs: pairs that lacked at the end of the time for each of the three.
    :param discovery_packets: sent by the fleet from the first robot's start until all were found.
    :param discovery_cpu_s: CPU time of all robots until then, start-up included.
    :param idle_bytes_hz: sent by the fleet when nothing changes, a second; likewise packets.
    :param robot_cpu_percent: mean of the robots meanwhile, of one core.
    :param robot_pss_bytes: mean of the robots then; likewise what no other process maps.
    :param restart_packets: sent from when a tenth of the robots was ended until all were found.
    """

    discovered_s: float | None
    remote_seen_s: float | None
    restart_s: float | None
    unmatched_pairs: int
    discovery_packets: int | None
    discovery_bytes: int | None
    discovery_received_bytes: int | None
    discovery_cpu_s: float | None
    idle_packets_hz: float | None
    idle_bytes_hz: float | None
    robot_cpu_percent: float | None
    robot_pss_bytes: int
    robot_uss_bytes: int
    restart_packets: int | None
    restart_bytes: int | None


@dataclass(frozen=True)
class RobotRecord:
    """One machine of a fleet.

    :param up_monotonic_s: all its endpoints were there.
    :param found_monotonic_s: it had found all that it was to find; None if it never had.
    :param wanted_pairs: how many those are.
    :param lacking_pairs: how many of them it had not found when time was up.
    """

    name: str
    up_monotonic_s: float
    found_monotonic_s: float | None
    wanted_pairs: int
    lacking_pairs: int


@dataclass(frozen=True)
class FleetRecord:
    """The machines of a fleet and what connected them.

    :param restarted: names of the robots that were ended and started again.
    :param drops_by: by what packets were dropped; None where none were.
    """

    robots: tuple[RobotRecord, ...]
    operator: RobotRecord | None
    restarted: tuple[str, ...]
    drops_by: str | None
