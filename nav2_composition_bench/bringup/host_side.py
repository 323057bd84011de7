# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Simulator and goal script, kept running over the trials of a study."""

from __future__ import annotations

import itertools
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from nav2_composition_bench.bringup.readiness import raise_for
from nav2_composition_bench.processes.outcomes import BringUpError, ProcessDeath
from nav2_composition_bench.processes.process_group import Grace, ProcessGroup
from nav2_composition_bench.ros_domain.foreign_nodes import gid_pid, pid_in_gid
from nav2_composition_bench.ros_domain.ros_client import RosClient

_LOOK_EVERY_S = 0.1


@dataclass(frozen=True)
class HostProcess:
    """A process of the host side.

    :param node_name: fully qualified name of its node; it is up when that is on the domain. None
        for a process without one.
    :param further_nodes: of the processes that it starts itself.
    :param up_when_logged: without a node, it is up when its log has this text.
    :param environment: variables besides those of all.
    """

    label: str
    command: tuple[str, ...]
    node_name: str | None
    further_nodes: tuple[str, ...] = ()
    up_when_logged: str = ""
    environment: Mapping[str, str] = field(default_factory=dict)

    @property
    def node_names(self) -> tuple[str, ...]:
        """Fully qualified names of all nodes that come with it."""
        return (*filter(None, (self.node_name,)), *self.further_nodes)


class HostSide:
    """Processes that outlive a trial. Without any (an external host) every call does nothing.

    :param name: of their groups of processes; unique in a run.
    :param patience_s: how long each may take to end after SIGINT.
    """

    def __init__(
        self,
        processes: Sequence[HostProcess],
        environment: Mapping[str, str],
        log_directory: Path,
        client: RosClient,
        timeout_s: float,
        *,
        name: str = "host",
        patience_s: float = 5.0,
    ) -> None:
        self._processes = tuple(processes)
        self._name = name
        self._grace = Grace(interrupt_s=patience_s)
        self._environment = environment
        self._log_directory = log_directory
        self._client = client
        self._timeout_s = timeout_s
        self._groups: dict[str, ProcessGroup] = {}
        self._starts = 0
        self._ended: set[int] = set()

    def ensure_running(self, *, fresh: bool = False) -> tuple[ProcessDeath, ...]:
        """Start what is not running and wait for it to be on the domain.

        :param fresh: start everything anew, as after a trial that left the robot elsewhere.
        :returns: what had died since the last call.
        :raises BringUpError: when it cannot be started.
        """
        deaths = self.deaths()
        for process in self._processes:
            if fresh or any(death.label == process.label for death in deaths):
                self._end(process.label)
        for process in self._processes:
            if process.label not in self._groups:
                self._starts += 1
                group = ProcessGroup(
                    f"{self._name}-{self._starts}", self._environment, self._log_directory
                )
                self._groups[process.label] = group
                group.start(process.label, process.command, process.environment)
        deadline = time.monotonic() + self._timeout_s
        for process in self._processes:
            self._wait_for(process, deadline)
        return deaths

    def deaths(self) -> tuple[ProcessDeath, ...]:
        """Processes that ended unasked since the last ``ensure_running``; never blocks."""
        return tuple(death for group in self._groups.values() for death in group.deaths())

    @property
    def pids(self) -> dict[int, str]:
        """pid → label of what is running, what the host's processes started themselves included."""
        return {pid: label for label, group in self._groups.items() for pid in group.pids()}

    @property
    def node_names(self) -> tuple[str, ...]:
        """Fully qualified names of the nodes of the host side."""
        return tuple(itertools.chain.from_iterable(p.node_names for p in self._processes))

    @property
    def ever_started(self) -> frozenset[int]:
        """Pids of all host processes there have been."""
        running = (group.ever_started for group in self._groups.values())
        return frozenset(self._ended).union(*running)

    def close(self) -> None:
        """End everything; may be called twice, and work goes on after it if need be."""
        for label in list(self._groups):
            self._end(label)

    def _end(self, label: str) -> None:
        group = self._groups.pop(label, None)
        if group is not None:
            group.end(self._grace)
            self._ended |= group.ever_started

    def _wait_for(self, process: HostProcess, deadline: float) -> None:
        group = self._groups[process.label]
        (pid,) = group.labels
        while not (deaths := group.deaths()) and not self._is_up(process, pid):
            if time.monotonic() >= deadline:
                raise BringUpError(f"{process.label} did not come up within {self._timeout_s:g} s")
            time.sleep(_LOOK_EVERY_S)
        raise_for(deaths)

    def _is_up(self, process: HostProcess, pid: int) -> bool:
        """Its node is there, and it is this process's and not one that was killed before."""
        if process.node_name is None:
            log = self._groups[process.label].log_of(process.label)
            return process.up_when_logged in log.read_text(encoding="utf-8", errors="replace")
        for node in self._client.seen_nodes():
            pids = {gid_pid(gid) for gid in node.gids}
            if node.name == process.node_name and pids:
                return pid_in_gid(pid) in pids or None in pids
        return False
