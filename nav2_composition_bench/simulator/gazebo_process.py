# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Gazebo Classic's server as a child process, on a master port and a display of its own."""

from __future__ import annotations

import os
import shutil
import socket
import time
from collections.abc import Mapping
from pathlib import Path

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.gazebo_programs import (
    CLIENT,
    DISPLAY_SERVER,
    SERVER,
    check_installed,
)
from nav2_composition_bench.processes.log_tail import last_lines
from nav2_composition_bench.processes.process_group import Grace, ProcessGroup
from nav2_composition_bench.processes.run_marker import RUN_VARIABLE, new_run_id

_REAL_TIME = ("chrt", "--rr")
_SERVER_PRIORITY, _DISPLAY_PRIORITY = 1, 2  # sched(7): 1 is the lowest real-time priority
_X_ERROR = "X Error of failed request"  # how Xlib begins to tell one, before it calls exit()
_X_ERROR_LINES, _SEARCHED_LINES = 4, 50  # exit() writes out what Gazebo's log held back
# The whole host side may take five seconds to end before it is sent SIGTERM.
_GRACE = Grace(interrupt_s=3.0, terminate_s=1.0)
_DISPLAY_TIMEOUT_S = 20.0
_LOOK_EVERY_S = 0.05
_LOG_LINES = 8


class NotLoadedError(UserError):
    """Gazebo started, but its world did not begin in time or never will; the next start's may."""


def gazebo_environment(
    base: Mapping[str, str], models: Path, port: int, log_directory: Path
) -> dict[str, str]:
    """The environment of gzserver.

    A second server on the same master port would end at once while ROS calls reach the first.

    :param base: of this process.
    :param models: directory of ``model://``.
    :param port: free TCP port for Gazebo's master.
    """
    libraries = [f"{p}/lib" for p in base.get("AMENT_PREFIX_PATH", "").split(os.pathsep) if p]
    return {
        **base,
        RUN_VARIABLE: base.get(RUN_VARIABLE) or new_run_id(),
        "GAZEBO_MASTER_URI": f"http://127.0.0.1:{port}",
        "GAZEBO_IP": "127.0.0.1",
        "GAZEBO_LOG_PATH": str(log_directory),
        "GAZEBO_MODEL_DATABASE_URI": "",  # else it asks the internet for models that it lacks
        "GAZEBO_MODEL_PATH": _joined(str(models), base.get("GAZEBO_MODEL_PATH")),
        "GAZEBO_PLUGIN_PATH": _joined(*libraries, base.get("GAZEBO_PLUGIN_PATH")),
    }


def server_command(world_file: Path, seed: int) -> tuple[str, ...]:
    """The command line of gzserver with the ROS interface of gazebo_ros."""
    plugins = ("-s", "libgazebo_ros_init.so", "-s", "libgazebo_ros_factory.so")
    return (SERVER, "--verbose", "--seed", str(seed), *plugins, str(world_file))


def real_time_prefix(priority: int) -> tuple[str, ...]:
    """What stands before a command that is to have a real-time priority; empty if not permitted.

    Gazebo Classic does not make up for a step that came late: beside a Nav2 that takes most of two
    cores its world would go at 0.8 to 0.9 of real time, at 0.99 with the priority.
    """
    if shutil.which(_REAL_TIME[0]) is None:
        return ()
    policy, parameters = os.sched_getscheduler(0), os.sched_getparam(0)
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(priority))
    except PermissionError:
        return ()
    os.sched_setscheduler(0, policy, parameters)
    return (*_REAL_TIME, str(priority))


def free_port() -> int:
    """Return a TCP port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class GazeboProcess:
    """A running gzserver; a context manager that ends it and all that belongs to it.

    :param text: of the world.
    :param directory: for the world file and logs; must exist.
    :param gui: show it on the display there is; else on a virtual one.
    """

    def __init__(self, text: str, models: Path, seed: int, directory: Path, gui: bool) -> None:
        check_installed(gui)
        world_file = directory / "world.sdf"
        world_file.write_text(text, encoding="utf-8")
        environment = gazebo_environment(os.environ, models, free_port(), directory)
        self._directory = directory
        self._display: ProcessGroup | None = None
        if not gui:
            self._display = ProcessGroup("display", environment, directory)
        self._group: ProcessGroup | None = None
        above = () if gui else real_time_prefix(_DISPLAY_PRIORITY)
        try:
            if self._display is not None:
                environment["DISPLAY"] = _start_display(self._display, directory, above)
            self._group = ProcessGroup("gazebo", environment, directory)
            # Only below a display server that has one (see _start_display); a user's has none.
            self._prefix = real_time_prefix(_SERVER_PRIORITY) if above else ()
            self._group.start(SERVER, (*self._prefix, *server_command(world_file, seed)))
            if gui:
                self._group.start(CLIENT, (CLIENT,))
        except BaseException:
            self.close()
            raise

    @property
    def is_real_time(self) -> bool:
        """Whether it runs with a real-time priority."""
        return bool(self._prefix)

    def __enter__(self) -> GazeboProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def check(self) -> None:
        """Look whether it is still running.

        :raises UserError: with the end of its log when it is not.
        :raises NotLoadedError: if it called exit() on an X error, ended or not: it hangs there when
            Gazebo's exit handler (``~ConnectionManager``) waits for a thread that does not end.
        """
        error = _x_error(self._directory / f"{SERVER}.log")
        if error is not None:
            raise NotLoadedError(f"Gazebo gave up after an X error: {error}")
        for group in (self._group, self._display):
            for death in group.deaths() if group is not None else ():
                raise UserError(f"--simulator gazebo: {death.reason}")

    def end_of_log(self) -> str:
        """Return the end of the server's log in one line."""
        return _one_line(self._directory / f"{SERVER}.log")

    def close(self) -> None:
        """End it; may be called twice."""
        for group in (self._group, self._display):
            if group is not None:
                group.end(_GRACE)


def _start_display(group: ProcessGroup, directory: Path, prefix: tuple[str, ...]) -> str:
    """Start a virtual display; return its name. It picks a free number and writes it.

    The prefix gives it a priority above that of gzserver. OGRE makes its window on one X connection
    and some milliseconds later draws on it by another one, without having waited for the first. An
    X server that gets no core meanwhile, because gzserver has it, finds both requests at once, may
    take the second one first, and answers BadDrawable.
    """
    display = (DISPLAY_SERVER, "-displayfd", "1", "-screen", "0", "640x480x24", "-nolisten", "tcp")
    group.start(DISPLAY_SERVER, (*prefix, *display))
    log = directory / f"{DISPLAY_SERVER}.log"
    deadline = time.monotonic() + _DISPLAY_TIMEOUT_S
    while (number := _last_number(log)) is None:
        if group.deaths() or time.monotonic() >= deadline:
            raise UserError(f"{DISPLAY_SERVER} did not come up: {_one_line(log)}")
        time.sleep(_LOOK_EVERY_S)
    return f":{number}"


def _one_line(log: Path) -> str:
    return " | ".join(last_lines(log, _LOG_LINES)) or "no output"


def _x_error(log: Path) -> str | None:
    lines = last_lines(log, _SEARCHED_LINES)
    first = next((place for place, line in enumerate(lines) if _X_ERROR in line), None)
    if first is None:
        return None
    return " | ".join(line.strip() for line in lines[first : first + _X_ERROR_LINES])


def _last_number(log: Path) -> str | None:
    lines = [line.strip() for line in last_lines(log, _LOG_LINES)]
    return next((line for line in reversed(lines) if line.isdecimal()), None)


def _joined(*paths: str | None) -> str:
    return os.pathsep.join(path for path in paths if path)
