# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Who is there while a system is captured, who comes, and who goes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from nav2_composition_bench.capturing.homes import Home
from nav2_composition_bench.capturing.seen import (
    SeenEndpoint,
    SeenGraph,
    SeenName,
    completed,
    filtered,
    is_tool,
    merged,
)
from nav2_composition_bench.processes.proc_table import read_entry


class GraphSource(Protocol):
    """What shows the graph of the system."""

    def node_names(self) -> tuple[str, ...]:
        """Return the full names of all nodes."""

    def discover(self, *, min_s: float, stable_s: float, max_s: float) -> SeenGraph:
        """Return the graph once it has not changed for a while."""

    def graph(self) -> SeenGraph:
        """Return the graph as it is now."""


class Presence:
    """The graph from the first look on. It grows with new names only, not with restarts.

    To look takes milliseconds. What new nodes have takes seconds to show, so that it is asked for
    when nothing else is waiting.

    :param first: the graph at the beginning.
    """

    def __init__(self, source: GraphSource, first: SeenGraph) -> None:
        self._source = source
        self._first = first
        self._graph = first
        self._late: dict[str, None] = {}
        self._gone: dict[str, None] = {}
        self._started: dict[int, int] = {}

    def follow(self, homes: Mapping[bytes, Home]) -> None:
        """Look at the system's processes too: the graph keeps killed participants for a while."""
        its = {each.participant for each in self._graph.endpoints if not is_tool(each.node)}
        pids = {home.pid for each, home in homes.items() if each in its and home.pid is not None}
        entries = [entry for pid in pids if (entry := read_entry(pid)) is not None]
        self._started = {entry.pid: entry.start_time_ticks for entry in entries}

    def leave_replaced_out(self, homes: Mapping[bytes, Home]) -> None:
        """Forget endpoints of killed processes whose nodes have been started anew since.

        The graph shows both until the lease of the killed one is over.

        :param homes: of all participants of the graph.
        """
        killed, earlier = self._killed(), {None, *self._started}
        anew = {
            each.node
            for each in self._graph.endpoints
            if homes[each.participant].pid not in earlier
        }

        def stays(each: SeenEndpoint | SeenName) -> bool:
            if isinstance(each, SeenName) or each.node not in anew:
                return True
            return homes[each.participant].pid not in killed

        self._graph = filtered(self._graph, stays)

    @property
    def graph(self) -> SeenGraph:
        """Everything that was there at any time; of a node that restarted, what it had last."""
        return self._graph

    @property
    def late(self) -> tuple[str, ...]:
        """Nodes that were not there at the beginning."""
        return tuple(self._late)

    def gone(self, homes: Mapping[bytes, Home]) -> tuple[str, ...]:
        """Return the nodes that are there no more, those of killed processes too."""
        killed = self._killed()
        its = [each.node for each in self.graph.endpoints if homes[each.participant].pid in killed]
        names = self._gone | dict.fromkeys(sorted(its))
        return tuple(name for name in names if not is_tool(name))

    def look(self) -> None:
        """Note who has come and gone."""
        names = self._source.node_names()
        known = {*self.graph.nodes, *self._late}
        for name in known - set(names):
            self._gone[name] = None
        for name in names:
            self._gone.pop(name, None)
        self._late |= {name: None for name in names if name not in known and not is_tool(name)}

    def catch_up(self) -> None:
        """Wait until the graph shows what new nodes have, if there are any."""
        self.look()
        if self._late.keys() - self._gone.keys() - set(self.graph.nodes):
            fresh = self._source.discover(min_s=0.5, stable_s=1.0, max_s=5.0)
            self._graph = merged(self._graph, fresh)

    def complete(self) -> None:
        """Add what has come of known participants since the graph was asked for last.

        What is lost of an announcement is sent again with a heartbeat, seconds later.
        """
        self._graph = completed(self._graph, self._source.graph())

    def is_alive(self) -> bool:
        """Tell whether any of those that were there at the beginning is left."""
        self.look()
        if self._started and not any(map(self._lives, self._started)):
            return False
        return any(name not in self._gone and not is_tool(name) for name in self._first.nodes)

    def _killed(self) -> frozenset[int]:
        return frozenset(pid for pid in self._started if not self._lives(pid))

    def _lives(self, pid: int) -> bool:
        entry = read_entry(pid)
        if entry is None or entry.is_dead:
            return False
        return entry.start_time_ticks == self._started[pid]
