# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from nav2_composition_bench.fleet.configuration import (
    IGNORING,
    domain_of,
    variables,
)
from nav2_composition_bench.ros_domain.environment import DISCOVERY_VARIABLES
from nav2_composition_bench.study.fleet import Discovery

ADDRESSES = {"robot_1": "10.1.0.1", "robot_2": "10.1.0.2", "operator": "10.1.0.3"}
WITH_SERVER = {**ADDRESSES, "server": "10.1.0.4"}
PROFILE = Path("/tmp/profile.xml")


def test_peers_are_all_other_robots_and_there_is_no_multicast() -> None:
    found = variables("robot_2", Discovery.PEERS, ADDRESSES, PROFILE)
    assert found == {
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
        "ROS_STATIC_PEERS": "10.1.0.1",
    }
    of_operator = variables("operator", Discovery.PEERS, ADDRESSES, PROFILE)
    assert of_operator["ROS_STATIC_PEERS"] == "10.1.0.1;10.1.0.2"


def test_a_robot_is_told_the_address_of_the_server_and_the_server_is_not() -> None:
    found = variables("robot_1", Discovery.SERVER, WITH_SERVER, PROFILE)
    assert found["ROS_DISCOVERY_SERVER"] == "10.1.0.4:11811"
    own = variables("server", Discovery.SERVER, WITH_SERVER, PROFILE)
    assert "ROS_DISCOVERY_SERVER" not in own


def test_who_ignores_others_has_a_profile_that_says_so() -> None:
    found = variables("robot_1", Discovery.IGNORE, ADDRESSES, PROFILE)
    assert found["FASTRTPS_DEFAULT_PROFILES_FILE"] == str(PROFILE)
    root = ElementTree.fromstring(IGNORING)
    flags = [each.text for each in root.iter() if each.tag.endswith("ignoreParticipantFlags")]
    assert flags == ["FILTER_DIFFERENT_HOST"]


def test_a_domain_for_each_robot_and_the_first_ones_for_who_looks_at_it() -> None:
    domains = [domain_of(name, Discovery.DOMAINS) for name in ADDRESSES]
    assert domains == [1, 2, 1]
    assert {domain_of(name, Discovery.MULTICAST) for name in ADDRESSES} == {0}


def test_every_variable_that_an_arm_sets_is_not_handed_down_from_the_shell() -> None:
    for discovery in Discovery:
        assert variables("robot_1", discovery, WITH_SERVER, PROFILE).keys() <= set(
            DISCOVERY_VARIABLES
        )
