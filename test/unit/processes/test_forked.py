# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import ctypes
import errno
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import psutil
import pytest
from signal_handlers import handlers

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.processes.forked import in_child
from nav2_composition_bench.processes.interruption import stopping_signals_raise

__all__ = ["handlers"]

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def leaves_no_child() -> Iterator[None]:
    """Orphans of earlier tests may be children of this process: it is a subreaper by then."""
    before = psutil.Process().children()
    yield
    assert [child for child in psutil.Process().children() if child not in before] == []


def waiting(ended: Path, ready: Callable[[], None] = lambda: None) -> NoReturn:
    """Wait until told to stop, and say so then.

    :param ready: called first.
    """
    try:
        ready()
        time.sleep(60.0)
    except KeyboardInterrupt as stop:
        ended.write_text(str(stop))
        raise
    raise AssertionError("nobody stopped it")


def blocks(pid: int, number: signal.Signals) -> bool:
    """Whether the first thread of a process blocks a signal."""
    (mask,) = re.findall(r"^SigBlk:\s*([0-9a-f]+)$", Path(f"/proc/{pid}/status").read_text(), re.M)
    return bool(int(mask, 16) >> (number - 1) & 1)


def test_work_is_done_in_another_process_and_its_result_comes_back() -> None:
    pid, value = in_child(lambda: (os.getpid(), {"a": (1, 2.5)}))
    assert pid != os.getpid()
    assert value == {"a": (1, 2.5)}


def test_a_large_result_comes_back_whole() -> None:
    assert in_child(lambda: b"x" * 5_000_000) == b"x" * 5_000_000


def test_what_the_child_changes_in_memory_stays_there() -> None:
    kept: list[int] = []
    in_child(lambda: kept.append(1))
    assert kept == []


def test_a_fault_of_the_users_is_raised_here_in_the_same_words() -> None:
    def work() -> None:
        raise UserError("mend the file")

    with pytest.raises(UserError, match="^mend the file$"):
        in_child(work)


def test_a_reader_of_standard_output_that_has_gone_is_told_here_and_nowhere_else(
    capfd: pytest.CaptureFixture[str],
) -> None:
    def work() -> None:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    with pytest.raises(BrokenPipeError):
        in_child(work)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("work", [lambda: 1 / 0, lambda: sys.exit(3), lambda: lambda: None])
def test_any_other_fault_is_a_bug_whose_traceback_is_shown(
    work: Callable[[], object], capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(RuntimeError, match="ended with status 1"):
        in_child(work)
    assert "Traceback" in capfd.readouterr().err


def test_a_child_that_was_killed_is_one_line() -> None:
    with pytest.raises(UserError, match="was killed by SIGKILL; finished trials are intact"):
        in_child(lambda: os.kill(os.getpid(), signal.SIGKILL))


def test_a_child_that_is_told_to_stop_stops_this_process_too() -> None:
    with pytest.raises(KeyboardInterrupt, match="SIGTERM"), stopping_signals_raise():
        in_child(lambda: os.kill(os.getpid(), signal.SIGTERM))


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_stopping_this_process_ends_the_child_in_order(
    handlers: None, tmp_path: Path, number: signal.Signals
) -> None:
    def stop_the_parent() -> None:
        # Not before the parent takes signals again, and to its first thread: its other ones (of the
        # test runner, of libraries that other tests use) would take this one for it.
        parent, deadline = os.getppid(), time.monotonic() + 30.0
        while blocks(parent, number) and time.monotonic() < deadline:
            time.sleep(0.001)
        ctypes.CDLL(None).tgkill(parent, parent, int(number))

    with pytest.raises(KeyboardInterrupt, match=number.name), stopping_signals_raise():
        in_child(lambda: waiting(tmp_path / "ended", stop_the_parent))
    assert (tmp_path / "ended").read_text() == "SIGTERM"


@pytest.mark.parametrize("in_the_child", [True, False])
def test_a_signal_in_the_moment_of_forking_is_not_lost_and_cleans_up_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, in_the_child: bool
) -> None:
    fork = os.fork
    cleaned = tmp_path / "cleaned"

    def interrupted_fork() -> int:
        child = fork()
        if (child == 0) is in_the_child:
            # To this thread: libraries that other tests use have threads of their own.
            signal.pthread_kill(threading.get_ident(), signal.SIGTERM)
        return child

    def run() -> None:
        try:
            in_child(lambda: waiting(tmp_path / "ended"))
        finally:
            with cleaned.open("a") as stream:
                stream.write(f"{os.getpid()}\n")

    monkeypatch.setattr(os, "fork", interrupted_fork)
    with pytest.raises(KeyboardInterrupt, match="SIGTERM"), stopping_signals_raise():
        run()
    assert cleaned.read_text() == f"{os.getpid()}\n"
    assert not signal.pthread_sigmask(signal.SIG_BLOCK, [])


def test_a_signal_while_the_child_ends_stops_this_process_once_that_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    waitpid, waits = os.waitpid, []

    def interrupted_waitpid(child: int, options: int) -> tuple[int, int]:
        waits.append(child)
        if len(waits) == 1:
            signal.pthread_kill(threading.get_ident(), signal.SIGINT)
        return waitpid(child, options)

    monkeypatch.setattr(os, "waitpid", interrupted_waitpid)
    with pytest.raises(KeyboardInterrupt, match="SIGINT"), stopping_signals_raise():
        in_child(lambda: "a result")
    assert len(waits) == 2


def test_ctrl_c_at_the_terminal_reaches_the_parent_alone() -> None:
    assert in_child(os.getpgrp) != os.getpgrp()


def test_a_child_ends_in_order_when_its_parent_is_killed(tmp_path: Path) -> None:
    code = f"""
import sys
from pathlib import Path
from test_forked import waiting
from nav2_composition_bench.processes.forked import in_child
from nav2_composition_bench.processes.interruption import stopping_signals_raise

def ready():
    print("ready", flush=True)

with stopping_signals_raise():
    in_child(lambda: waiting(Path({str(tmp_path / "ended")!r}), ready))
"""
    own = Path(__file__).parent
    environment = {**os.environ, "PYTHONPATH": f"{ROOT}:{own.parent}:{own}"}
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, env=environment
    ) as parent:
        assert parent.stdout is not None and parent.stdout.readline() == b"ready\n"
        (orphan,) = psutil.Process(parent.pid).children()
        parent.kill()
        parent.stdout.read()  # until the child has closed its end, too
    orphan.wait(60.0)  # reaps it where earlier tests have made this process a subreaper
    assert (tmp_path / "ended").read_text() == "SIGTERM"
