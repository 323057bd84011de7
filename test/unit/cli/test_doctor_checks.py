# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import pytest

from nav2_composition_bench.cli import doctor_checks as checks
from nav2_composition_bench.cli.doctor_checks import Finding
from nav2_composition_bench.installation.rclcpp_release import RclcppRelease


@pytest.mark.parametrize(
    "finding",
    [
        checks.check_governor(["performance", "performance"]),
        checks.check_governor([]),
        checks.check_temperature(45.0, 0, 0),
        checks.check_temperature(None, None, None),
        checks.check_swap(0, 0),
        checks.check_swap(10**9, 10**9),
        checks.check_memory(8 * 10**9),
        checks.check_load(0.3, 4),
        checks.check_participants({}),
        checks.check_footprint(None),
        checks.check_disk("/", 10**10),
        checks.check_shared_memory(10**9, []),
        checks.check_virtualisation(None, 0.0),
        checks.check_virtualisation("KVM", 0.2),
        checks.check_virtualisation("KVM", None),
        checks.check_sampler("/bin/process_sampler", ""),
        checks.check_rclcpp(RclcppRelease((28, 1, 6))),
        checks.check_rclcpp(RclcppRelease((28, 1, 21))),
    ],
)
def test_a_fit_machine_draws_no_warning(finding: Finding) -> None:
    assert finding.remedy is None


@pytest.mark.parametrize(
    ("finding", "state", "remedy"),
    [
        (
            checks.check_governor(["powersave", "performance", "powersave"]),
            "performance on 1 cores, powersave on 2 cores",
            "cpupower frequency-set -g performance",
        ),
        (checks.check_temperature(85.0, 0, None), "85 °C, close to throttling", "cool"),
        (checks.check_temperature(50.0, 7, None), "7 times since it was started", "cooling"),
        (checks.check_temperature(50.0, None, 0x1), "flags 0x1", "power supply"),
        (checks.check_swap(10**9, 9 * 10**8), "100 MB in use", "swapoff"),
        (checks.check_memory(10**9), "1.0 GB available", "end other programs"),
        (checks.check_load(1.5, 4), "1.50 on 4 cores", "end what runs"),
        (checks.check_participants({7: "rviz2"}), "7 (rviz2)", "end them"),
        (checks.check_footprint("page frames are hidden"), "absent from the records", "root"),
        (checks.check_disk("/data", 10**8), "0.1 GB free in /data", "--out"),
        (checks.check_shared_memory(10**6, []), "1 MB free", "--shm-size"),
        (
            checks.check_shared_memory(10**9, ["d", "c", "b", "a"]),
            "4 left-overs (a, b, c, ...)",
            "shm clean",
        ),
        (checks.check_virtualisation("KVM", 5.0), "a virtual machine (KVM), 5.0 % stolen", "idle"),
        (
            checks.check_rclcpp(RclcppRelease((28, 1, 8))),
            "28.1.8, with which an idle action server",
            "install 28.1.9",
        ),
        (checks.check_sampler(None, "run make setup"), "not found", "run make setup"),
    ],
)
def test_a_warning_tells_what_is_wrong_and_ends_with_its_remedy(
    finding: Finding, state: str, remedy: str
) -> None:
    assert state in finding.state
    assert finding.remedy is not None and remedy in finding.remedy


def test_firmware_flags_of_the_past_are_no_throttling_now() -> None:
    assert checks.check_temperature(50.0, None, 0x50000).remedy is None


def test_nav2_is_no_matter_where_it_is_not_sourced() -> None:
    assert checks.check_study(None, {}).remedy is None
    assert checks.check_study("nav2", {"isolated": (), "manual": ()}).remedy is None


def test_what_arms_lack_is_listed_once_and_the_others_are_offered() -> None:
    lacks = {
        "isolated": ["a is missing", "b is missing"],
        "manual": ["a is missing"],
        "multi_process": [],
    }
    finding = checks.check_study("nav2", lacks)
    assert finding.state == "cannot run isolated, manual: a is missing; b is missing"
    assert finding.remedy is not None and finding.remedy.endswith("; or run multi_process")


def test_of_much_that_is_missing_the_first_is_shown() -> None:
    finding = checks.check_study("nav2", {"manual": [f"{n} is missing" for n in range(20)]})
    assert finding.state.endswith("7 is missing; and 12 more")
    assert finding.remedy == "install that, and source its setup.bash"


def test_why_a_study_cannot_be_settled_is_told() -> None:
    finding = checks.check_study("mine", {}, "there is no map")
    assert (finding.subject, finding.state) == ("Study mine", "there is no map")
    assert finding.remedy is not None
