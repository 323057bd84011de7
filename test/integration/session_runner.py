# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A runner in miniature: ``session_runner.py LOG_DIRECTORY DOMAIN_ID PATIENCE_S BEHAVIOUR…``.

It starts a guardian that lets it be silent for so long, and one process per behaviour of
fake_process, in a cgroup where one can be had, and a ROS node with the behaviour ``ros``. When all
are ready it prints ``started``, the guardian's pid and the cgroup's directory (``none`` without
one). It leaves by Ctrl-C, SIGTERM, an exception (``raise`` on its input) or the end of its input,
and with ``hang`` not by itself.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from contextlib import ExitStack
from pathlib import Path

import fake_process
import fake_ros_node
from waiting import wait_for_pid, wait_until

from nav2_composition_bench.processes.cgroup import (
    CgroupUnavailableError,
    CpuCgroup,
    cgroup_of_run,
)
from nav2_composition_bench.processes.interruption import stopping_signals_raise
from nav2_composition_bench.processes.process_group import ProcessGroup
from nav2_composition_bench.processes.run_marker import RUN_VARIABLE, new_run_id
from nav2_composition_bench.ros_domain.domain_id import domain_ports
from nav2_composition_bench.ros_domain.environment import process_environment
from nav2_composition_bench.ros_domain.guardian import Guardian
from nav2_composition_bench.ros_domain.shared_memory import census, remove_leftovers


def main() -> int:
    """Start, wait for a word, and leave."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which a shell may have handed down ignored
    logs, domain_id = Path(sys.argv[1]), int(sys.argv[2])
    environment = process_environment(
        os.environ, run_id=new_run_id(), domain_id=domain_id, rmw="rmw_fastrtps_cpp"
    )
    before = census()
    guardian = Guardian(environment, domain_id, logs / "guardian.log", float(sys.argv[3]))
    try:
        with (
            ExitStack() as stack,
            stopping_signals_raise(),
        ):
            cgroup = _cgroup(stack, environment[RUN_VARIABLE])
            group = stack.enter_context(ProcessGroup("group", environment, logs, cgroup))
            for behaviour in sys.argv[4:]:
                _start(group, logs, behaviour)
            print("started", guardian.pid, cgroup.path if cgroup else "none", flush=True)
            word = sys.stdin.readline()
            if word == "raise\n":
                raise RuntimeError("told to")
            if word == "hang\n":
                ctypes.PyDLL(None).pause()  # which, unlike CDLL, keeps Python's lock
    finally:
        remove_leftovers(before, domain_ports(domain_id))
        guardian.close()
    return 0


def _cgroup(stack: ExitStack, run_id: str) -> CpuCgroup | None:
    try:
        return stack.enter_context(cgroup_of_run(run_id, "group"))
    except CgroupUnavailableError:
        return None


def _start(group: ProcessGroup, logs: Path, behaviour: str) -> None:
    ready = logs / f"{behaviour}.ready"
    if behaviour == "ros":
        command = (sys.executable, fake_ros_node.__file__, "fake", "announcing")
        pid = group.start("ros", command)
        wait_until(
            lambda: "on the domain" in (logs / "ros.log").read_text(), "the node is on the domain"
        )
        ready.write_text(str(pid))
    else:
        group.start(behaviour, (sys.executable, "-S", fake_process.__file__, str(ready), behaviour))
        wait_for_pid(ready)


if __name__ == "__main__":
    sys.exit(main())
