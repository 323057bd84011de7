# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import fake_ros_node
import pytest
from study_factory import MULTI_PROCESS, RMW, make_study, settled_of
from waiting import own_shared_memory, wait_for_handlers, wait_until

from nav2_composition_bench.bringup.host_side import HostProcess
from nav2_composition_bench.bringup.session import BringUpSession
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.processes.outcomes import BringUpError
from nav2_composition_bench.processes.proc_table import live_pids, read_entry
from nav2_composition_bench.processes.run_marker import RUN_VARIABLE
from nav2_composition_bench.ros_domain import domain_watch
from nav2_composition_bench.ros_domain.shared_memory import census
from nav2_composition_bench.settling.commands import BringUpPlan, ProcessPlan
from nav2_composition_bench.settling.parameters import ParameterFile

TIMEOUT_S = 120.0


def node_command(name: str, behaviour: str) -> tuple[str, ...]:
    return (sys.executable, fake_ros_node.__file__, name, behaviour)


HOST = (HostProcess("simulator", node_command("simulator", "plain"), "/simulator"),)


def fake_plan(directory: Path) -> BringUpPlan:
    behaviours = {"amcl": "active_node", "manager": "active_manager"}
    return BringUpPlan(
        MULTI_PROCESS,
        directory / "parameters.yaml",
        ParameterFile(directory / "parameters.yaml", {}),
        tuple(
            ProcessPlan(name, node_command(name, behaviour), (name,))
            for name, behaviour in behaviours.items()
        ),
        (),
        {"manager": ("amcl",)},
    )


@pytest.fixture
def open_session(
    tmp_path: Path, log_directory: Path, domain_id: int
) -> Callable[[], BringUpSession]:
    settled = settled_of(make_study(tmp_path))
    return lambda: BringUpSession(settled, RMW, log_directory, domain_id=domain_id, host=HOST)


@pytest.fixture
def foreigner(domain_id: int) -> Iterator[Callable[[], subprocess.Popen[str]]]:
    """Starts a node that is no part of any session, and waits until it is on the domain."""
    processes: list[subprocess.Popen[str]] = []

    def start() -> subprocess.Popen[str]:
        process = subprocess.Popen(
            node_command("talker", "announcing"),
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "ROS_DOMAIN_ID": str(domain_id)},
        )
        processes.append(process)
        assert process.stdout is not None
        assert process.stdout.readline() == "on the domain\n"
        return process

    yield start
    for process in processes:
        process.kill()
        process.communicate()


def test_two_trials_leave_nothing_behind(
    open_session: Callable[[], BringUpSession], log_directory: Path
) -> None:
    owned: set[str] = set()
    pids: set[int] = set()
    with open_session() as session:
        session.host.ensure_running()
        assert list(session.host.pids.values()) == ["simulator"]
        pids |= session.host.pids.keys()
        for trial in ("first", "second"):
            with session.start_plan(fake_plan(log_directory / trial), log_directory / trial) as s:
                s.wait_until_active(TIMEOUT_S)
                pids |= s.labels.keys()
                for pid in s.pids():
                    owned |= own_shared_memory(pid)
                wait_for_handlers(s.labels)
                assert s.shut_down().exit_statuses == {"amcl": 0, "manager": 0}
        assert session.foreign_nodes() == ()
        run_id = session.run_id
    assert live_pids({RUN_VARIABLE: run_id}) == {os.getpid()}
    assert all(read_entry(pid) is None for pid in pids)
    assert owned
    assert owned.isdisjoint(census())


def test_a_killed_trial_is_forgotten_before_the_next_bring_up(
    open_session: Callable[[], BringUpSession], log_directory: Path
) -> None:
    with open_session() as session:
        first = session.start_plan(fake_plan(log_directory / "a"), log_directory / "a")
        first.wait_until_active(TIMEOUT_S)
        for pid in first.labels:
            os.kill(pid, signal.SIGKILL)
        wait_until(lambda: len(first.deaths()) == 2, "both deaths are seen")
        first.shut_down()
        second = session.start_plan(fake_plan(log_directory / "b"), log_directory / "b")
        second.wait_until_active(TIMEOUT_S)
        wait_for_handlers(second.labels)
        assert second.shut_down().exit_statuses == {"amcl": 0, "manager": 0}


def test_a_foreign_node_on_the_domain_is_refused_by_name(
    open_session: Callable[[], BringUpSession],
    foreigner: Callable[[], subprocess.Popen[str]],
    domain_id: int,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # On a loaded machine its name may be discovered later than a user would be made to wait.
    monkeypatch.setattr(domain_watch, "_NAMES_TIMEOUT_S", 60.0)
    process = foreigner()
    with pytest.raises(UserError) as caught, open_session():
        pass
    message = str(caught.value)
    assert message.startswith(f"ROS domain {domain_id} is in use by ")
    assert "/talker" in message
    assert f"process {process.pid}" in message
    assert process.poll() is None


def test_a_foreign_node_that_appears_later_is_named_and_keeps_its_shared_memory(
    open_session: Callable[[], BringUpSession],
    foreigner: Callable[[], subprocess.Popen[str]],
    log_directory: Path,
) -> None:
    with open_session() as session:
        process = foreigner()
        wait_until(lambda: "/talker" in session.foreign_nodes(), "the foreign node is named")
        with pytest.raises(BringUpError, match="not empty before bring-up: /talker"):
            session.start_plan(fake_plan(log_directory / "a"), log_directory / "a")
        owned = own_shared_memory(process.pid)
    assert owned
    assert owned <= set(census())
    assert process.poll() is None


def test_a_host_process_that_died_is_reported_and_started_anew(
    open_session: Callable[[], BringUpSession],
) -> None:
    with open_session() as session:
        assert session.host.ensure_running() == ()
        (first,) = session.host.pids
        os.kill(first, signal.SIGKILL)
        wait_until(lambda: bool(session.host.deaths()), "the death is seen")
        (death,) = session.host.ensure_running()
        assert death.reason.startswith("simulator was killed by SIGKILL")
        (second,) = session.host.pids
        assert second != first
        assert session.host.deaths() == ()
        session.host.ensure_running(fresh=True)
        assert second not in session.host.pids
        assert read_entry(second) is None


def test_a_host_process_that_cannot_start_is_a_reason(
    tmp_path: Path, log_directory: Path, domain_id: int
) -> None:
    host = (HostProcess("simulator", node_command("simulator", "dying_node"), "/simulator"),)
    settled = settled_of(make_study(tmp_path))
    session = BringUpSession(settled, RMW, log_directory, domain_id=domain_id, host=host)

    def keep_starting() -> None:
        while True:  # its node may show before it dies
            session.host.ensure_running()

    with session, pytest.raises(BringUpError, match="simulator was killed by SIGABRT"):
        keep_starting()


def test_two_sessions_on_one_domain_are_refused(
    open_session: Callable[[], BringUpSession],
) -> None:
    with (
        open_session(),
        pytest.raises(UserError, match="another nav2-bench is running on ROS domain"),
        open_session(),
    ):
        pass


def test_an_external_host_is_left_to_others(
    tmp_path: Path, log_directory: Path, domain_id: int
) -> None:
    settled = settled_of(make_study(tmp_path).with_navigation(external_host=True))
    with BringUpSession(settled, RMW, log_directory, domain_id=domain_id) as session:
        assert session.host.ensure_running() == ()
        assert session.host.pids == {}
        assert session.host.deaths() == ()


def test_an_interrupt_inside_the_session_ends_everything(
    open_session: Callable[[], BringUpSession], log_directory: Path
) -> None:
    pids: set[int] = set()

    def work() -> None:
        with open_session() as session:
            session.host.ensure_running()
            system = session.start_plan(fake_plan(log_directory / "a"), log_directory / "a")
            pids.update(session.host.pids, system.labels)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        work()
    assert len(pids) == 3
    assert all(read_entry(pid) is None for pid in pids)
