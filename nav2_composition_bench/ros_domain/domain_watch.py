# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Keep watch over who is on a study's ROS domain."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from fnmatch import fnmatchcase

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.processes.outcomes import BringUpError
from nav2_composition_bench.processes.proc_table import command_line, live_pids
from nav2_composition_bench.processes.run_marker import RUN_VARIABLE
from nav2_composition_bench.ros_domain.domain_id import domain_ports
from nav2_composition_bench.ros_domain.foreign_nodes import (
    DomainView,
    SeenNode,
    classify,
    gid_pid,
    pid_in_gid,
    socket_owners,
)
from nav2_composition_bench.ros_domain.ros_client import RosClient

_LOOK_EVERY_S = 0.2
_LEASE_S = 20.0
"""Fast DDS forgets a participant that was killed after this time (default lease duration)."""
_EMPTY_TIMEOUT_S = 3 * _LEASE_S
_NAMES_TIMEOUT_S = 5.0
"""Names come later than endpoints, and go later."""
_MAX_NAMED = 4
_COMMAND_WIDTH = 80


class DomainWatch:
    """Knows which processes are the run's, and so whose every node is.

    :param expected: node names that count as ours where the middleware hides the process.
    :param ever_started: pids of everything the run has started so far, ended or not.
    :param open_client: makes a further participant, for a second look at the graph.
    :param companions: names of nodes that somebody else starts and that belong here, on this
        machine or another one; ``*`` stands for anything.
    :ivar client: to be set once there is one; until then only this machine's sockets are read.
    """

    def __init__(
        self,
        domain_id: int,
        run_id: str,
        expected: Iterable[str],
        ever_started: Callable[[], frozenset[int]],
        open_client: Callable[[int], RosClient] = RosClient,
        companions: Iterable[str] = (),
    ) -> None:
        self._domain_id = domain_id
        self._run_id = run_id
        self._expected = frozenset(expected)
        self._ever_started = ever_started
        self._open_client = open_client
        self._companions = frozenset(companions)
        self._outdated: frozenset[str] = frozenset()
        self.client: RosClient | None = None

    def refuse_participants(self) -> None:
        """To be called before anything of the run is on the domain.

        A port whose process cannot be told may be no node's, so that names alone count then.

        :raises UserError: naming the nodes or processes that are.
        """
        if not self._unknown_pids() and not self._has_untold_port():
            return
        names, unknown = self._identify_unknown()
        if names or unknown:
            users = _join((*names, *map(_process, sorted(unknown))))
            raise UserError(
                f"ROS domain {self._domain_id} is in use by {users}; "
                "end that, or set ROS_DOMAIN_ID to another number"
            )

    def foreign(self, seen_before: Iterable[SeenNode] = ()) -> tuple[str, ...]:
        """Nodes that are not ours, and processes on the domain's ports whose nodes are unseen.

        :param seen_before: nodes that may have gone since. Without endpoints they may be anybody's,
            of the run as well, that were half discovered.
        """
        there = () if self.client is None else self.client.seen_nodes()
        unknown = self._unexplained(self._unknown_pids(), there)
        known = [*there, *(node for node in seen_before if node.gids)]
        view = self._view(self._strange(known), self._ours(), self._expected)
        unnamed = () if view.foreign else sorted(unknown)
        return (*view.foreign, *map(_process, unnamed))

    def prove_empty(self, staying: Collection[int], staying_names: Collection[str]) -> None:
        """Wait until nobody is on the domain but this process and those that stay.

        A container of an earlier trial that still lives would take the next one's load
        requests; a killed one's services are listed until its lease ends.

        A name without a single endpoint may be nobody: where a participant's last announcement of
        its nodes is handled after its disposal, the graph of whoever received them in that order
        keeps the names forever. A new participant has not heard either and tells which it is.

        :param staying: pids of the run's processes that outlive a trial.
        :param staying_names: fully qualified names of their nodes.
        :raises BringUpError: naming who is there.
        """
        began_s = time.monotonic()
        alive = frozenset({os.getpid(), *staying})
        while True:
            seen = self._seen()
            suspects = _without_endpoint(seen, staying_names) - self._outdated
            view = self._view(
                [node for node in seen if node.gids or node.name in staying_names],
                alive,
                staying_names,
                self._expected - frozenset(staying_names),
            )
            waited_s = time.monotonic() - began_s
            if view.foreign or (view.stale and waited_s >= _EMPTY_TIMEOUT_S):
                raise self._not_empty((*view.foreign, *view.stale))
            if not view.stale and not suspects:
                return
            if not view.stale and waited_s >= _NAMES_TIMEOUT_S:
                confirmed = self._second_look(suspects, staying_names)
                if confirmed:
                    raise self._not_empty(sorted(confirmed))
                self._outdated |= suspects
                return
            time.sleep(_LOOK_EVERY_S)

    def _not_empty(self, names: Sequence[str]) -> BringUpError:
        return BringUpError(
            f"ROS domain {self._domain_id} is not empty before bring-up: {_join(names)}"
        )

    def _second_look(self, names: Collection[str], staying_names: Collection[str]) -> set[str]:
        """Which of the names a new participant sees, once it sees those that must be there."""
        client = self._open_client(self._domain_id)
        deadline = time.monotonic() + _NAMES_TIMEOUT_S
        try:
            while True:
                there = {node.name for node in client.seen_nodes()}
                if there >= set(staying_names) or time.monotonic() >= deadline:
                    return there & set(names)
                time.sleep(_LOOK_EVERY_S)
        finally:
            client.close()

    def _ours(self) -> frozenset[int]:
        return live_pids({RUN_VARIABLE: self._run_id})

    def _seen(self) -> tuple[SeenNode, ...]:
        if self.client is None:
            return ()
        return self._strange(self.client.seen_nodes())

    def _strange(self, nodes: Iterable[SeenNode]) -> tuple[SeenNode, ...]:
        return tuple(node for node in nodes if not self._is_companion(node.name))

    def _is_companion(self, name: str) -> bool:
        return any(fnmatchcase(name, pattern) for pattern in self._companions)

    def _unexplained(self, unknown: frozenset[int], seen: Iterable[SeenNode]) -> frozenset[int]:
        """Leave out the processes of companions.

        Where the middleware's GUIDs hide the process, any of them may be a companion's.
        """
        gids = [gid for node in seen if self._is_companion(node.name) for gid in node.gids]
        pids = {gid_pid(gid) for gid in gids}
        if None in pids:
            return frozenset()
        return frozenset(pid for pid in unknown if pid_in_gid(pid) not in pids)

    def _view(
        self,
        seen: Iterable[SeenNode],
        alive: frozenset[int],
        expected: Collection[str],
        gone: Collection[str] = (),
    ) -> DomainView:
        return classify(seen, alive, self._ever_started() - alive, expected, gone)

    def _unknown_pids(self) -> frozenset[int]:
        owners = socket_owners(domain_ports(self._domain_id))
        return frozenset().union(*owners.values()) - self._ours()

    def _has_untold_port(self) -> bool:
        """Whether a port of the domain is in use by a process of another user."""
        return not all(socket_owners(domain_ports(self._domain_id)).values())

    def _identify_unknown(self) -> tuple[tuple[str, ...], frozenset[int]]:
        """Names of the unknown nodes as far as the graph shows them, and their processes."""
        client = self._open_client(self._domain_id)
        deadline = time.monotonic() + _NAMES_TIMEOUT_S
        try:
            while True:
                there = client.seen_nodes()
                names = tuple(node.name for node in self._strange(there))
                unknown = self._unexplained(self._unknown_pids(), there)
                is_told = not unknown and not self._has_untold_port()
                if names or is_told or time.monotonic() >= deadline:
                    return names, unknown
                time.sleep(_LOOK_EVERY_S)
        finally:
            client.close()


def _without_endpoint(seen: Iterable[SeenNode], staying_names: Collection[str]) -> frozenset[str]:
    """Names without an endpoint, of nodes that need not be there."""
    return frozenset(n.name for n in seen if not n.gids and n.name not in staying_names)


def _process(pid: int) -> str:
    command = command_line(pid) or "unknown"
    shown = command if len(command) <= _COMMAND_WIDTH else f"{command[:_COMMAND_WIDTH]}…"
    return f"process {pid} ({shown})"


def _join(parts: Sequence[str]) -> str:
    more = len(parts) - _MAX_NAMED
    return ", ".join(parts[:_MAX_NAMED]) + (f" and {more} more" if more > 0 else "")
