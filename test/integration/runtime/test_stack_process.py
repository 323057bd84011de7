# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How processes of the stack end: by signals at any moment, by bad parameters, by bad names."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from waiting import TIMEOUT_S, wait_until

from nav2_composition_bench.files.package_files import data_file

RUNTIME = "nav2_composition_bench.reference_stack.runtime"
SINGLE = ("single_node", "--node", "smoother_server")
PROGRAMS = {"smoother_server": SINGLE, "manual_composi": ("manual",)}
"""Kernel name of the process -> module and arguments."""

pytestmark = pytest.mark.usefixtures("domain_id")


def start(
    words: tuple[str, ...], log: Path, params_file: Path | None = None
) -> subprocess.Popen[bytes]:
    params = params_file or data_file("params/reference_stack.yaml")
    command = [sys.executable, "-m", f"{RUNTIME}.{words[0]}", *words[1:]]
    command += ["--ros-args", "--params-file", str(params)]
    with log.open("wb") as output:
        return subprocess.Popen(command, stdout=output, stderr=output)


def comm(process: subprocess.Popen[bytes]) -> str:
    return Path(f"/proc/{process.pid}/comm").read_text().strip()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("name", list(PROGRAMS))
def test_a_signal_while_nodes_are_constructed_ends_the_process_in_order(
    name: str, number: int, tmp_path: Path
) -> None:
    log = tmp_path / "log"
    process = start(PROGRAMS[name], log)
    try:
        # The process takes its name when it catches signals, long before its nodes are there.
        wait_until(lambda: comm(process).startswith(name[:14]), "signals are caught")
        process.send_signal(number)
        assert process.wait(TIMEOUT_S) == 0, log.read_text()
        assert "Traceback" not in log.read_text()
    finally:
        process.kill()
        process.wait()


def test_a_parameter_of_the_wrong_type_ends_the_process_with_one_line(tmp_path: Path) -> None:
    params = tmp_path / "params.yaml"
    params.write_text("lifecycle_manager_localization: {ros__parameters: {autostart: maybe}}\n")
    log = tmp_path / "log"
    words = ("single_node", "--node", "lifecycle_manager_localization")
    process = start(words, log, params)
    try:
        assert process.wait(TIMEOUT_S) == 2
        text = log.read_text()
        assert text.startswith("error: parameter 'autostart' of node "), text
        assert len(text.splitlines()) == 1
    finally:
        process.kill()
        process.wait()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--ros-args", "--nonsense"), "unknown ROS arguments ['--nonsense']; leave them out"),
        (("--ros-args", "--params-file", "/no/such.yaml"), "/no/such.yaml"),
    ],
    ids=["unknown argument", "missing params file"],
)
def test_ros_arguments_that_cannot_be_read_end_the_process_with_one_line(
    tmp_path: Path, words: tuple[str, ...], said: str
) -> None:
    log = tmp_path / "log"
    process = start((*SINGLE, *words), log)
    try:
        assert process.wait(TIMEOUT_S) == 2
        (line,) = (text for text in log.read_text().splitlines() if "[rcl]" not in text)
        assert line.startswith("error: ") and said in line
    finally:
        process.kill()
        process.wait()


def test_an_unknown_node_is_refused_with_those_known(tmp_path: Path) -> None:
    log = tmp_path / "log"
    process = start(("single_node", "--node", "amlc"), log)
    assert process.wait(TIMEOUT_S) == 2
    assert "amcl" in log.read_text()


_HANGS = """
import ctypes, sys
from nav2_composition_bench.reference_stack.runtime import stack_process
stack_process.SHUTDOWN_LIMIT_S = {limit_s}
process = stack_process.StackProcess("hangs")
process.before_shutdown(lambda: print("hangs", flush=True))
lock, mutex = ctypes.PyDLL(None).pthread_mutex_lock, ctypes.create_string_buffer(64)
# Keeps other threads from running, and no signal ends it.
process.before_shutdown(lambda: (lock(mutex), lock(mutex)))
print("ready", flush=True)
sys.exit(process.run(lambda: None))
"""


@contextmanager
def hanging(limit_s: float, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process whose end hangs, from when it has been asked to end; killed in the end."""
    program = (sys.executable, "-c", _HANGS.format(limit_s=limit_s))
    with log.open("wb") as output:
        process = subprocess.Popen(program, stdout=output, stderr=output)
    try:
        wait_until(lambda: "ready" in log.read_text(), "the process runs")
        process.send_signal(signal.SIGINT)
        yield process
    finally:
        process.kill()
        process.wait()


def test_an_end_that_hangs_in_a_library_is_cut_short_and_says_where(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with hanging(3.0, log) as process:
        assert process.wait(TIMEOUT_S) == 1
        assert "in _take_down" in log.read_text()


def test_sigterm_has_an_end_that_hangs_in_a_library_say_where_and_go_on(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with hanging(10 * TIMEOUT_S, log) as process:
        wait_until(lambda: "hangs" in log.read_text(), "the end hangs")
        process.send_signal(signal.SIGTERM)
        wait_until(lambda: "in _take_down" in log.read_text(), "the stacks are told")
        process.send_signal(signal.SIGTERM)
        wait_until(lambda: log.read_text().count("in _take_down") == 2, "they are told again")
        assert process.poll() is None
