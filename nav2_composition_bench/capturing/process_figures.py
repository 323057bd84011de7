# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From the sampler's stream to the processes of a capture; pure but for command lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from nav2_composition_bench.capturing.sighting import SeenProcess
from nav2_composition_bench.processes.proc_table import command_line
from nav2_composition_bench.sampling.cpu_counters import sampler_cpu
from nav2_composition_bench.sampling.interval import process_rates
from nav2_composition_bench.sampling.sample import SamplerStream


def process_figures(
    stream: SamplerStream, pids: Sequence[int], command: Callable[[int], str] = command_line
) -> tuple[dict[int, SeenProcess], float]:
    """Return the processes by pid, and the sampler's own CPU in percent of one core.

    A process that ended before the last reading has no figures.
    """
    found = {pid: SeenProcess(command(pid)) for pid in pids}
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
            rate.name,
        )
    window = (before.monotonic_s, after.monotonic_s)
    return found, sampler_cpu(samples).percent([window])
