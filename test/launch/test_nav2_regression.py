# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""One trial of a real Nav2 in each composition, started as a user would start it.

``colcon test`` runs it, or ``launch_test test/launch/test_nav2_regression.py``. With a baseline it
is a regression test of Nav2's memory, which does not go with the machine's speed::

    NAV2_BENCH_KEEP=~/baseline NAV2_BENCH_TRIALS=5 launch_test test_nav2_regression.py
    NAV2_BENCH_BASELINE=~/baseline launch_test test_nav2_regression.py
"""

from __future__ import annotations

import os
import tempfile
import unittest
from pathlib import Path
from typing import Any

import launch_testing
import launch_testing.actions
import launch_testing.asserts
import pytest
import yaml
from launch.actions import ExecuteProcess, SetEnvironmentVariable

from launch import LaunchDescription
from nav2_composition_bench.cli.main import main as nav2_bench
from nav2_composition_bench.files.package_files import share_directory
from nav2_composition_bench.files.yaml_document import read_yaml
from nav2_composition_bench.ros_domain.domain_id import domain_ports, lease_domain
from nav2_composition_bench.ros_domain.shared_memory import census
from nav2_composition_bench.ros_domain.udp_ports import used_udp_ports
from nav2_composition_bench.trial.record import TrialRecord
from nav2_composition_bench.trial.store import read_records

COMPOSITIONS = ["multi_process", "manual", "isolated", "multi_threaded"]
MACHINE = "launch-test"
TIMEOUT_S = 900.0
"""Of one trial."""
KEEP, BASELINE, TRIALS = "NAV2_BENCH_KEEP", "NAV2_BENCH_BASELINE", "NAV2_BENCH_TRIALS"
AGAINST = "NAV2_BENCH_AGAINST"
MARKER = "NAV2_REGRESSION_TEST"
DECIDED, UNDECIDED = 0, 3


@pytest.mark.launch_test
@launch_testing.parametrize("composition", COMPOSITIONS)
def generate_test_description(composition: str) -> tuple[LaunchDescription, dict[str, Any]]:
    """The host side and the bench on the board, both on this machine and a domain of their own."""
    lease = lease_domain(None, used_udp_ports())
    lease.release()  # for the bench to take
    results, trials = _results_directory(composition), int(os.environ.get(TRIALS, "1"))
    records_directory = results / MACHINE / composition
    study = _write_study(results / f"{composition}.yaml", composition, trials)
    host = _ros2_launch("host.launch.py", "simulator:=mujoco", f"study:={study}")
    bench = _ros2_launch(
        "bench.launch.py",
        f"composition:={composition}",
        f"study:={study}",
        f"results_dir:={results}",
        f"machine:={MACHINE}",
        f"trials:={trials}",
    )
    description = LaunchDescription(
        [
            SetEnvironmentVariable("ROS_DOMAIN_ID", str(lease.domain_id)),
            SetEnvironmentVariable("ROS_AUTOMATIC_DISCOVERY_RANGE", "LOCALHOST"),
            SetEnvironmentVariable(MARKER, str(records_directory)),
            host,
            bench,
            launch_testing.actions.ReadyToTest(),
        ]
    )
    return description, {
        "bench": bench,
        "records_directory": records_directory,
        "domain_id": lease.domain_id,
        "trials": trials,
    }


class TestWhileItRuns(unittest.TestCase):
    """Nothing is asked of it but to end."""

    def test_the_bench_ends_by_itself(self, proc_info: Any, bench: Any, trials: int) -> None:
        """The bench ends when its trials are done, or given up."""
        proc_info.assertWaitForShutdown(process=bench, timeout=trials * TIMEOUT_S)


@launch_testing.post_shutdown_test()
class TestAfterwards(unittest.TestCase):
    """What is on disk, and what is left."""

    def test_the_record_is_valid_and_every_process_ended_well(
        self, proc_info: Any, proc_output: Any, bench: Any, records_directory: Path
    ) -> None:
        """Both goals were reached, nothing died, and every exit status is 0."""
        said = "".join(line.text.decode() for line in proc_output[bench])
        record = self._last_record(records_directory, said)
        assert record.valid, f"{record.invalid_reason}\n{said}"
        assert [(leg.goal, leg.status) for leg in record.legs] == [
            ("A", "SUCCEEDED"),
            ("B", "SUCCEEDED"),
        ]
        assert set(record.exit_statuses.values()) == {0}, record.exit_statuses
        assert record.died == ()
        launch_testing.asserts.assertExitCodes(proc_info, [0], process=bench)

    def test_nothing_is_left(self, records_directory: Path, domain_id: int) -> None:
        """No process and no shared memory of the domain remains."""
        marker = f"{MARKER}={records_directory}".encode()
        own = os.getpid()
        left = [pid for pid in _pids() if pid != own and marker in _environment(pid)]
        assert left == []
        ports = domain_ports(domain_id)
        assert [name for name, file in census().items() if file.port in ports] == []

    def test_the_trial_is_no_regression(self, records_directory: Path) -> None:
        """The package's own verdict against a stored baseline of this machine, where there is one.

        One trial seldom decides, which is no failure; what is decided must not be a rise.
        """
        baseline = os.environ.get(BASELINE)
        if not baseline:
            self.skipTest(f"{BASELINE} names no baseline of this machine")
        stored = Path(baseline).expanduser() / MACHINE / records_directory.name
        status = nav2_bench(["check", str(records_directory), "--baseline", str(stored)])
        assert status in (DECIDED, UNDECIDED)

    def test_the_build_costs_no_more_than_another(self, records_directory: Path) -> None:
        """What is sourced and another install prefix, as arms of one study."""
        prefix = os.environ.get(AGAINST)
        if not prefix:
            self.skipTest(f"{AGAINST} names no install prefix")
        out = str(records_directory.parents[1])
        words = ["check", "--against", prefix, "--arm", records_directory.name, "--out", out]
        status = nav2_bench([*words, "--name", f"{records_directory.name}-against", "--no-live"])
        assert status in (DECIDED, UNDECIDED)

    def _last_record(self, directory: Path, said: str) -> TrialRecord:
        records = read_records(directory)
        assert records != (), said
        return records[-1]


def _results_directory(composition: str) -> Path:
    """A new one, or the one that is to become a baseline."""
    kept = os.environ.get(KEEP)
    if not kept:
        return Path(tempfile.mkdtemp(prefix="nav2_regression_"))
    directory = Path(kept).expanduser().resolve()
    if (directory / MACHINE / composition).exists():
        raise RuntimeError(f"{KEEP}: {directory} holds a study of {composition} already")
    directory.mkdir(parents=True, exist_ok=True)
    return directory


def _write_study(path: Path, name: str, trials: int) -> Path:
    """The package's study of Nav2 without demands on the machine's speed."""
    package = share_directory()
    content = {
        "name": name,
        "system": "nav2",
        "trials": trials,
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
