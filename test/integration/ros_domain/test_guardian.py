# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import session_runner
from waiting import TIMEOUT_S, is_gone, own_shared_memory, wait_for_pid, wait_until

from nav2_composition_bench.processes.proc_table import listing, read_entry
from nav2_composition_bench.processes.run_marker import new_run_id
from nav2_composition_bench.ros_domain.environment import process_environment
from nav2_composition_bench.ros_domain.guardian import PATIENCE_S, Guardian
from nav2_composition_bench.ros_domain.shared_memory import census

BEHAVIOURS = ("well_behaved", "ignores_all", "leaves_grandchild", "ros")


class Runner:
    """A miniature runner in a process of its own, and what it has started."""

    def __init__(
        self,
        domain_id: int,
        logs: Path,
        behaviours: tuple[str, ...],
        patience_s: float,
        errors: int | None,
    ) -> None:
        logs.mkdir(parents=True)
        self.logs = logs
        self.process = subprocess.Popen(
            [
                *(sys.executable, session_runner.__file__),
                *(str(logs), str(domain_id), str(patience_s), *behaviours),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        assert self.process.stdout is not None
        word, guardian, cgroup = self.process.stdout.readline().split()
        assert word == "started"
        self.guardian = int(guardian)
        self.cgroup = None if cgroup == "none" else Path(cgroup)
        self.started = [wait_for_pid(logs / f"{behaviour}.ready") for behaviour in behaviours]
        if "leaves_grandchild" in behaviours:
            self.started.append(wait_for_pid(logs / "leaves_grandchild.ready.child"))

    def tell(self, word: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{word}\n")
        self.process.stdin.flush()

    def wait_until_nothing_is_left(self) -> None:
        wait_until(lambda: is_gone(self.guardian), "the guardian has ended")
        assert [pid for pid in self.started if not is_gone(pid)] == []
        assert self.cgroup is None or not self.cgroup.exists()

    def sweep(self) -> dict[str, Any]:
        result: dict[str, Any] = json.loads((self.logs / "guardian.log").read_text())
        return result


def children() -> set[int]:
    return {pid for pid, entry in listing().items() if entry.parent_pid == os.getpid()}


@pytest.fixture
def start_runner(domain_id: int, log_directory: Path) -> Iterator[Callable[..., Runner]]:
    runners: list[Runner] = []

    def start(
        *behaviours: str, patience_s: float = PATIENCE_S, errors: int | None = None
    ) -> Runner:
        runners.append(Runner(domain_id, log_directory, behaviours, patience_s, errors))
        return runners[-1]

    yield start
    for runner in runners:
        runner.process.kill()
        runner.process.communicate()
        for pid in runner.started:
            if not is_gone(pid):
                os.kill(pid, signal.SIGKILL)


def test_the_guardian_cleans_up_after_a_runner_that_was_killed(
    start_runner: Callable[..., Runner],
) -> None:
    runner = start_runner(*BEHAVIOURS)
    owned = own_shared_memory(runner.started[BEHAVIOURS.index("ros")])
    assert owned <= set(census())
    runner.process.kill()
    runner.process.wait(TIMEOUT_S)
    runner.wait_until_nothing_is_left()
    assert owned
    assert owned.isdisjoint(census())
    # Direct children die with the runner; the grandchild is what only the guardian can find.
    assert any("ignores_all" in command for command in runner.sweep()["ended"])
    assert runner.sweep()["cgroups"] == ([runner.cgroup.name] if runner.cgroup else [])


def test_processes_are_in_their_cgroup_from_the_start_with_what_they_start(
    start_runner: Callable[..., Runner],
) -> None:
    runner = start_runner("well_behaved", "leaves_grandchild")
    if runner.cgroup is None:
        pytest.skip("no cgroup can be made here")
    members = set(map(int, (runner.cgroup / "cgroup.procs").read_text().split()))
    assert set(runner.started) <= members


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_runner_that_is_asked_to_stop_ends_everything_itself(
    start_runner: Callable[..., Runner], number: signal.Signals
) -> None:
    runner = start_runner("well_behaved", "leaves_grandchild")
    runner.process.send_signal(number)
    runner.process.wait(TIMEOUT_S)
    runner.wait_until_nothing_is_left()
    assert runner.sweep()["ended"] == []


@pytest.mark.parametrize("word", ["raise", ""])
def test_a_runner_that_leaves_by_itself_leaves_nothing(
    start_runner: Callable[..., Runner], word: str
) -> None:
    runner = start_runner("well_behaved", "leaves_grandchild")
    runner.tell(word)
    assert (runner.process.wait(TIMEOUT_S) == 0) == (word == "")
    runner.wait_until_nothing_is_left()
    assert runner.sweep()["ended"] == []


def test_a_runner_whose_guardian_was_killed_cleans_up_all_the_same(
    start_runner: Callable[..., Runner],
) -> None:
    runner = start_runner("well_behaved", "leaves_grandchild")
    os.kill(runner.guardian, signal.SIGKILL)
    wait_until(lambda: is_gone(runner.guardian), "the guardian is gone")
    runner.process.send_signal(signal.SIGINT)
    runner.process.wait(TIMEOUT_S)
    runner.wait_until_nothing_is_left()
    assert all(read_entry(pid) is None for pid in runner.started)


def test_ctrl_c_at_a_terminal_does_not_reach_the_guardian(
    start_runner: Callable[..., Runner],
) -> None:
    runner = start_runner("well_behaved")
    os.kill(runner.guardian, signal.SIGINT)
    os.kill(runner.guardian, signal.SIGTERM)
    runner.process.kill()
    runner.process.wait(TIMEOUT_S)
    runner.wait_until_nothing_is_left()
    assert set(runner.sweep()) == {"ended", "removed", "cgroups", "hung"}
    assert not runner.sweep()["hung"]


def test_a_runner_that_hangs_in_a_call_that_keeps_pythons_lock_is_ended_with_its_traceback(
    start_runner: Callable[..., Runner], tmp_path: Path
) -> None:
    told = tmp_path / "errors.txt"
    with told.open("w") as errors:
        runner = start_runner(
            "well_behaved", "leaves_grandchild", patience_s=3.0, errors=errors.fileno()
        )
    runner.tell("hang")
    assert runner.process.wait(TIMEOUT_S) == -signal.SIGABRT
    runner.wait_until_nothing_is_left()
    assert runner.sweep()["hung"]
    *traceback, last = told.read_text().splitlines()
    assert any(f"{session_runner.__name__}.py" in line for line in traceback)
    assert f"process {runner.process.pid} did nothing for 3 s" in last


def test_a_runner_that_hangs_is_ended_though_nobody_takes_what_it_writes(
    start_runner: Callable[..., Runner],
) -> None:
    reading, writing = os.pipe2(os.O_NONBLOCK)
    with contextlib.suppress(BlockingIOError):
        while True:
            os.write(writing, bytes(4096))
    os.set_blocking(writing, True)
    runner = start_runner("well_behaved", patience_s=3.0, errors=writing)
    runner.tell("hang")
    runner.process.wait(TIMEOUT_S)
    runner.wait_until_nothing_is_left()
    assert runner.sweep()["hung"]
    os.close(reading)
    os.close(writing)


def test_a_guardian_whose_start_was_interrupted_is_gone(
    domain_id: int, log_directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(select, "select", interrupt)
    before = children()
    with pytest.raises(KeyboardInterrupt):
        Guardian(
            process_environment(
                os.environ, run_id=new_run_id(), domain_id=domain_id, rmw="rmw_fastrtps_cpp"
            ),
            domain_id,
            log_directory / "guardian.log",
        )
    assert children() == before


def test_a_runner_that_was_stopped_for_longer_than_it_may_be_silent_goes_on(
    start_runner: Callable[..., Runner],
) -> None:
    patience_s = 3.0
    runner = start_runner("well_behaved", patience_s=patience_s)
    runner.process.send_signal(signal.SIGSTOP)
    time.sleep(1.5 * patience_s)  # it is the time that is tested
    runner.process.send_signal(signal.SIGCONT)
    time.sleep(1.5 * patience_s)
    runner.tell("")
    assert runner.process.wait(TIMEOUT_S) == 0
    runner.wait_until_nothing_is_left()
    assert not runner.sweep()["hung"]
