# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from ament_prefix import Prefix

from figures.studies import RESULTS, committed
from nav2_composition_bench.aggregate.stamped_versions import sourced_versions, versions_of_stamps
from nav2_composition_bench.trial.store import STUDY, TRIALS

PACKAGES = {
    "ros-rcl": "9.2.8",
    "ros-rclpy": "7.1.6",
    "ros-rmw-fastrtps-cpp": "8.4.2",
    "nav2_amcl": "1.3.13",
    "nav2_controller": "1.3.13",
    "nav2_minimal_tb3_sim": "1.0.1",
    "rclcpp": "28.1.21",
    "rclpy": "7.1.5",
    "rmw_cyclonedds_cpp": "2.2.2",
    "rmw_fastrtps_cpp": "8.4.3",
}
BOTH = ["rmw_cyclonedds_cpp", "rmw_fastrtps_cpp"]


def stamp(
    system: str, distro: str | None, rmw: str | list[str] = "rmw_fastrtps_cpp", **packages: str
) -> dict[str, Any]:
    software = {"rmw": rmw, "packages": {**PACKAGES, **packages}}
    return {"study": {"system": system, "distro": distro}, "software": software}


@pytest.mark.parametrize(
    ("told", "versions"),
    [
        (stamp("nav2", "jazzy"), "rclcpp 28.1.21, Nav2 1.3.13, rmw_fastrtps_cpp 8.4.3"),
        (
            stamp("nav2", "jazzy", BOTH, nav2_amcl="1.3.9"),
            "rclcpp 28.1.21, Nav2 1.3.9 and 1.3.13, rmw_cyclonedds_cpp 2.2.2, rmw_fastrtps_cpp"
            " 8.4.3",
        ),
        (stamp("topology", "jazzy"), "rclcpp 28.1.21, rmw_fastrtps_cpp 8.4.3"),
        (stamp("topology", None), "rcl 9.2.8, rmw_fastrtps_cpp 8.4.2"),
        (stamp("reference", None), "rclpy 7.1.6, rmw_fastrtps_cpp 8.4.2"),
        (stamp("nav2", "jazzy", "rmw_other"), "rclcpp 28.1.21, Nav2 1.3.13"),
        ({"study": {"system": "nav2", "distro": "jazzy"}}, ""),
        ({"study": {"system": "nav2"}, "software": {"rmw": None, "packages": None}}, ""),
        ({}, ""),
    ],
    ids=[
        *("nav2", "overlay", "rclcpp", "rcl", "reference"),
        *("unknown middleware", "older", "null", "none"),
    ],
)
def test_a_study_s_versions_are_of_what_its_nodes_ran_with(
    told: dict[str, Any], versions: str
) -> None:
    assert versions_of_stamps(told) == versions


def test_a_middleware_that_only_the_name_of_a_topology_tells_is_among_them() -> None:
    told = stamp("topology", "jazzy")
    levels = {"rmw": "rmw_fastrtps_cpp", "topology": "sender_rmw-rmw_cyclonedds_cpp--count-0"}
    told["study"]["arms"] = [{"name": "one", **levels}]
    assert versions_of_stamps(told) == (
        "rclcpp 28.1.21, rmw_cyclonedds_cpp 2.2.2, rmw_fastrtps_cpp 8.4.3"
    )


def test_of_several_studies_each_name_stands_once_with_all_its_versions() -> None:
    stamps = [
        stamp("topology", None),
        stamp("nav2", "jazzy"),
        stamp("topology", "jazzy", "rmw_cyclonedds_cpp", rclcpp="28.1.6"),
    ]
    assert versions_of_stamps(*stamps) == (
        "rclcpp 28.1.6 and 28.1.21, rcl 9.2.8, Nav2 1.3.13,"
        " rmw_fastrtps_cpp 8.4.2 and 8.4.3, rmw_cyclonedds_cpp 2.2.2"
    )


@pytest.mark.parametrize("name", committed())
def test_every_committed_study_tells_the_client_library_of_its_records_and_its_middlewares(
    name: str,
) -> None:
    told = json.loads((RESULTS / name / STUDY).read_text())
    with (RESULTS / name / TRIALS).open() as lines:
        binding = json.loads(next(lines))["binding"]
    library, *others = (each.split()[0] for each in versions_of_stamps(told).split(", "))
    systems = {"reference": "rclpy", "nav2": "rclcpp"}
    assert library == (binding or systems.get(told["study"]["system"], "rcl"))
    rmw = told["software"]["rmw"]
    rmws = [rmw] if isinstance(rmw, str) else rmw
    assert ("Nav2" in others) is (told["study"]["system"] == "nav2")
    assert set(rmws) <= set(others)


def test_the_versions_of_a_sourced_installation_are_those_of_its_manifests(tmp_path: Path) -> None:
    prefix = Prefix(tmp_path)
    for package in ("rclcpp", "rmw_fastrtps_cpp", "nav2_amcl"):
        prefix.register("packages", package)
        manifest = tmp_path / "share" / package / "package.xml"
        manifest.parent.mkdir(parents=True, exist_ok=True)
        manifest.write_text("<package><version>1.2.3</version></package>")
    assert sourced_versions(prefix.installation.environment) == (
        "ROS jazzy, rclcpp 1.2.3, Nav2 1.2.3, rmw_fastrtps_cpp 1.2.3"
    )
