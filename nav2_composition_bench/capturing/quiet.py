# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The part of a capture in which nobody listens: CPU, memory and the machine's speed."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass

from nav2_composition_bench.capturing.homes import Home
from nav2_composition_bench.capturing.presence import Presence
from nav2_composition_bench.capturing.process_figures import process_figures
from nav2_composition_bench.capturing.sighting import SeenProcess
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.sampling.sampler import ProcessSampler
from nav2_composition_bench.sampling.yardstick import Yardstick
from nav2_composition_bench.sampling.yardstick_readings import (
    UnitCost,
    mean_cost,
    own_cpu_percent,
)
from nav2_composition_bench.topology.captured import YardstickReading

_READINGS = 20
"""Of the CPU counters, however long they are read."""
_LOOK_EVERY_S = 1.0
_KEPT = 120
"""Of the yardstick's seconds, singly."""


@dataclass(frozen=True)
class Quiet:
    """What was counted.

    :param processes: by pid.
    :param own_percent: what counting cost, the yardstick included.
    """

    processes: Mapping[int, SeenProcess]
    own_percent: float
    lasted_s: float
    yardstick: YardstickReading | None


def count(
    presence: Presence, homes: Mapping[bytes, Home], quiet_s: float, with_yardstick: bool = True
) -> Quiet:
    """Count CPU and memory of the processes of participants, and how fast the machine is.

    :param with_yardstick: the latter too.
    :raises UserError: if all of them end meanwhile.
    """
    pids = sorted({home.pid for home in homes.values() if home.pid is not None})
    if not pids:
        own_s, began_s = time.process_time(), time.monotonic()
        _wait(presence, quiet_s)
        took_s = time.monotonic() - began_s
        return Quiet({}, 100 * (time.process_time() - own_s) / took_s, took_s, None)
    interval_s = max(0.2, quiet_s / _READINGS)
    with ExitStack() as running:
        yardstick = running.enter_context(Yardstick(kept=_KEPT)) if with_yardstick else None
        sampler = running.enter_context(
            ProcessSampler(pids, cpu_interval_s=interval_s, memory_interval_s=0, skip_ended=True)
        )
        own_s, began_s = time.process_time(), time.monotonic()
        _wait(presence, quiet_s, sampler.is_running)
        took_s = time.monotonic() - began_s
        own_percent = 100 * (time.process_time() - own_s) / took_s
        if sampler.is_running():
            # Behind the counting, so that the walk costs it nothing.
            sampler.request_memory_walk()
            sampler.wait(0.5)
        stream = sampler.stop()
    refuse_ended(presence)
    found, sampler_percent = process_figures(stream, pids)
    own_percent += sampler_percent
    if yardstick is None:
        return Quiet(found, own_percent, took_s, None)
    seconds, window = yardstick.seconds(began_s), (began_s, began_s + took_s)
    own_percent += own_cpu_percent(seconds, [window]) or 0.0
    cost = mean_cost(seconds, [window])
    return Quiet(found, own_percent, took_s, _reading(yardstick.rate_hz, cost))


def _reading(rate_hz: float, cost: UnitCost | None) -> YardstickReading | None:
    if cost is None:
        return None
    return YardstickReading(rate_hz, round(cost.unit_us, 2), round(cost.system_calls_us, 2))


def refuse_ended(presence: Presence) -> None:
    """:raises UserError: if no node of the system is left."""
    if not presence.is_alive():
        raise UserError(
            "the system ended while it was captured: none of its"
            f" {len(set(presence.graph.nodes))} nodes is left; nothing was written"
        )


def _wait(
    presence: Presence, duration_s: float, goes_on: Callable[[], bool] = lambda: True
) -> None:
    end_s = time.monotonic() + duration_s
    while (left_s := end_s - time.monotonic()) > 0 and goes_on():
        time.sleep(min(_LOOK_EVERY_S, left_s))
        presence.catch_up()
        if not presence.is_alive():
            return
