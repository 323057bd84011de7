# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Take a system down in order, and leave nothing of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Mapping

from nav2_composition_bench.processes.interruption import stopping_signals_held
from nav2_composition_bench.processes.outcomes import ShutdownReport
from nav2_composition_bench.processes.proc_table import live_pids
from nav2_composition_bench.processes.process_group import Grace, ProcessGroup
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.ros_domain.shared_memory import SharedFile, remove_leftovers

_MANAGED_TIMEOUT_S = 15.0
"""Nodes that are signalled while still active may crash, so a manager gets its time."""


def shut_down(
    group: ProcessGroup,
    *,
    client: RosClient | None,
    managers: tuple[str, ...],
    patience_s: float,
    before: Mapping[str, SharedFile],
    ports: range,
) -> ShutdownReport:
    """Managed shutdown, signals, runaways, shared memory.

    :param client: None leaves out the managed shutdown, as for a system that never became active.
    :param managers: in the order of bring-up; they are asked in the reverse order, as upstream
        does: navigation before localization.
    :param patience_s: time for the processes to end after SIGINT.
    :param before: census of /dev/shm at the start of the run.
    :param ports: ports of the run's domain.
    """
    begin_s = time.monotonic()
    with stopping_signals_held() as held:
        if client is not None:
            for manager in reversed(managers):
                _ask(client, manager, lambda: not (group.deaths() or held.requested))
        end = group.end(Grace(interrupt_s=0.0 if held.requested else patience_s))
        shutdown_s = time.monotonic() - begin_s
        removed = remove_leftovers(before, ports, live_pids(group.run_marker))
    return ShutdownReport(shutdown_s, end.exit_statuses, end.killed, end.runaways, removed)


def prepare(client: RosClient, managers: Iterable[str]) -> None:
    """Let the client find the managers' services while there is time for that."""
    from nav2_msgs.srv import ManageLifecycleNodes

    for manager in managers:
        client.prepare(ManageLifecycleNodes, _service(manager))


def _service(manager: str) -> str:
    return f"/{manager}/manage_nodes"


def _ask(client: RosClient, manager: str, keep_waiting: Callable[[], bool]) -> None:
    from nav2_msgs.srv import ManageLifecycleNodes

    request = ManageLifecycleNodes.Request(command=ManageLifecycleNodes.Request.SHUTDOWN)
    client.call(ManageLifecycleNodes, _service(manager), request, _MANAGED_TIMEOUT_S, keep_waiting)
