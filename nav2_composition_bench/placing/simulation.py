# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A discrete-event model of the loops of one process.

A loop serves its events one at a time, in the order in which they came. A job is: waking if the
loop slept, taking the message, the callback's work, then publishing; its messages arrive when all
of them are published. Jobs of loops on one core share it evenly. A loop without a core takes, for
each job, the core with the fewest jobs. Timers begin at random places in their periods. What has
an executor of its own has a loop without a core in every placement; its CPU is part of the
constant.
"""

from __future__ import annotations

import heapq
import random
from collections import Counter, defaultdict, deque
from collections.abc import Sequence
from dataclasses import dataclass, field

from nav2_composition_bench.placing.core import Core
from nav2_composition_bench.placing.costs import Costs
from nav2_composition_bench.placing.load import UNBOUNDED, Load, Sink, Source
from nav2_composition_bench.placing.prediction import Latency, LoopCounts, Prediction
from nav2_composition_bench.study.placement import Loop
from nav2_composition_bench.topology.entities import NO_WORK

_TICK, _START, _CORE, _SLEPT = range(4)

SIMULATED_S = 10.0
_WARM_UP_SHARE = 0.1
"""Of the time, whose latencies do not count: queues are empty at the start."""
_STUCK_SHARE = 0.1
"""Of the time: a message that waits for longer than that when it is over counts as lost."""

_NOTHING = Sink(-1, UNBOUNDED, NO_WORK)
"""What follows from a fused message while its node waits for the others."""


@dataclass(slots=True)
class _Message:
    stamp_us: float
    origin_us: float
    is_near: bool


@dataclass(slots=True)
class _LoopState:
    core: int | None
    queue: deque[int] = field(default_factory=deque)
    """Sinks, and sources as numbers below zero."""
    is_awake: bool = False
    job: Source | Sink | None = None
    sends: Sequence[int] = ()
    """The outlets through which the job sends a message."""
    origin_us: float | None = None
    cpu_us: float = 0.0
    wakes: int = 0
    published: int = 0
    near: int = 0
    far: int = 0
    work_us: float = 0.0
    callbacks: dict[int, int] = field(default_factory=dict)


class Simulation:
    """One run of the model; made by :func:`predict`."""

    def __init__(
        self,
        load: Load,
        costs: Costs,
        loops: Sequence[Loop],
        cores: int,
        seed: int,
        duration_us: float,
    ) -> None:
        self._load = load
        self._costs = costs
        self._duration_us = duration_us
        self._cores = [Core() for _ in range(cores)]
        self._placed = len(loops)
        self._loops = [_LoopState(loop.core) for loop in loops]
        self._loops += [_LoopState(None) for _ in range(load.threads)]
        home = {node: i for i, loop in enumerate(loops) for node in loop.nodes}

        def loop_of(served: Source | Sink) -> int:
            if served.thread is not None:
                return self._placed + served.thread
            return home[load.nodes[served.node]]

        self._source_loop = [loop_of(source) for source in load.sources]
        self._sink_loop = [loop_of(sink) for sink in load.sinks]
        self._waiting: list[deque[_Message]] = [deque() for _ in load.sinks]
        self._fused = Counter(sink.node for sink in load.sinks if sink.is_fused)
        self._arrived: defaultdict[int, dict[int, float]] = defaultdict(dict)
        """Node → its fused sinks that have had a message, with the origin of the newest one."""
        self._numbers = {i: 0 for i, outlet in enumerate(load.outlets) if outlet.skip_every}
        """Outlets that leave messages out, with the number of the last one."""
        self._is_due = [False] * len(load.sources)
        self._events: list[tuple[float, int, int, int, int]] = []
        self._number = 0
        self._path_us: list[list[float]] = [[] for _ in load.paths]
        self._message_us: list[float] = []
        self.dropped = self.missed = 0
        phases = random.Random(seed)
        for index, source in enumerate(load.sources):
            self._at(phases.uniform(0.0, source.period_us), _TICK, index)

    def run(self) -> None:
        """Go on until the time is over."""
        events = self._events
        while events and events[0][0] <= self._duration_us:
            now_us, _, kind, index, version = heapq.heappop(events)
            if kind == _CORE:
                if self._cores[index].version == version:
                    self._job_served(now_us, index)
            elif kind == _TICK:
                self._tick(now_us, index)
            elif kind == _START:
                self._begin(now_us, index, is_waking=True)
            else:
                self._finish(now_us, index)

    def _at(self, time_us: float, kind: int, index: int, version: int = 0) -> None:
        self._number += 1
        heapq.heappush(self._events, (time_us, self._number, kind, index, version))

    def _tick(self, now_us: float, index: int) -> None:
        self._at(now_us + self._load.sources[index].period_us, _TICK, index)
        if self._is_due[index]:
            self.missed += 1
            return
        self._is_due[index] = True
        self._put(now_us, self._source_loop[index], -1 - index)

    def _put(self, now_us: float, loop: int, event: int) -> None:
        state = self._loops[loop]
        state.queue.append(event)
        if not state.is_awake:
            state.is_awake = True
            state.wakes += 1
            self._at(now_us + self._costs.wake_delay_us, _START, loop)

    def _begin(self, now_us: float, loop: int, is_waking: bool) -> None:
        """Begin the next job of a loop."""
        state, costs = self._loops[loop], self._costs
        event = state.queue.popleft()
        taking_us = costs.wake_us if is_waking else 0.0
        served: Source | Sink
        if event < 0:
            served = self._load.sources[-1 - event]
            self._is_due[-1 - event] = False
            state.origin_us = None
        else:
            served = self._load.sinks[event]
            message = self._waiting[event].popleft()
            taking_us += costs.near_us if message.is_near else costs.far_us
            state.near += message.is_near
            state.far += not message.is_near
            state.origin_us = message.origin_us
            if now_us >= _WARM_UP_SHARE * self._duration_us:
                entry_us = now_us + taking_us
                if not served.is_call:
                    self._message_us.append(entry_us - message.stamp_us)
                for path in served.paths:
                    self._path_us[path].append(entry_us - message.origin_us)
            if served.is_fused:
                served, state.origin_us = self._fuse(event, message)
        state.job, work = served, served.work
        state.work_us += work.work_us
        if work.work_primes:
            state.callbacks[work.work_primes] = state.callbacks.get(work.work_primes, 0) + 1
        state.sends = served.publishes
        if self._numbers:
            state.sends = [outlet for outlet in served.publishes if self._is_sent(outlet)]
        published = len(state.sends)
        state.published += published
        demand_us = taking_us + costs.work_us(work) + published * costs.publish_us
        state.cpu_us += demand_us
        core = state.core
        if core is None:
            core = min(range(len(self._cores)), key=lambda each: len(self._cores[each]))
        self._cores[core].add(now_us, loop, demand_us)
        self._schedule_end(core)

    def _is_sent(self, outlet: int) -> bool:
        """Number the next message of an outlet, and tell whether it is sent."""
        if outlet not in self._numbers:
            return True
        self._numbers[outlet] += 1
        return self._numbers[outlet] % self._load.outlets[outlet].skip_every > 0

    def _fuse(self, event: int, message: _Message) -> tuple[Sink, float]:
        """Return what follows from a message of a fused sink, and its origin: the latest of all."""
        sink = self._load.sinks[event]
        arrived = self._arrived[sink.node]
        arrived[event] = message.origin_us
        if len(arrived) < self._fused[sink.node]:
            return _NOTHING, message.origin_us
        origin_us = max(arrived.values())
        arrived.clear()
        return sink, origin_us

    def _schedule_end(self, core: int) -> None:
        its = self._cores[core]
        if its:
            self._at(its.next_end_us(), _CORE, core, its.version)

    def _job_served(self, now_us: float, core: int) -> None:
        loop = self._cores[core].finish(now_us)
        self._schedule_end(core)
        job = self._loops[loop].job
        assert job is not None, "it was begun"
        if job.work.sleep_us:
            self._at(now_us + job.work.sleep_us, _SLEPT, loop)
        else:
            self._finish(now_us, loop)

    def _finish(self, now_us: float, loop: int) -> None:
        """Deliver what a job has published, and begin the next one."""
        state, load = self._loops[loop], self._load
        stamp_us = now_us - len(state.sends) * self._costs.publish_us
        origin_us = stamp_us if state.origin_us is None else state.origin_us
        for outlet in state.sends:
            for sink in load.outlets[outlet].sinks:
                to_loop, waiting = self._sink_loop[sink], self._waiting[sink]
                waiting.append(_Message(stamp_us, origin_us, to_loop == loop))
                depth = load.sinks[sink].depth
                if depth != UNBOUNDED and len(waiting) > depth:
                    waiting.popleft()
                    self.dropped += 1
                else:
                    self._put(now_us, to_loop, sink)
        if state.queue:
            self._begin(now_us, loop, is_waking=False)
        else:
            state.is_awake = False

    def prediction(self) -> Prediction:
        """Return what was counted."""
        per_s = 1e6 / self._duration_us
        loops = tuple(
            LoopCounts(
                state.cpu_us * per_s,
                state.wakes * per_s,
                state.published * per_s,
                state.near * per_s,
                state.far * per_s,
                state.work_us * per_s,
                {limit: count * per_s for limit, count in state.callbacks.items()},
            )
            for state in self._loops[: self._placed]
        )
        late_us = (1.0 - _STUCK_SHARE) * self._duration_us
        return Prediction(
            {name: _latency(its) for name, its in zip(self._load.paths, self._path_us)},
            _latency(self._message_us),
            sum(loop.cpu_us for loop in loops) / 1e4 + self._costs.other_cpu_percent,
            self.dropped,
            self.missed,
            loops,
            sum(message.stamp_us < late_us for waiting in self._waiting for message in waiting),
        )


def predict(
    load: Load,
    costs: Costs,
    loops: Sequence[Loop],
    cores: int,
    *,
    seed: int = 1,
    simulated_s: float = SIMULATED_S,
) -> Prediction:
    """Run the model; equal arguments give equal answers.

    :param loops: of every node that no thread spins apart; cores count from 0 on.
    :param cores: how many there are.
    """
    simulation = Simulation(load, costs, loops, cores, seed, 1e6 * simulated_s)
    simulation.run()
    return simulation.prediction()


def _latency(values_us: Sequence[float]) -> Latency:
    if not values_us:
        return Latency(0, None, None, None)
    ordered = sorted(values_us)
    count = len(ordered)
    tail = ordered[min(count - 1, int(0.99 * count))]
    return Latency(count, sum(ordered) / count, ordered[count // 2], tail)
