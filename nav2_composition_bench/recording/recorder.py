# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Watch a running system: first its CPU, with nobody listening; then its topics."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.processes.proc_table import command_line, listing, read_entry
from nav2_composition_bench.recording.announcements import Announcements, local_addresses
from nav2_composition_bench.recording.homes import UNKNOWN, Home, homes_of
from nav2_composition_bench.recording.listening import (
    LEAST_EACH_S,
    MOST_AT_ONCE,
    Listener,
    Topic,
    rates_of,
)
from nav2_composition_bench.recording.seen import SeenGraph, is_tool, merged
from nav2_composition_bench.recording.sighting import RecorderCost, SeenProcess, Sighting
from nav2_composition_bench.recording.watcher import Watcher
from nav2_composition_bench.ros_domain.domain_id import domain_ports
from nav2_composition_bench.ros_domain.foreign_nodes import gid_pid, socket_owners
from nav2_composition_bench.sampling.cpu_counters import sampler_cpu
from nav2_composition_bench.sampling.interval import process_rates
from nav2_composition_bench.sampling.sample import SamplerStream
from nav2_composition_bench.sampling.sampler import ProcessSampler
from nav2_composition_bench.trial.machine_stamp import machine

LEAST_DURATION_S = 4.0
_QUIET_SHARE = 0.5
_READINGS = 20
"""Of the CPU counters, however long they are read."""
_LOOK_EVERY_S = 1.0
_ANNOUNCED_WITHIN_S = 32.0
"""Cyclone DDS announces itself every 30 s at least."""

Say = Callable[[str], None]


@dataclass(frozen=True)
class RecordOptions:
    """How a system is recorded.

    :param duration_s: of both parts together; many topics take longer.
    :param domain_id: that of the environment.
    """

    duration_s: float
    domain_id: int


class Recorder:
    """Records the system on a domain."""

    def __init__(self, watcher: Watcher, options: RecordOptions, say: Say) -> None:
        self._watcher = watcher
        self._options = options
        self._say = say
        self._graphs: list[SeenGraph] = []
        self._late: dict[str, None] = {}
        self._gone: dict[str, None] = {}
        self._started: dict[int, int] = {}

    def record(self) -> Sighting:
        """Watch, and return what was seen.

        :raises UserError: if there is nothing to record, or all of it ends meanwhile.
        """
        began = datetime.now().astimezone().isoformat(timespec="seconds")
        first = self._watcher.discover(least_s=2.0, stable_s=1.5, most_s=15.0)
        self._refuse_empty(first)
        self._graphs.append(first)
        homes = self._homes(first)
        self._started = _start_times(homes)
        quiet_s = max(self._options.duration_s * _QUIET_SHARE, LEAST_DURATION_S / 2)
        self._say(f"counting CPU for {quiet_s:.0f} s")
        processes, quiet_percent, quiet_s = self._quiet(homes, quiet_s)
        listener = Listener(self._watcher.node, self._is_alive)
        listening_percent = self._listen(listener)
        heard = listener.heard
        kept = self._latched(listener)
        self._look()
        self._refuse_ended()
        graph = merged(self._graphs)
        homes |= self._homes(graph, known=homes)
        return Sighting(
            graph=graph,
            homes=homes,
            processes=self._with_late_ones(processes, homes),
            flows=heard.flows,
            rmw=self._watcher.rmw,
            ros_distro=os.environ.get("ROS_DISTRO"),
            began=began,
            machine=machine(),
            cost=RecorderCost(
                quiet_s,
                quiet_percent,
                heard.listened_s,
                listening_percent,
                heard.messages,
                heard.total_bytes,
            ),
            latched_bytes=kept,
            unknown_types=tuple(dict.fromkeys(heard.unknown_types)),
            heavy=tuple(heard.heavy),
            refused=tuple(heard.refused),
            late=tuple(name for name in self._late if not is_tool(name)),
            gone=tuple(name for name in self._ended(graph, homes) if not is_tool(name)),
        )

    def _refuse_empty(self, graph: SeenGraph) -> None:
        if any(not is_tool(name) for name in graph.nodes):
            return
        reach = os.environ.get("ROS_AUTOMATIC_DISCOVERY_RANGE")
        asks = f" and ROS_AUTOMATIC_DISCOVERY_RANGE ({reach})" if reach else ""
        raise UserError(
            f"no node is on ROS domain {self._options.domain_id}, seen with {self._watcher.rmw};"
            f" start the system first, and set ROS_DOMAIN_ID{asks} as it has"
        )

    def _refuse_ended(self) -> None:
        if self._is_alive():
            return
        raise UserError(
            "the system ended while it was recorded: none of its"
            f" {len(set(self._graphs[0].nodes))} nodes is left; nothing was written"
        )

    def _is_alive(self) -> bool:
        """Tell whether any of it is left; the graph keeps killed participants for a while."""
        self._look()
        if self._started and not any(map(self._lives, self._started)):
            return False
        return any(name not in self._gone and not is_tool(name) for name in self._graphs[0].nodes)

    def _lives(self, pid: int) -> bool:
        entry = read_entry(pid)
        is_same = entry is not None and entry.start_time_ticks == self._started[pid]
        return is_same and entry is not None and not entry.is_dead

    def _ended(self, graph: SeenGraph, homes: Mapping[bytes, Home]) -> dict[str, None]:
        """Return the nodes that have gone, those of killed processes too."""
        killed = {pid for pid in self._started if not self._lives(pid)}
        its = [each.node for each in graph.endpoints if homes[each.participant].pid in killed]
        return self._gone | dict.fromkeys(sorted(its))

    def _look(self) -> None:
        """Note who has come and gone."""
        names = self._watcher.node_names()
        known = {name for graph in self._graphs for name in graph.nodes}
        for name in known - set(names):
            self._gone[name] = None
        for name in names:
            self._gone.pop(name, None)
        if new := [name for name in names if name not in known and not is_tool(name)]:
            self._late |= dict.fromkeys(new)
            fresh = self._watcher.discover(least_s=0.5, stable_s=1.0, most_s=5.0)
            self._graphs[1:] = [merged([*self._graphs[1:], fresh])]

    def _homes(
        self, graph: SeenGraph, known: Mapping[bytes, Home] | None = None
    ) -> dict[bytes, Home]:
        """Return where participants live, of those that are not known."""
        wanted = graph.participants - (known or {}).keys()
        on_domain = frozenset[int]().union(
            *socket_owners(domain_ports(self._options.domain_id)).values()
        )
        own = self._watcher.own_participant()
        living = listing().keys()
        found = homes_of(wanted, own, on_domain, living, {})
        hidden = [each for each, home in found.items() if home == UNKNOWN and not gid_pid(each)]
        if hidden:
            self._say(f"waiting for {len(hidden)} participants to announce themselves")
            with Announcements(self._options.domain_id, local_addresses()) as announcements:
                announcements.listen(hidden, _ANNOUNCED_WITHIN_S)
                found |= {each: announcements.homes.get(each, found[each]) for each in hidden}
        return found

    def _quiet(
        self, homes: Mapping[bytes, Home], quiet_s: float
    ) -> tuple[dict[int, SeenProcess], float, float]:
        """Count CPU and memory of processes; return them, and what that cost, and took."""
        pids = sorted({home.pid for home in homes.values() if home.pid is not None})
        own_s, began_s = time.process_time(), time.monotonic()
        if not pids:
            self._wait(quiet_s)
            took_s = time.monotonic() - began_s
            return {}, 100 * (time.process_time() - own_s) / took_s, took_s
        interval_s = max(0.2, quiet_s / _READINGS)
        with ProcessSampler(
            pids, cpu_interval_s=interval_s, memory_interval_s=0, skip_ended=True
        ) as sampler:
            self._wait(quiet_s, sampler.is_running)
            took_s = time.monotonic() - began_s
            own_percent = 100 * (time.process_time() - own_s) / took_s
            if sampler.is_running():
                # Behind the counting, so that the walk costs it nothing.
                sampler.request_memory_walk()
                sampler.wait(0.5)
            stream = sampler.stop()
        self._refuse_ended()
        found, sampler_percent = _processes(stream, pids)
        return found, own_percent + sampler_percent, took_s

    def _wait(self, duration_s: float, goes_on: Callable[[], bool] = lambda: True) -> None:
        end_s = time.monotonic() + duration_s
        while (left_s := end_s - time.monotonic()) > 0 and goes_on():
            time.sleep(min(_LOOK_EVERY_S, left_s))
            self._look()

    def _listen(self, listener: Listener) -> float:
        """Listen to all topics, those of latecomers behind the others; return the CPU it took."""
        own_s, began_s = time.process_time(), time.monotonic()
        heard: set[Topic] = set()
        share_s = self._options.duration_s * (1 - _QUIET_SHARE)
        while new := [each for each in self._topics() if each not in heard]:
            least_s = LEAST_EACH_S * (1 + (len(new) - 1) // MOST_AT_ONCE)
            self._say(f"listening to {len(new)} topics for {max(share_s, least_s):.0f} s or longer")
            listener.listen(new, share_s)
            heard |= set(new)
            share_s = 0.0
            if not self._is_alive():
                break
        self._refuse_ended()
        took_s = time.monotonic() - began_s
        return 100 * (time.process_time() - own_s) / took_s

    def _topics(self) -> list[Topic]:
        found = merged(self._graphs).topics_to_hear()
        return [(topic, kind) for topic, kinds in found.items() for kind in kinds]

    def _latched(self, listener: Listener) -> dict[str, int]:
        """Return the sizes of messages that are kept for latecomers, where none came."""
        graph, flows = merged(self._graphs), listener.heard.flows
        kept = {
            (each.topic, each.type)
            for each in graph.publishers
            if each.qos.durability == "transient_local"
            and each.topic in flows
            and rates_of(flows[each.topic]) == 0.0
        }
        return listener.sizes_of_latched(sorted(kept)) if kept else {}

    def _with_late_ones(
        self, processes: Mapping[int, SeenProcess], homes: Mapping[bytes, Home]
    ) -> dict[int, SeenProcess]:
        found = dict(processes)
        for home in homes.values():
            if home.pid is not None and home.pid not in found:
                found[home.pid] = SeenProcess(command_line(home.pid))
        return found


def _start_times(homes: Mapping[bytes, Home]) -> dict[int, int]:
    pids = {home.pid for home in homes.values() if home.pid is not None}
    entries = [entry for pid in pids if (entry := read_entry(pid)) is not None]
    return {entry.pid: entry.start_time_ticks for entry in entries}


def _processes(stream: SamplerStream, pids: Sequence[int]) -> tuple[dict[int, SeenProcess], float]:
    """Return the processes, and the sampler's CPU."""
    found = {pid: SeenProcess(command_line(pid)) for pid in pids}
    samples = [sample for sample in stream.cpu_samples if sample.processes]
    if len(samples) < 2:
        return found, 0.0
    before, after = samples[0], samples[-1]
    walks = (*stream.partial_memory_samples, *stream.memory_samples)
    memory = {each.pid: each for walk in walks for each in walk.processes}
    for rate in process_rates(before, after):
        if rate.pid not in found:
            continue
        its = memory.get(rate.pid)
        found[rate.pid] = SeenProcess(
            found[rate.pid].command,
            rate.cpu_percent,
            {thread.name: thread.cpu_percent for thread in rate.threads},
            rate.thread_count,
            rate.voluntary_context_switches_hz,
            None if its is None else its.pss_bytes,
            None if its is None else its.uss_bytes,
            None if its is None else its.rss_bytes,
        )
    window = (before.monotonic_s, after.monotonic_s)
    return found, sampler_cpu(samples).percent([window])
