# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Is an arm that crowds the caches favoured by adjusting CPU?

The system does known work in both arms; in one of them it also copies a large array again and
again, which slows known work down. Over many blocks the machine treats both arms alike, so CPU as
measured tells the truth on the average, and adjusted CPU must agree with it. CPU divided by what
the yardstick says during the trials is shown beside: what the arm gains there it has not earned.
"""

from __future__ import annotations

import math
import os
import random
import subprocess
import sys
import time
from collections.abc import Iterator

import numpy as np

from benchmark.result import Bound, Result
from nav2_composition_bench.aggregate.adjustment import Adjustment, Reading
from nav2_composition_bench.aggregate.describe import mean_interval
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.sampling.cpu_counters import system_cpu
from nav2_composition_bench.sampling.sampler import ProcessSampler
from nav2_composition_bench.sampling.sampler_binary import find_sampler
from nav2_composition_bench.sampling.yardstick_readings import mean_cost, own_cpu_percent
from nav2_composition_bench.trial.machine_speed import MachineSpeed

TITLE = "whether an arm that crowds the caches is favoured by adjusted CPU"

BLOCKS = int(os.environ.get("BLOCKS", "12"))
TRIAL_S = float(os.environ.get("TRIAL_S", "15"))
SETTLE_S = 2.0
READING_S = 4.0
SEED = 1
PLAIN, CROWDING = "plain", "crowding"
COPIES = """\
import time
import numpy as np
source = np.zeros(4_000_000)
target = np.empty_like(source)
while True:
    target[:] = source
    time.sleep(0.03)
"""


def measure() -> Iterator[Result]:
    """Run the blocks, and tell both ends of the interval of what adjusting changes."""
    readings, costs = _readings()
    adjustment = Adjustment(readings)
    contrast = adjustment.contrast(CROWDING, PLAIN)
    influence = adjustment.influence(CROWDING, PLAIN)
    assert contrast is not None and influence is not None
    by_place = {(one.cell, one.block): one for one in readings}
    measured = np.array(
        [
            math.log(by_place[CROWDING, block].cpu_percent / by_place[PLAIN, block].cpu_percent)
            for block in range(BLOCKS)
        ]
    )
    slowed = np.array(
        [
            math.log(by_place[CROWDING, block].in_trial_us / by_place[PLAIN, block].in_trial_us)
            for block in range(BLOCKS)
        ]
    )
    span, raw = contrast.interval(), mean_interval(measured)
    assert span is not None
    detail = (
        f"{BLOCKS} blocks; crowding / plain, 95 %: adjusted {_span(span.low, span.high)}, measured"
        f" {_span(raw.low, raw.high)}, divided by the yardstick"
        f" {math.exp(float((measured - slowed).mean())):.4f}; the arm slows the yardstick by"
        f" {math.expm1(influence.mean):+.1%}"
    )
    yield Result(
        "adjusted / measured CPU of the crowding arm against the plain one, off by",
        abs(math.expm1(contrast.mean - float(measured.mean()))),
        Bound.AT_MOST,
        0.01,
        "",
        detail,
    )
    yield Result("CPU of the yardstick", max(costs), Bound.AT_MOST, 1.0, "% of a core")


def _span(low: float, high: float) -> str:
    return f"{math.exp(low):.4f} to {math.exp(high):.4f}"


def _readings() -> tuple[list[Reading], list[float]]:
    """Return a reading of each trial, and what the yardstick cost in each."""
    chance = random.Random(SEED)
    readings, costs = [], []
    with MachineSpeed(find_sampler(), READING_S) as speed:
        for block in range(BLOCKS):
            for arm in chance.sample([PLAIN, CROWDING], 2):
                before = speed.read_idle()
                began_s = time.monotonic()
                cpu_percent, window = _trial(arm)
                speed.disturbed()
                seconds = speed.seconds(began_s)
                in_trial, after = mean_cost(seconds, [window]), speed.read_idle()
                cost = own_cpu_percent(seconds, [window])
                if before is None or in_trial is None or after is None or cost is None:
                    raise UserError("the yardstick has ended")
                costs.append(cost)
                idle_us = (before.system_calls_us + after.system_calls_us) / 2
                readings.append(Reading(arm, block, cpu_percent, in_trial.system_calls_us, idle_us))
    return readings, costs


def _trial(arm: str) -> tuple[float, tuple[float, float]]:
    """Return CPU of the known work alone, and when it was read."""
    work = [str(find_sampler()), "--yardstick", "--rate", "500", "--output", "/dev/null"]
    processes = [subprocess.Popen(work)]
    try:
        if arm == CROWDING:
            processes.append(subprocess.Popen([sys.executable, "-c", COPIES]))
        with ProcessSampler([processes[0].pid], memory_interval_s=0) as sampler:
            time.sleep(SETTLE_S)
            begin_s = time.monotonic()
            time.sleep(TRIAL_S)
            window = (begin_s, time.monotonic())
            time.sleep(1.0)
            stream = sampler.stop()
        return system_cpu(stream.cpu_samples).percent([window]), window
    finally:
        for process in processes:
            process.kill()
            process.wait()
