# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Watch a running system: first its CPU, with nobody listening; then its topics."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from nav2_composition_bench.capturing.home_search import FoundHomes, are_all_seen, find_homes
from nav2_composition_bench.capturing.homes import Home, refuse_other_middleware
from nav2_composition_bench.capturing.listening import (
    MAX_AT_ONCE,
    MIN_EACH_S,
    Listener,
    rates_of,
)
from nav2_composition_bench.capturing.members import outside_mistakes
from nav2_composition_bench.capturing.presence import Presence
from nav2_composition_bench.capturing.quiet import count, refuse_ended
from nav2_composition_bench.capturing.seen import (
    SeenGraph,
    Topic,
    container_managers,
    is_tool,
    without,
    without_nodes,
)
from nav2_composition_bench.capturing.sighting import CaptureCost, SeenProcess, Sighting
from nav2_composition_bench.capturing.watcher import Watcher
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.ament_index import sourced_distro
from nav2_composition_bench.processes.proc_table import command_line
from nav2_composition_bench.sampling.yardstick import yardsticks_on
from nav2_composition_bench.trial.machine_stamp import machine

_QUIET_SHARE = 0.5
_ANNOUNCED_S = 4.0
"""Fast DDS announces itself every 3 s, and what it says first may be lost."""

Say = Callable[[str], None]


@dataclass(frozen=True)
class CaptureOptions:
    """How a system is captured.

    :param duration_s: of both parts together; many topics take longer.
    :param domain_id: that of the environment.
    :param outside: names of nodes that are no part of what is compared.
    """

    duration_s: float
    domain_id: int
    outside: tuple[str, ...] = ()


class Capturer:
    """Captures the system on a domain."""

    def __init__(self, watcher: Watcher, options: CaptureOptions, say: Say) -> None:
        self._watcher = watcher
        self._options = options
        self._say = say

    def capture(self) -> Sighting:
        """Watch, and return what was seen.

        :raises UserError: for a middleware that does not tell what is needed, if there is nothing
            to capture, and if all of it ends meanwhile.
        """
        refuse_other_middleware(self._watcher.rmw)
        began = datetime.now().astimezone().isoformat(timespec="seconds")
        first = self._first_look()
        found = self._find_homes(first.participants)
        homes = dict(found.homes)
        loaded = self._loaded_into_containers(first)
        presence = Presence(self._watcher, first)
        presence.follow(homes)
        quiet_s = self._options.duration_s * _QUIET_SHARE
        is_measured = self._warn_of_a_measurement()
        self._say(f"counting CPU for {quiet_s:.0f} s")
        quiet = count(presence, homes, quiet_s, with_yardstick=not is_measured)
        presence.complete()
        listener = Listener(self._watcher.node, presence.is_alive, presence.catch_up)
        listening_percent = self._listen(presence, listener)
        heard = listener.heard
        kept = _latched(presence.graph, listener)
        refuse_ended(presence)
        presence.catch_up()
        homes |= self._find_homes(presence.graph.participants - homes.keys()).homes
        presence.leave_replaced_out(homes)
        gone = presence.gone(homes)
        graph = without_nodes(presence.graph, set(presence.late).intersection(gone))
        graph, ended = self._without_ended(graph, found)
        for manager, names in self._loaded_into_containers(graph).items():
            loaded[manager] = tuple(dict.fromkeys((*loaded.get(manager, ()), *names)))
        return Sighting(
            graph=graph,
            homes=homes,
            processes=_with_late_ones(quiet.processes, homes),
            flows=heard.flows,
            rmw=self._watcher.rmw,
            ros_distro=sourced_distro(os.environ),
            began=began,
            machine=machine(),
            cost=CaptureCost(
                quiet.lasted_s,
                quiet.own_percent,
                heard.listened_s,
                listening_percent,
                heard.messages,
                heard.total_bytes,
            ),
            latched_bytes=kept,
            unknown_types=tuple(dict.fromkeys(heard.unknown_types)),
            heavy=tuple(heard.heavy),
            refused=(*heard.refused, *_unnamable(self._watcher)),
            late=presence.late,
            gone=gone,
            ended=ended,
            yardstick=quiet.yardstick,
            is_measured=is_measured,
            loaded=loaded,
        )

    def _first_look(self) -> SeenGraph:
        graph = self._watcher.discover(
            min_s=_ANNOUNCED_S,
            stable_s=1.5,
            max_s=15.0,
            is_whole=lambda graph: are_all_seen(graph.participants, self._options.domain_id),
        )
        self._refuse_empty(graph)
        for mistake in outside_mistakes(self._options.outside, graph.nodes):
            self._say(f"so far {mistake}")
        return graph

    def _warn_of_a_measurement(self) -> bool:
        """Say so where nav2-bench measures the system; return whether it does."""
        measuring = yardsticks_on(self._options.domain_id)
        if measuring:
            self._say(
                f"nav2-bench measures the system meanwhile (its yardstick has pid {measuring[0]}):"
                " how fast the machine is cannot be told beside it, and that trial will not count"
            )
        return bool(measuring)

    def _loaded_into_containers(self, graph: SeenGraph) -> dict[str, tuple[str, ...]]:
        return self._watcher.loaded_into(sorted(container_managers(graph)))

    def _find_homes(self, participants: Collection[bytes]) -> FoundHomes:
        own = self._watcher.own_participant()
        return find_homes(participants, self._options.domain_id, own, self._say)

    def _without_ended(
        self, graph: SeenGraph, found: FoundHomes
    ) -> tuple[SeenGraph, tuple[str, ...]]:
        """Return the graph of what had not ended at the beginning, and the nodes of what had."""
        ended = found.ended(lambda: self._watcher.graph().participants)
        left = without(graph, ended)
        self._refuse_empty(left)
        names = {each.node for each in graph.endpoints if each.participant in ended}
        return left, tuple(name for name in sorted(names) if not is_tool(name))

    def _refuse_empty(self, graph: SeenGraph) -> None:
        if any(not is_tool(name) for name in graph.nodes):
            return
        reach = os.environ.get("ROS_AUTOMATIC_DISCOVERY_RANGE")
        asks = f" and ROS_AUTOMATIC_DISCOVERY_RANGE ({reach})" if reach else ""
        raise UserError(
            f"no node is on ROS domain {self._options.domain_id}, seen with {self._watcher.rmw};"
            f" start the system first, and set ROS_DOMAIN_ID{asks} as it has"
        )

    def _listen(self, presence: Presence, listener: Listener) -> float:
        """Listen to all topics, those of latecomers behind the others; return the CPU it took."""
        own_s, began_s = time.process_time(), time.monotonic()
        heard: set[Topic] = set()
        share_s = self._options.duration_s * (1 - _QUIET_SHARE)
        presence.catch_up()
        while new := [each for each in _topics(presence.graph) if each not in heard]:
            min_s = MIN_EACH_S * (1 + (len(new) - 1) // MAX_AT_ONCE)
            self._say(f"listening to {len(new)} topics for {max(share_s, min_s):.0f} s or longer")
            listener.listen(new, share_s)
            heard |= set(new)
            share_s = 0.0
            presence.catch_up()
            refuse_ended(presence)
        took_s = time.monotonic() - began_s
        return 100 * (time.process_time() - own_s) / took_s


def _topics(graph: SeenGraph) -> list[Topic]:
    return [(topic, kind) for topic, kinds in graph.topics_to_hear().items() for kind in kinds]


def _unnamable(watcher: Watcher) -> Iterator[tuple[str, str]]:
    for topic in sorted(watcher.unnamable):
        yield topic, "its name is none of ROS 2"


def _latched(graph: SeenGraph, listener: Listener) -> dict[Topic, int]:
    """Return the sizes of messages that are kept for latecomers, where none came."""
    flows = listener.heard.flows
    latched = {
        each.topic_and_type for each in graph.publishers if each.qos.durability == "transient_local"
    }
    kept = sorted(topic for topic in latched if topic in flows and rates_of(flows[topic]) == 0.0)
    return listener.sizes_of_latched(kept) if kept else {}


def _with_late_ones(
    processes: Mapping[int, SeenProcess], homes: Mapping[bytes, Home]
) -> dict[int, SeenProcess]:
    late = {home.pid for home in homes.values() if home.pid is not None} - processes.keys()
    return {**processes, **{pid: SeenProcess(command_line(pid)) for pid in sorted(late)}}
