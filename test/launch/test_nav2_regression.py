# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""One trial of a real Nav2 in each composition, started as a user would start it.

``colcon test`` runs it, or ``launch_test test/launch/test_nav2_regression.py``. A baseline of the
same machine, named by NAV2_BENCH_BASELINE, is held against the trial.
"""

from __future__ import annotations

import os
import tempfile
import unittest
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("launch_testing", reason="launch_testing is not installed")
pytest.importorskip("nav2_msgs.action", reason="Nav2 is not installed")

import launch_testing
import launch_testing.actions
import launch_testing.asserts
import yaml
from launch.actions import ExecuteProcess, SetEnvironmentVariable

from launch import LaunchDescription
from nav2_composition_bench.bringup.environment import (
    domain_ports,
    lease_domain,
    used_udp_ports,
)
from nav2_composition_bench.bringup.shared_memory import census
from nav2_composition_bench.cli.main import main as nav2_bench
from nav2_composition_bench.study.package_files import share_directory
from nav2_composition_bench.study.yaml_document import read_yaml
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.store import read_records

COMPOSITIONS = ["multi_process", "manual", "isolated", "multi_threaded"]
MACHINE, STUDY = "launch-test", "regression"
TIMEOUT_S = 900.0
MARKER = "NAV2_REGRESSION_TEST"
DECIDED, UNDECIDED = 0, 3


@pytest.mark.launch_test
@launch_testing.parametrize("composition", COMPOSITIONS)
def generate_test_description(composition: str) -> tuple[LaunchDescription, dict[str, Any]]:
    """The host side and the bench on the board, both on this machine and a domain of their own."""
    lease = lease_domain(None, used_udp_ports())
    lease.release()  # for the bench to take
    results = Path(tempfile.mkdtemp(prefix="nav2_regression_"))
    study = _write_study(results / "study.yaml")
    host = _ros2_launch("host.launch.py", "simulator:=mujoco", f"study:={study}")
    bench = _ros2_launch(
        "bench.launch.py",
        f"composition:={composition}",
        f"study:={study}",
        f"results_dir:={results}",
        f"machine:={MACHINE}",
        "trials:=1",
    )
    description = LaunchDescription(
        [
            SetEnvironmentVariable("ROS_DOMAIN_ID", str(lease.domain_id)),
            SetEnvironmentVariable("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST"),
            SetEnvironmentVariable(MARKER, str(results)),
            host,
            bench,
            launch_testing.actions.ReadyToTest(),
        ]
    )
    return description, {"bench": bench, "results": results, "domain_id": lease.domain_id}


class TestWhileItRuns(unittest.TestCase):
    """Nothing is asked of it but to end."""

    def test_the_bench_ends_by_itself(self, proc_info: Any, bench: Any) -> None:
        """The bench ends when its trial is done, or given up."""
        proc_info.assertWaitForShutdown(process=bench, timeout=TIMEOUT_S)


@launch_testing.post_shutdown_test()
class TestAfterwards(unittest.TestCase):
    """What is on disk, and what is left."""

    def test_the_record_is_valid_and_every_process_ended_well(
        self, proc_info: Any, proc_output: Any, bench: Any, results: Path
    ) -> None:
        """Both goals were reached, nothing died, and every exit status is 0."""
        said = "".join(line.text.decode() for line in proc_output[bench])
        record = self._last_record(results, said)
        assert record.valid, f"{record.invalid_reason}\n{said}"
        assert [(leg.goal, leg.status) for leg in record.legs] == [
            ("A", "SUCCEEDED"),
            ("B", "SUCCEEDED"),
        ]
        assert set(record.exit_statuses.values()) == {0}, record.exit_statuses
        assert record.died == ()
        launch_testing.asserts.assertExitCodes(proc_info, [0], process=bench)

    def test_nothing_is_left(self, results: Path, domain_id: int) -> None:
        """No process and no shared memory of the domain remains."""
        marker = f"{MARKER}={results}".encode()
        own = os.getpid()
        left = [pid for pid in _pids() if pid != own and marker in _environment(pid)]
        assert left == []
        ports = domain_ports(domain_id)
        assert [name for name, file in census().items() if file.port in ports] == []

    def test_the_trial_is_no_regression(self, results: Path) -> None:
        """The package's own verdict against a stored baseline of this machine, where there is one.

        One trial seldom decides, which is no failure; what is decided must not be a regression.
        """
        baseline = os.environ.get("NAV2_BENCH_BASELINE")
        if not baseline:
            self.skipTest("NAV2_BENCH_BASELINE names no baseline of this machine")
        status = nav2_bench(["check", str(results / MACHINE / STUDY), "--baseline", baseline])
        assert status in (DECIDED, UNDECIDED)

    def _last_record(self, results: Path, said: str) -> TrialRecord:
        records = read_records(results / MACHINE / STUDY)
        assert records != (), said
        return records[-1]


def _write_study(path: Path) -> Path:
    """The package's study of Nav2 without demands on the machine's speed."""
    package = share_directory()
    content = {
        "name": STUDY,
        "system": "nav2",
        "trials": 1,
        "goals": read_yaml(package / "params" / "studies" / "nav2.yaml").content["goals"],
        "world_file": str(package / "worlds" / "bench.sdf"),
        "map_file": str(package / "maps" / "bench.yaml"),
        "params_file": str(package / "params" / "nav2.yaml"),
        "validity": {"real_time_factor": 0.0, "control_loop_ratio": 0.0},
        "limits": {"first_goal_s": 120, "leg_s": 150, "bring_up_s": 120, "shutdown_s": 60},
    }
    path.write_text(yaml.safe_dump(content))
    return path


def _ros2_launch(*words: str) -> ExecuteProcess:
    return ExecuteProcess(cmd=["ros2", "launch", "nav2_composition_bench", *words], output="screen")


def _pids() -> list[int]:
    return [int(entry) for entry in os.listdir("/proc") if entry.isdigit()]


def _environment(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/environ").read_bytes()
    except OSError:
        return b""
