# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The engine's executor, tracking, memory and latency, as ratios of runs side by side."""

from __future__ import annotations

import os
import statistics
import subprocess
from collections.abc import Iterator
from typing import Any

from benchmark.engine.programs import Cost, Start, bare, build_bare, engine, run_together
from benchmark.result import Bound, Result

TITLE = "what the engine of topologies costs beside programs without its layers"

NODES = 20
SUBSCRIPTIONS = 5
PERIOD_MS = 100
PAIR_PERIOD_MS = 5
WINDOW_S = 6.0
ROUNDS = 8
_MESSAGES = NODES * SUBSCRIPTIONS * WINDOW_S * 1000 / PERIOD_MS


def measure() -> Iterator[Result]:
    """Measure on the rcl of this environment."""
    programs = build_bare()
    yield from _messages(programs.rcl)
    yield from _tracking(programs.tracking)
    yield from _between_processes(programs.fast_dds)
    yield from _pointers(programs.rcl)


def _messages(rcl: str) -> Iterator[Result]:
    """Nodes with a publisher and some subscriptions each, one executor for all."""
    plain = bare([rcl, "messages", str(NODES), str(SUBSCRIPTIONS), str(PERIOD_MS)])
    tracked = engine(_graph())
    rounds = _pairs(plain, tracked)
    bare_us = 1e6 * statistics.median(one.cpu_s for one, _ in rounds) / _MESSAGES
    waits = [
        statistics.median(cost.latencies.waits_per_message for cost in costs)
        for costs in zip(*rounds)
    ]
    circumstances = f"{NODES} nodes, {NODES * SUBSCRIPTIONS} subscriptions"
    cpu = [ours.cpu_s / one.cpu_s for one, ours in rounds]
    yield _result(
        "CPU per message / bare rcl", cpu, 1.1, "", f"bare {bare_us:.1f} µs; {_of_waits(waits)}"
    )
    p50 = [ours.latencies.p50_ns / one.latencies.p50_ns for one, ours in rounds]
    yield _result("median latency / bare rcl", p50, 1.1, "", circumstances)
    memory = [(ours.own_bytes - one.own_bytes) / 1e6 for one, ours in rounds]
    yield _result("memory beyond bare rcl", memory, 1.0, "MB", circumstances)
    for kind in ("events", "ring_buffer"):
        rounds = _pairs(plain, engine(_graph(), options=["--executor", kind]))
        cpu = [ours.cpu_s / one.cpu_s for one, ours in rounds]
        yield _result(f"CPU per message, {kind} / bare rcl's wait set", cpu, 1.0, "", circumstances)


def _of_waits(waits: list[float]) -> str:
    """Both have to wait as often as each other, or a ratio of CPU times compares other work."""
    bare_waits, our_waits = waits
    return f"waits per message {bare_waits:.3f} and {our_waits:.3f}"


def _tracking(program: str) -> Iterator[Result]:
    """A node that tracks its messages and writes what it counted, less one that does not."""
    per_period = 1000 // PERIOD_MS
    tracking_us = [
        float(subprocess.run([program, str(per_period)], check=True, capture_output=True).stdout)
        / 1000
        for _ in range(ROUNDS)
    ]
    detail = f"statistics written every {per_period} messages; without middleware"
    yield _result("tracking of a message", tracking_us, 1.0, "µs", detail)


def _pairs(first: Start, second: Start) -> list[list[Cost]]:
    """Both beside each other on one core, on one core after the other; each as often the first."""
    cores = sorted(os.sched_getaffinity(0))
    rounds = []
    for number in range(ROUNDS):
        core = cores[number % len(cores)]
        if number // len(cores) % 2 == 0:
            rounds.append(run_together([first, second], WINDOW_S, core))
        else:
            rounds.append(run_together([second, first], WINDOW_S, core)[::-1])
    return rounds


def _between_processes(fast_dds: str) -> Iterator[Result]:
    """A message of 10 bytes from one process to another, by shared memory."""
    source, sink = _pair(intra_process=False)
    starts = [
        bare([fast_dds, "receive"], [fast_dds, "send", str(PAIR_PERIOD_MS)]),
        engine({"sink": sink}, {"source": source}),
    ]
    rounds = [run_together(starts, WINDOW_S) for _ in range(ROUNDS)]
    p50 = [ours.latencies.p50_ns / plain.latencies.p50_ns for plain, ours in rounds]
    bare_us = statistics.median(plain.latencies.p50_ns for plain, _ in rounds) / 1000
    yield _result(
        "median latency between processes / Fast DDS alone",
        p50,
        1.3,
        "",
        f"Fast DDS {bare_us:.1f} µs",
    )


def _pointers(rcl: str) -> Iterator[Result]:
    """A message by pointer between two threads, which a wait set or an event loop wakes up."""
    source, sink = _pair(intra_process=True)
    queue = bare([rcl, "queue", str(PAIR_PERIOD_MS)])
    for kind, options in (("", []), (", events", ["--executor", "events"])):
        ours = engine({"source": source, "sink": sink}, options=["--per-node", *options])
        rounds = [run_together([queue, ours], WINDOW_S) for _ in range(ROUNDS)]
        p50 = [cost.latencies.p50_ns / plain.latencies.p50_ns for plain, cost in rounds]
        queue_us = statistics.median(plain.latencies.p50_ns for plain, _ in rounds) / 1000
        yield _result(
            f"median latency by pointer{kind} / queue and condition variable",
            p50,
            2.0,
            "",
            f"queue {queue_us:.1f} µs",
        )


def _pair(*, intra_process: bool) -> tuple[dict[str, Any], dict[str, Any]]:
    """A node that publishes, and one that receives."""
    topic = {"topic": "/p", "type": "stamped10b"}
    period_ns = PAIR_PERIOD_MS * 1_000_000
    publisher = {**topic, "period_ns": period_ns, "matches": 1}
    source = {"publishers": ["p"], "publisher": {"p": publisher}}
    sink = {"subscriptions": ["p"], "subscription": {"p": topic}}
    return (
        {**source, "intra_process": intra_process},
        {**sink, "intra_process": intra_process},
    )


def _graph() -> dict[str, dict[str, Any]]:
    """The same entities as of bare_rcl, in one chain.

    The last node publishes every period, each other one when the next one has. With a timer for
    each node it would be chance how often the executor waits for 1000 messages: that depends on
    how many of the timers happen to be due together, thus on how long it took to make the nodes.
    """

    def node(number: int) -> dict[str, Any]:
        is_last = number == NODES - 1
        publisher: dict[str, Any] = {"topic": f"/t{number}", "type": "stamped10b"}
        subscriptions: dict[str, dict[str, Any]] = {
            f"s{place}": {"topic": f"/t{(number + place) % NODES}", "type": "stamped10b"}
            for place in range(SUBSCRIPTIONS)
        }
        if is_last:
            publisher["period_ns"] = PERIOD_MS * 1_000_000
        else:
            subscriptions["s1"]["publishes"] = ["p"]
        return {
            "publishers": ["p"],
            "publisher": {"p": publisher},
            "subscriptions": list(subscriptions),
            "subscription": subscriptions,
        }

    return {f"node_{number:02}": node(number) for number in range(NODES)}


def _result(name: str, values: list[float], target: float, unit: str, detail: str) -> Result:
    spread = f"median of {min(values):.3g} to {max(values):.3g}; {detail}"
    return Result(name, statistics.median(values), Bound.AT_MOST, target, unit, spread)
