# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Keep watch over who is on a study's ROS domain."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence

from nav2_composition_bench.bringup.environment import RUN_VARIABLE, domain_ports
from nav2_composition_bench.bringup.foreign_nodes import DomainView, classify, socket_owners
from nav2_composition_bench.bringup.outcomes import BringUpError
from nav2_composition_bench.bringup.proc_table import command_line, live_pids
from nav2_composition_bench.bringup.ros_client import RosClient
from nav2_composition_bench.errors import UserError

_LOOK_EVERY_S = 0.2
_LEASE_S = 20.0
"""Fast DDS forgets a participant that was killed after this time (default lease duration)."""
_EMPTY_TIMEOUT_S = 3 * _LEASE_S
_NAMES_TIMEOUT_S = 5.0
_MOST_NAMED = 4
_COMMAND_WIDTH = 80


class DomainWatch:
    """Knows which processes are the run's, and so whose every node is.

    :param expected: node names that count as ours where the middleware hides the process.
    :param ever_started: pids of everything the run has started so far, ended or not.
    :ivar client: to be set once there is one; until then only this machine's sockets are read.
    """

    def __init__(
        self,
        domain_id: int,
        run_id: str,
        expected: Iterable[str],
        ever_started: Callable[[], frozenset[int]],
    ) -> None:
        self._domain_id = domain_id
        self._run_id = run_id
        self._expected = frozenset(expected)
        self._ever_started = ever_started
        self.client: RosClient | None = None

    def refuse_participants(self) -> None:
        """To be called before anything of the run is on the domain.

        :raises UserError: naming the nodes or processes that are.
        """
        strangers = self._strangers()
        if strangers:
            raise UserError(
                f"ROS domain {self._domain_id} is in use by {_join(self._describe(strangers))}; "
                "end that, or set ROS_DOMAIN_ID to another number"
            )

    def foreign(self) -> tuple[str, ...]:
        """Nodes that are not ours, and processes on the domain's ports whose nodes are unseen."""
        strangers = self._strangers()
        view = self._view(self._ours(), self._expected)
        unnamed = () if view.foreign else sorted(strangers)
        return (*view.foreign, *map(_process, unnamed))

    def prove_empty(self, staying: Collection[int], staying_names: Collection[str]) -> None:
        """Wait until nobody is on the domain but this process and those that stay.

        A container of an earlier trial that still lives would swallow the next one's load
        requests; a killed one's services are listed until its lease ends.

        :param staying: pids of the run's processes that outlive a trial.
        :param staying_names: fully qualified names of their nodes.
        :raises BringUpError: naming who is there.
        """
        deadline = time.monotonic() + _EMPTY_TIMEOUT_S
        pause = threading.Event()
        while True:
            view = self._view(frozenset({os.getpid(), *staying}), staying_names)
            if view.foreign or (view.stale and time.monotonic() >= deadline):
                raise BringUpError(
                    f"ROS domain {self._domain_id} is not empty before bring-up: "
                    f"{_join((*view.foreign, *view.stale))}"
                )
            if not view.stale:
                return
            pause.wait(_LOOK_EVERY_S)

    def _ours(self) -> frozenset[int]:
        return live_pids({RUN_VARIABLE: self._run_id})

    def _view(self, alive: frozenset[int], expected: Collection[str]) -> DomainView:
        if self.client is None:
            return DomainView((), (), ())
        return classify(self.client.seen_nodes(), alive, self._ever_started() - alive, expected)

    def _strangers(self) -> frozenset[int]:
        owners = socket_owners(domain_ports(self._domain_id))
        return frozenset().union(*owners.values()) - self._ours()

    def _describe(self, strangers: Collection[int]) -> tuple[str, ...]:
        """Names of the strangers' nodes if a look at the graph shows them, and the processes."""
        processes = tuple(_process(pid) for pid in sorted(strangers))
        client = RosClient(self._domain_id)
        deadline = time.monotonic() + _NAMES_TIMEOUT_S
        pause = threading.Event()
        try:
            while not (names := tuple(node.name for node in client.seen_nodes())):
                if time.monotonic() >= deadline:
                    break
                pause.wait(_LOOK_EVERY_S)
        finally:
            client.close()
        return names + processes


def _process(pid: int) -> str:
    command = command_line(pid) or "unknown"
    shown = command if len(command) <= _COMMAND_WIDTH else f"{command[:_COMMAND_WIDTH]}…"
    return f"process {pid} ({shown})"


def _join(parts: Sequence[str]) -> str:
    more = len(parts) - _MOST_NAMED
    return ", ".join(parts[:_MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
