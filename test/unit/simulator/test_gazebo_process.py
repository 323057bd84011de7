# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How Gazebo's server is started, and how it is told when it does not start or ends by itself."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable
from pathlib import Path

import pytest
from waiting import wait_until

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.gazebo_programs import check_installed
from nav2_composition_bench.processes.run_marker import RUN_VARIABLE
from nav2_composition_bench.simulator.gazebo_process import (
    GazeboProcess,
    NotLoadedError,
    free_port,
    gazebo_environment,
    real_time_prefix,
    server_command,
)

Install = Callable[[str, str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Return a function that puts a shell script onto a PATH which holds nothing else of ours."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}/usr/bin{os.pathsep}/bin")

    def put(name: str, body: str) -> None:
        (folder / name).write_text(f"#!/bin/sh\n{body}\n")
        (folder / name).chmod(0o755)

    return put


def fails(check: Callable[[], None]) -> bool:
    try:
        check()
    except UserError:
        return True
    return False


def test_the_server_has_a_master_of_its_own_and_finds_models_and_plugins(tmp_path: Path) -> None:
    base = {"AMENT_PREFIX_PATH": "/a:/b", "GAZEBO_MODEL_PATH": "/mine", "HOME": "/root"}
    made = gazebo_environment(base, Path("/w/models"), 12345, tmp_path)
    assert made["GAZEBO_MASTER_URI"] == "http://127.0.0.1:12345"
    assert made["GAZEBO_MODEL_PATH"] == "/w/models:/mine"
    assert made["GAZEBO_PLUGIN_PATH"] == "/a/lib:/b/lib"
    assert made["GAZEBO_MODEL_DATABASE_URI"] == ""
    assert made["HOME"] == "/root"
    assert made[RUN_VARIABLE]


def test_a_run_keeps_its_marker(tmp_path: Path) -> None:
    made = gazebo_environment({RUN_VARIABLE: "abc"}, Path("/w/models"), 1, tmp_path)
    assert made[RUN_VARIABLE] == "abc"


def test_ports_are_free_ones() -> None:
    port = free_port()
    assert 1024 < port < 65536
    with socket.socket() as held:
        held.bind(("127.0.0.1", port))
        assert free_port() != port


def test_the_command_seeds_the_noise_and_loads_the_ros_interface() -> None:
    command = server_command(Path("/w/world.sdf"), 7)
    assert command[0] == "gzserver"
    assert command[command.index("--seed") + 1] == "7"
    assert "libgazebo_ros_init.so" in command
    assert command[-1] == "/w/world.sdf"


def test_without_a_display_server_it_says_that_the_camera_needs_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, install: Install
) -> None:
    install("gzserver", "exit 0")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    with pytest.raises(UserError, match="Xvfb is not on the PATH: depth cameras need a display"):
        check_installed(gui=False)


def test_the_server_runs_on_a_display_of_its_own(tmp_path: Path, install: Install) -> None:
    seen = tmp_path / "seen"
    install("Xvfb", "echo 77; exec sleep 600")
    install("gzserver", f'echo "$DISPLAY" > {seen}.part; mv {seen}.part {seen}; exec sleep 600')
    with GazeboProcess("<sdf/>", tmp_path, 0, tmp_path, gui=False) as gazebo:
        wait_until(seen.exists, "the server's start")
        gazebo.check()
        assert seen.read_text() == ":77\n"
        assert gazebo.end_of_log() == "no output"


def priorities(tmp_path: Path, install: Install, gui: bool) -> tuple[bool, dict[str, int]]:
    """Whether the server is said to be real-time, and name → real-time priority of what starts."""
    if not real_time_prefix(1):
        pytest.skip("a real-time priority is not permitted")
    names = ("gzserver", "gzclient") if gui else ("Xvfb", "gzserver")
    for name in names:
        seen = tmp_path / f"{name}.seen"
        show = f"chrt -p $$ > {seen}.part; mv {seen}.part {seen}"
        install(name, f"{show}; echo 77; exec sleep 600")
    with GazeboProcess("<sdf/>", tmp_path, 0, tmp_path, gui) as gazebo:
        texts = {}
        for name in names:
            seen = tmp_path / f"{name}.seen"
            wait_until(seen.exists, f"the start of {name}")
            texts[name] = seen.read_text()
    found = {name: int(text.split()[-1]) for name, text in texts.items()}
    assert all(("SCHED_RR" in texts[name]) == (found[name] > 0) for name in names)
    return gazebo.is_real_time, found


def test_server_and_display_have_real_time_priorities_where_that_is_permitted(
    tmp_path: Path, install: Install
) -> None:
    is_real_time, found = priorities(tmp_path, install, gui=False)
    assert is_real_time
    assert found["gzserver"] > 0


def test_the_display_never_waits_for_the_server(tmp_path: Path, install: Install) -> None:
    """Else the server's requests on two connections overtake each other, and it gives up."""
    _, found = priorities(tmp_path, install, gui=False)
    assert found["Xvfb"] > found["gzserver"]


def test_the_server_has_no_priority_over_a_display_of_the_user(
    tmp_path: Path, install: Install
) -> None:
    is_real_time, found = priorities(tmp_path, install, gui=True)
    assert not is_real_time
    assert found == {"gzserver": 0, "gzclient": 0}


def test_where_only_one_priority_is_permitted_neither_server_has_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, install: Install
) -> None:
    """As with RLIMIT_RTPRIO at 1: gzserver alone must not have it."""

    def permit_one(pid: int, policy: int, parameters: os.sched_param) -> None:
        if parameters.sched_priority > 1:
            raise PermissionError

    monkeypatch.setattr(os, "sched_setscheduler", permit_one)
    install("Xvfb", "echo 77; exec sleep 600")
    install("gzserver", "exec sleep 600")
    with GazeboProcess("<sdf/>", tmp_path, 0, tmp_path, gui=False) as gazebo:
        assert not gazebo.is_real_time


def refuse(*_: object) -> None:
    raise PermissionError


@pytest.mark.parametrize("has_chrt", [True, False])
def test_without_permission_for_a_real_time_priority_the_server_runs_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, install: Install, has_chrt: bool
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(os, "sched_setscheduler", refuse)
    if has_chrt:
        install("chrt", "exit 1")
    install("Xvfb", "echo 77; exec /bin/sleep 600")
    install("gzserver", "exec /bin/sleep 600")
    with GazeboProcess("<sdf/>", tmp_path, 0, tmp_path, gui=False) as gazebo:
        assert not gazebo.is_real_time
        gazebo.check()


def test_asking_for_a_real_time_priority_leaves_the_asker_without() -> None:
    policy = os.sched_getscheduler(0)
    real_time_prefix(1)
    assert os.sched_getscheduler(0) == policy


def test_a_server_that_ends_by_itself_is_told_with_the_end_of_its_log(
    tmp_path: Path, install: Install
) -> None:
    install("Xvfb", "echo 77; exec sleep 600")
    install("gzserver", "echo the port is taken; exit 255")
    with GazeboProcess("<sdf/>", tmp_path, 0, tmp_path, gui=False) as gazebo:
        wait_until(lambda: fails(gazebo.check), "the server's end")
        with pytest.raises(UserError, match="status 255.*the port is taken"):
            gazebo.check()


@pytest.mark.parametrize("end", ["exec sleep 600", "exit 1"])
def test_a_server_that_gave_up_by_an_x_error_is_told_whether_it_ends_or_hangs(
    tmp_path: Path, install: Install, end: str
) -> None:
    """Also when its log goes on: exit() writes out what was held back."""
    install("Xvfb", "echo 77; exec sleep 600")
    error = "X Error of failed request:  BadDrawable (invalid Pixmap or Window parameter)"
    more = "for i in 1 2 3 4 5 6 7 8 9; do echo held back; done"
    install("gzserver", f'echo "{error}"; echo "  Major opcode:  150 (GLX)"; {more}; {end}')
    with GazeboProcess("<sdf/>", tmp_path, 0, tmp_path, gui=False) as gazebo:
        wait_until(lambda: gazebo.end_of_log().count("held back") == 8, "the server's words")
        told = "gave up after an X error: X Error.*BadDrawable.* \\| Major opcode"
        with pytest.raises(NotLoadedError, match=told):
            gazebo.check()


def test_a_display_that_does_not_come_up_is_told(tmp_path: Path, install: Install) -> None:
    install("Xvfb", "echo no memory; exit 1")
    install("gzserver", "exec sleep 600")
    with pytest.raises(UserError, match="Xvfb did not come up: no memory"):
        GazeboProcess("<sdf/>", tmp_path, 0, tmp_path, gui=False)
