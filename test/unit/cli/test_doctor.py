# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0

from __future__ import annotations

import argparse
import fcntl
import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from ament_prefix import Prefix
from arm_studies import packaged
from no_permission import without_permission

from nav2_composition_bench.cli import doctor
from nav2_composition_bench.cli.doctor_checks import Finding
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.ros_domain.environment import DISCOVERY_VARIABLES
from nav2_composition_bench.settling.host_requirement import refuse_unstartable
from nav2_composition_bench.study.study_file import default_study_file

GOLDEN = Path(__file__).resolve().parents[2] / "golden"
NAV2 = str(default_study_file("nav2"))


def asked(*words: str) -> argparse.Namespace:
    """Return the verb's arguments as they are when the user says these words."""
    parser = argparse.ArgumentParser()
    doctor.add_arguments(parser)
    return parser.parse_args(words)


def test_governors_are_read_per_core(tmp_path: Path) -> None:
    for core, governor in enumerate(("performance", "powersave")):
        directory = tmp_path / "devices" / "system" / "cpu" / f"cpu{core}" / "cpufreq"
        directory.mkdir(parents=True)
        (directory / "scaling_governor").write_text(f"{governor}\n")
    assert doctor.governors(tmp_path) == ["performance", "powersave"]


def test_the_hottest_zone_counts_and_a_broken_one_does_not(tmp_path: Path) -> None:
    for zone, text in enumerate(("41000\n", "56500\n", "")):
        directory = tmp_path / "class" / "thermal" / f"thermal_zone{zone}"
        directory.mkdir(parents=True)
        (directory / "temp").write_text(text)
    assert doctor.hottest_c(tmp_path) == 56.5


def test_a_machine_without_sensors_tells_no_temperature(tmp_path: Path) -> None:
    assert doctor.hottest_c(tmp_path) is None


@pytest.mark.parametrize(
    ("stream", "is_available"),
    [("sampler_stream.jsonl", True), ("sampler_stream_unprivileged.jsonl", False)],
)
def test_the_sampler_itself_is_asked_for_the_footprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stream: str, is_available: bool
) -> None:
    sampler = tmp_path / "process_sampler"
    sampler.write_text(f"#!/bin/sh\ncat {GOLDEN / stream}\n")
    sampler.chmod(0o755)
    monkeypatch.setenv("NAV2_BENCH_SAMPLER", str(sampler))
    assert (doctor.footprint_unavailable_reason() is None) == is_available


def test_a_sampler_of_another_architecture_tells_why_it_does_not_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sampler = tmp_path / "process_sampler"
    sampler.write_bytes(b"\x7fELF of another machine")
    sampler.chmod(0o755)
    monkeypatch.setenv("NAV2_BENCH_SAMPLER", str(sampler))
    reason = doctor.footprint_unavailable_reason()
    assert reason is not None and "Exec format error" in reason


def test_without_a_sampler_nothing_is_said_of_the_footprint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NAV2_BENCH_SAMPLER", str(tmp_path / "nothing"))
    found = {finding.subject: finding for finding in doctor.examine(tmp_path)}
    assert "Footprint" not in found
    assert found["process_sampler"].remedy is not None


def test_the_release_of_rclcpp_that_is_sourced_is_judged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "rclcpp" not in {finding.subject for finding in doctor.examine(tmp_path)}
    prefix = Prefix(tmp_path / "prefix")
    prefix.version("rclcpp", "28.1.8")
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(prefix.path))
    found = {finding.subject: finding for finding in doctor.examine(tmp_path)}
    assert found["rclcpp"].remedy is not None


def test_the_room_is_that_of_the_nearest_directory_that_exists(tmp_path: Path) -> None:
    directory, free_bytes = doctor.free_disk(tmp_path / "not" / "yet")
    assert directory == str(tmp_path)
    assert free_bytes > 0


def test_a_place_that_may_not_be_looked_at_is_one_line(tmp_path: Path) -> None:
    hidden = tmp_path / "hidden"
    hidden.mkdir()
    with without_permission(hidden), pytest.raises(UserError, match="--out: cannot read"):
        doctor.free_disk(hidden / "results")


def test_only_files_that_nobody_maps_or_locks_are_left_over(tmp_path: Path) -> None:
    shm, proc = tmp_path / "shm", tmp_path / "proc"
    (proc / "7").mkdir(parents=True)
    shm.mkdir()
    for name in ("fastrtps_dead", "fastrtps_dead_el", "fastrtps_a11fe", "fastrtps_10cced_el"):
        (shm / name).touch()
    status = (shm / "fastrtps_a11fe").stat()
    device = f"{os.major(status.st_dev):02x}:{os.minor(status.st_dev):02x}"
    (proc / "7" / "maps").write_text(
        f"7f00-7f01 rw-s 00000000 {device} {status.st_ino} {shm}/fastrtps_a11fe\n"
    )
    with (shm / "fastrtps_10cced_el").open() as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert doctor.leftovers(shm, proc) == ["fastrtps_dead", "fastrtps_dead_el"]


@pytest.mark.parametrize(("remedy", "status"), [(None, 0), ("sudo swapoff -a", 1)])
def test_the_exit_status_tells_whether_anything_warns(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    remedy: str | None,
    status: int,
) -> None:
    def findings(out: Path) -> Iterator[Finding]:
        yield Finding("Swap", "as it is", remedy)

    monkeypatch.setattr(doctor, "examine", findings)
    monkeypatch.setenv("AMENT_PREFIX_PATH", "")
    assert doctor.run(asked()) == status
    line = capsys.readouterr().out.splitlines()[0]
    assert line.endswith("Swap: as it is" if remedy is None else "as it is -> sudo swapoff -a")


def test_this_machine_can_be_examined(tmp_path: Path) -> None:
    subjects = [finding.subject for finding in doctor.examine(tmp_path)]
    assert {"CPU governor", "Swap", "Load", "Other ROS 2 nodes", "Footprint"} <= set(subjects)


def test_a_study_of_nav2_without_ros_2_is_told_what_it_needs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("ROS_DISTRO", raising=False)
    monkeypatch.setenv("AMENT_PREFIX_PATH", str(tmp_path))
    assert doctor.study_of(asked()).remedy is None
    assert "ROS_DISTRO is not set" in doctor.study_of(asked("--system", "nav2")).state
    monkeypatch.setenv("ROS_DISTRO", "jazzy")
    for words in (("--system", "nav2"), ("--study", "nav2"), ("--study", NAV2)):
        finding = doctor.study_of(asked(*words))
        assert "of ROS distribution jazzy there is no nav2_amcl" in finding.state
        assert finding.remedy is not None


def source(monkeypatch: pytest.MonkeyPatch, prefix: Prefix) -> None:
    monkeypatch.delenv("ROS_DISTRO", raising=False)
    for name, value in prefix.installation.environment.items():
        monkeypatch.setenv(name, value)


def test_a_study_of_the_reference_stack_needs_no_ros_2(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source(monkeypatch, Prefix(tmp_path, distro=None))
    for words in (("--study", str(default_study_file())), ("--system", "reference")):
        finding = doctor.study_of(asked(*words))
        assert finding.state == "all that its arms need is installed" and finding.remedy is None


def test_where_nav2_is_sourced_its_study_is_looked_at_without_being_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    prefix = Prefix(tmp_path)
    prefix.declare_plugins_of(packaged("nav2"))
    source(monkeypatch, prefix)
    finding = doctor.study_of(asked())
    assert (finding.subject, finding.remedy) == ("Study nav2", None)


def test_every_arm_is_looked_at_and_those_that_can_be_run_are_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source(monkeypatch, Prefix(tmp_path, distro=None))
    finding = doctor.study_of(asked("--factor", "composition=isolated,single_threaded"))
    assert finding.state == (
        "cannot run single_threaded: the reference stack has no single_threaded executor for all"
        " nodes"
    )
    assert finding.remedy is not None and finding.remedy.endswith("; or run isolated")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--placement", "x=amcl|map_sever"], "no node 'map_sever'; did you mean 'map_server'"),
        (["--rmw", "rmw_zenoh_cpp"], "middleware rmw_zenoh_cpp is not installed; installed: rmw_f"),
    ],
)
def test_options_of_a_study_are_those_of_run(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, words: Sequence[str], said: str
) -> None:
    source(monkeypatch, Prefix(tmp_path, distro=None))
    finding = doctor.study_of(asked(*words))
    assert said in finding.state and finding.remedy is not None


def test_settings_of_the_shell_that_a_study_does_without_are_named_and_no_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("AMENT_PREFIX_PATH", "")
    for name in DISCOVERY_VARIABLES:
        monkeypatch.delenv(name, raising=False)
    nothing = doctor.discovery_of(asked()).state
    monkeypatch.setenv("ROS_DISCOVERY_SERVER", "10.0.0.9:11811")
    monkeypatch.setenv("FASTDDS_BUILTIN_TRANSPORTS", "UDPv4")
    for words in ([], ["--study", "default"], ["--study", "reference_system"]):
        finding = doctor.discovery_of(asked(*words))
        assert "ROS_DISCOVERY_SERVER" in finding.state and "BUILTIN" not in finding.state
        assert finding.remedy is None
    fleet = doctor.discovery_of(asked("--study", "discovery")).state
    assert "ROS_DISCOVERY_SERVER" in fleet and "FASTDDS_BUILTIN_TRANSPORTS" in fleet
    for words in (["--external-host"], ["--study", "default", "--external-host"]):
        assert doctor.discovery_of(asked(*words)).state == nothing


def test_a_core_whose_governor_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    """As of a core that is offline."""
    for core in (0, 1):
        (tmp_path / f"devices/system/cpu/cpu{core}/cpufreq").mkdir(parents=True)
    (tmp_path / "devices/system/cpu/cpu0/cpufreq/scaling_governor").mkdir()  # no file
    (tmp_path / "devices/system/cpu/cpu1/cpufreq/scaling_governor").write_text("schedutil\n")
    assert doctor.governors(tmp_path) == ["schedutil"]


def test_no_laps_are_refused_as_run_refuses_them() -> None:
    with pytest.raises(UserError, match="--laps is 0, must be at least 1"):
        doctor.study_of(asked("--laps", "0"))


def test_a_level_that_there_is_not_is_refused_as_run_refuses_it() -> None:
    with pytest.raises(UserError, match="'manul' is unknown; did you mean 'manual'"):
        doctor.study_of(asked("--composition", "manul"))


def test_a_simulator_that_is_missing_is_told_unless_others_start_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    source(monkeypatch, Prefix(tmp_path, distro=None))
    monkeypatch.setattr(f"{refuse_unstartable.__module__}.find_spec", lambda name: None)
    finding = doctor.study_of(asked("--system", "reference"))
    assert "mujoco is not installed" in finding.state and finding.remedy is not None
    assert doctor.study_of(asked("--system", "reference", "--external-host")).remedy is None
