# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The model's costs from one measured trial.

CPU of each loop's thread, less the work that the topology states, is a sum of what the loop did
(woke, published, took messages from its own loop and from others, found primes) times what each
costs; least squares over the loops without negative costs tell these. How long waking takes is what
the median latency that was measured needs besides: what else the machine did meanwhile moves it
less than the mean. What a graph does not tell apart, such as waking and taking where each message
wakes a loop, is shared out evenly.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass

import numpy as np

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.placing.costs import Costs
from nav2_composition_bench.placing.load import Load
from nav2_composition_bench.placing.prediction import LoopCounts
from nav2_composition_bench.placing.simulation import SIMULATED_S, predict
from nav2_composition_bench.study.placement import Loop
from nav2_composition_bench.trial.message_record import LatencyRecord
from nav2_composition_bench.trial.record import TrialRecord

LOOP_THREAD = "loop_"
"""Before a loop's number in the name of its thread."""
_PLAIN = ("wake_us", "publish_us", "near_us", "far_us")
_ROUNDS = 4
"""How often wakes are counted again with costs that are better known."""
_EVENLY = 1e-4
"""Weight of costs that are all equal, against what was measured."""
_PROBE_US = 50.0


@dataclass(frozen=True)
class Measured:
    """What a trial cost whose nodes share loops of one process.

    :param loop_cpu_percent: of each loop's thread, in their order.
    :param latency_p50_us: mean over the medians of the paths; of all messages without paths.
    """

    loops: tuple[Loop, ...]
    loop_cpu_percent: tuple[float, ...]
    cpu_percent: float
    latency_p50_us: float | None


def measured_of(record: TrialRecord, loops: tuple[Loop, ...]) -> Measured:
    """Return what the model predicts of a trial, as it was measured.

    :raises UserError: for a trial that did not measure CPU, or the CPU of each loop.
    """
    by_thread = {
        thread.name: thread.cpu_percent
        for process in record.processes
        for thread in process.threads
        if thread.name.startswith(LOOP_THREAD)
    }
    names = [f"{LOOP_THREAD}{number}" for number, _ in enumerate(loops)]
    missing = [name for name in names if name not in by_thread]
    cpu_percent = record.value("cpu_percent")
    if cpu_percent is None or missing:
        what = f"thread {missing[0]}" if missing else "CPU"
        raise UserError(f"the trial of {record.arm} tells nothing of {what}; run it once more")
    latencies = _latencies(record)
    p50_us = record.value("latency_p50_us")
    if latencies:
        p50_us = sum(each.p50_us for each in latencies) / len(latencies)
    return Measured(loops, tuple(by_thread[name] for name in names), cpu_percent, p50_us)


def measured_latency_us(record: TrialRecord) -> tuple[float | None, float | None]:
    """Return mean and 99th percentile of latency as the model has them.

    The mean over the paths and the percentile of the slowest; of all messages without paths.
    """
    latencies = _latencies(record)
    if latencies:
        mean_us = sum(each.mean_us for each in latencies) / len(latencies)
        return mean_us, max(each.p99_us for each in latencies)
    return record.value("latency_mean_us"), record.value("latency_p99_us")


def _latencies(record: TrialRecord) -> list[LatencyRecord]:
    paths = record.message_entities.paths if record.message_entities else ()
    return [path.latency for path in paths if path.latency is not None]


def calibrate(
    load: Load, measured: Measured, cores: int, *, seed: int = 1, simulated_s: float = SIMULATED_S
) -> Costs:
    """Return the costs with which the model comes nearest to what was measured.

    :param cores: of the machine that measured.
    """
    loops_cpu_percent = sum(measured.loop_cpu_percent)
    costs = Costs(
        primes_us=dict.fromkeys(load.primes, 0.0),
        other_cpu_percent=max(0.0, measured.cpu_percent - loops_cpu_percent),
    )
    for _ in range(_ROUNDS):
        prediction = predict(load, costs, measured.loops, cores, seed=seed, simulated_s=simulated_s)
        costs = _fitted(costs, prediction.loops, measured.loop_cpu_percent)
    if measured.latency_p50_us is None:
        return costs

    def latency_us(delay_us: float) -> float:
        tried = dataclasses.replace(costs, wake_delay_us=delay_us)
        found = predict(load, tried, measured.loops, cores, seed=seed, simulated_s=simulated_s)
        return found.latency_p50_us or 0.0

    delay_us = 0.0
    for _ in range(_ROUNDS):
        now_us = latency_us(delay_us)
        slope = (latency_us(delay_us + _PROBE_US) - now_us) / _PROBE_US
        if slope <= 0.0:  # no message of a path wakes a loop
            break
        delay_us = max(0.0, delay_us + (measured.latency_p50_us - now_us) / slope)
    return dataclasses.replace(costs, wake_delay_us=delay_us)


def _fitted(costs: Costs, counts: tuple[LoopCounts, ...], cpu_percent: tuple[float, ...]) -> Costs:
    limits = tuple(costs.primes_us)
    plain = [[one.wakes, one.published, one.near, one.far] for one in counts]
    primes = [[one.callbacks.get(limit, 0.0) for limit in limits] for one in counts]
    events = np.hstack([np.array(plain), np.array(primes).reshape(len(counts), len(limits))])
    spent_us = 1e4 * np.array(cpu_percent)
    left_us = np.maximum(0.0, spent_us - np.array([one.work_us for one in counts]))
    happens = np.asarray(events.any(axis=0))
    told = events[:, happens]
    if not told.size:
        return costs
    # Each loop counts by its share: an error of 10 % is one, however much the loop does.
    weight = 1.0 / np.maximum(spent_us, 0.01 * max(float(spent_us.sum()), 1.0))
    each_us = float(left_us.sum() / np.sum(plain))
    even = _EVENLY * np.diag((told * weight[:, None]).max(axis=0))
    rows = np.vstack([told * weight[:, None], even])
    from scipy.optimize import nnls  # slow to import

    found, _ = nnls(rows, np.concatenate([left_us * weight, even.sum(axis=0) * each_us]))
    values = np.zeros(events.shape[1])
    values[happens] = found
    by_name = dict(zip(_PLAIN, map(float, values)))
    is_near, is_far = happens[_PLAIN.index("near_us")], happens[_PLAIN.index("far_us")]
    if not is_near:
        by_name["near_us"] = by_name["far_us"]
    elif not is_far:
        by_name["far_us"] = by_name["near_us"]
    primes_us = dict(zip(limits, map(float, values[len(_PLAIN) :])))
    return dataclasses.replace(costs, **by_name, primes_us=primes_us)
