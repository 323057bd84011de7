# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How the machines of a fleet are told to find one another: variables, and a profile."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from nav2_composition_bench.study.fleet import Discovery
from nav2_composition_bench.topology.generated_fleet import OPERATOR

SERVER = "server"
"""Name of the machine that a discovery server runs on."""
SERVER_PORT = 11811
FIRST = "robot_1"

IGNORING = """<?xml version="1.0" encoding="UTF-8"?>
<dds xmlns="http://www.eprosima.com/XMLSchemas/fastRTPS_Profiles">
  <profiles>
    <participant profile_name="alone" is_default_profile="true">
      <rtps>
        <builtin>
          <discovery_config>
            <ignoreParticipantFlags>FILTER_DIFFERENT_HOST</ignoreParticipantFlags>
          </discovery_config>
        </builtin>
      </rtps>
    </participant>
  </profiles>
</dds>
"""


def domain_of(machine: str, discovery: Discovery) -> int:
    """Return the ROS domain of a machine; who looks at the first robot has its domain."""
    if discovery is not Discovery.DOMAINS:
        return 0
    named = FIRST if machine == OPERATOR else machine
    return int(named.rpartition("_")[2])


def variables(
    machine: str, discovery: Discovery, addresses: Mapping[str, str], profile: Path
) -> dict[str, str]:
    """Return the variables of the processes on a machine, besides the domain.

    :param addresses: machine → address, of all.
    :param profile: file that holds ``IGNORING``.
    """
    if discovery is Discovery.PEERS:
        others = [address for name, address in addresses.items() if name not in (machine, OPERATOR)]
        return {
            "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
            "ROS_STATIC_PEERS": ";".join(others),
        }
    found = {"ROS_AUTOMATIC_DISCOVERY_RANGE": "SUBNET"}
    if discovery is Discovery.SERVER and machine != SERVER:
        found["ROS_DISCOVERY_SERVER"] = f"{addresses[SERVER]}:{SERVER_PORT}"
    if discovery is Discovery.IGNORE:
        found["FASTRTPS_DEFAULT_PROFILES_FILE"] = str(profile)
    return found
