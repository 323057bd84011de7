# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import fake_process
import pytest
from waiting import is_gone, wait_for_pid, wait_until

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.processes.proc_table import read_entry
from nav2_composition_bench.processes.process_group import Grace, ProcessGroup
from nav2_composition_bench.processes.run_marker import new_run_id
from nav2_composition_bench.ros_domain.environment import process_environment

LONG = Grace(interrupt_s=120.0, terminate_s=120.0, kill_s=120.0)


@pytest.fixture
def group(log_directory: Path) -> Iterator[ProcessGroup]:
    environment = process_environment(
        os.environ, run_id=new_run_id(), domain_id=80, rmw="rmw_fastrtps_cpp"
    )
    group = ProcessGroup("test", environment, log_directory)
    yield group
    group.end(Grace(0.0, 0.0))


def start(group: ProcessGroup, tmp_path: Path, behaviour: str, label: str = "node") -> int:
    ready = tmp_path / f"{label}.ready"
    pid = group.start(label, (sys.executable, "-S", fake_process.__file__, str(ready), behaviour))
    assert wait_for_pid(ready) == pid
    return pid


def test_a_well_behaved_process_ends_on_sigint_with_its_own_status(
    group: ProcessGroup, tmp_path: Path
) -> None:
    pid = start(group, tmp_path, "well_behaved")
    assert group.labels == {pid: "node"}
    report = group.end(LONG)
    assert report.exit_statuses == {"node": 0}
    assert (report.killed, report.runaways) == ((), ())
    assert read_entry(pid) is None


def test_what_was_logged_before_a_look_is_passed_over_behind_it(
    group: ProcessGroup, tmp_path: Path
) -> None:
    said, go_on = "[ERROR] [1.5] [amcl]: no map", tmp_path / "go_on"
    wait = f"while ! [ -e {go_on} ]; do sleep 0.01; done"
    group.start("node", ("sh", "-c", f"echo '{said}'; {wait}; echo '{said}'; sleep 120"))
    wait_until(lambda: group.last_errors() == ("[amcl]: no map",), "the error is logged")
    logged = group.log_sizes()
    assert logged == {"node": len(said) + 1}
    assert group.last_errors(logged) == ()
    go_on.touch()
    wait_until(lambda: group.last_errors(logged) == ("[amcl]: no map",), "it is logged again")


@pytest.mark.parametrize(
    ("of_the_shell", "expected"),
    [({}, "."), ({"ROS_LOG_DIR": ""}, "."), ({"ROS_LOG_DIR": "x"}, "x")],
)
def test_ros_logs_beside_what_a_process_prints_unless_the_shell_says_where(
    log_directory: Path, of_the_shell: dict[str, str], expected: str
) -> None:
    base = {name: value for name, value in os.environ.items() if name != "ROS_LOG_DIR"}
    shell = {name: value and str(log_directory / value) for name, value in of_the_shell.items()}
    environment = process_environment(
        {**base, **shell}, run_id=new_run_id(), domain_id=80, rmw="rmw_fastrtps_cpp"
    )
    with ProcessGroup("logging", environment, log_directory) as group:
        group.start("node", ("sh", "-c", "echo $ROS_LOG_DIR"))
        wait_until(lambda: group.log_sizes()["node"] > 0, "the process has printed")
    told = group.log_of("node").read_text().strip()
    assert Path(told) == log_directory / expected


def test_a_process_that_ignores_sigint_gets_sigterm(group: ProcessGroup, tmp_path: Path) -> None:
    start(group, tmp_path, "ignores_sigint")
    report = group.end(Grace(interrupt_s=0.1, terminate_s=120.0, kill_s=120.0))
    assert report.exit_statuses == {"node": 5}
    assert report.killed == ()


def test_a_process_that_ignores_everything_is_killed(group: ProcessGroup, tmp_path: Path) -> None:
    pid = start(group, tmp_path, "ignores_all")
    report = group.end(Grace(interrupt_s=0.1, terminate_s=0.1, kill_s=120.0))
    assert report.exit_statuses == {"node": -signal.SIGKILL}
    assert report.killed == ("node",)
    assert read_entry(pid) is None


def test_a_grandchild_that_left_the_process_group_is_found_ended_and_reaped(
    group: ProcessGroup, tmp_path: Path
) -> None:
    start(group, tmp_path, "leaves_grandchild")
    grandchild = wait_for_pid(tmp_path / "node.ready.child")
    report = group.end(Grace(interrupt_s=120.0, terminate_s=0.1, kill_s=120.0))
    assert [runaway.split()[0] for runaway in report.runaways] == [str(grandchild)]
    assert read_entry(grandchild) is None


def test_processes_share_this_session_and_have_process_groups_of_their_own(
    group: ProcessGroup, tmp_path: Path
) -> None:
    pids = [start(group, tmp_path, "well_behaved", label) for label in ("amcl", "map_server")]
    assert [os.getsid(pid) for pid in pids] == [os.getsid(0)] * 2
    assert [os.getpgid(pid) for pid in pids] == pids


def test_a_child_without_the_marker_is_found_by_its_process_group(
    group: ProcessGroup, tmp_path: Path
) -> None:
    start(group, tmp_path, "leaves_unmarked_child")
    child = wait_for_pid(tmp_path / "node.ready.child")
    report = group.end(Grace(interrupt_s=120.0, terminate_s=0.1, kill_s=120.0))
    assert [runaway.split()[0] for runaway in report.runaways] == [str(child)]
    assert is_gone(child)


def test_a_death_is_reported_with_status_and_last_log_line(
    group: ProcessGroup, tmp_path: Path
) -> None:
    start(group, tmp_path, "well_behaved", "amcl")
    pid = start(group, tmp_path, "dies_at_start", "map_server")
    wait_until(lambda: bool(group.deaths()), "the death is seen")
    (death,) = group.deaths()
    assert (death.label, death.pid, death.status) == ("map_server", pid, 3)
    assert death.reason == "map_server exited with status 3 (last log line: no map to serve)"


def test_a_later_death_is_noticed_and_a_signal_is_named(
    group: ProcessGroup, tmp_path: Path
) -> None:
    pid = start(group, tmp_path, "dies_when_told")
    assert group.deaths() == ()
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: bool(group.deaths()), "the death is seen")
    assert group.deaths()[0].reason.startswith("node was killed by SIGKILL")


def test_a_program_that_is_not_there_dies_with_a_reason(group: ProcessGroup) -> None:
    group.start("node", ("/nowhere/node",))
    wait_until(lambda: bool(group.deaths()), "the death is seen")
    assert "cannot execute /nowhere/node: No such file" in group.deaths()[0].reason


def test_what_keeps_a_process_from_being_made_is_told_in_one_line(
    group: ProcessGroup, log_directory: Path
) -> None:
    with pytest.raises(UserError, match=r"^cannot start node: Argument list too long$"):
        group.start("node", ("true",), {"LONG": 200_000 * "x"})
    log = group.log_of("other")
    log.mkdir()
    with pytest.raises(UserError, match=f"^cannot write {log}: Is a directory$"):
        group.start("other", ("true",))
    assert group.labels == {}


def test_ending_twice_gives_the_first_report_and_starting_after_it_is_refused(
    group: ProcessGroup, tmp_path: Path
) -> None:
    start(group, tmp_path, "well_behaved")
    assert group.end(LONG) is group.end(LONG)
    with pytest.raises(RuntimeError, match="has ended"):
        group.start("late", ("true",))


@pytest.mark.parametrize("error", [KeyboardInterrupt, SystemExit, RuntimeError])
def test_leaving_the_block_by_an_exception_ends_everything(
    group: ProcessGroup, tmp_path: Path, error: type[BaseException]
) -> None:
    def work() -> None:
        with group:
            start(group, tmp_path, "well_behaved")
            raise error

    with pytest.raises(error):
        work()
    (pid,) = group.labels
    assert read_entry(pid) is None


def test_an_interrupt_while_ending_kills_at_once_and_is_delivered_afterwards(
    group: ProcessGroup, tmp_path: Path
) -> None:
    pid = start(group, tmp_path, "interrupts_parent")
    with pytest.raises(KeyboardInterrupt):
        group.end(Grace(interrupt_s=3600.0, terminate_s=3600.0, kill_s=120.0))
    assert read_entry(pid) is None
    assert group.end().killed == ("node",)


def test_processes_of_another_group_are_left_alone(
    group: ProcessGroup, tmp_path: Path, log_directory: Path
) -> None:
    pid = start(group, tmp_path, "well_behaved", "mine")
    environment = process_environment(
        os.environ, run_id=new_run_id(), domain_id=80, rmw="rmw_fastrtps_cpp"
    )
    with ProcessGroup("other", environment, log_directory) as other:
        start(other, tmp_path, "well_behaved", "theirs")
        assert other.end(LONG).runaways == ()
        assert not is_gone(pid)
        assert group.deaths() == ()
