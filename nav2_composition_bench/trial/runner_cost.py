# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the process that runs the trials takes itself."""

from __future__ import annotations

import dataclasses
import time
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.sampling.cumulative_counter import CumulativeCounter, duration_s
from nav2_composition_bench.trial.record import ObserverRecord


@dataclass(frozen=True)
class RunnerCost:
    """One reading of this process.

    :param cpu_time_s: of all its threads since it began.
    :param rss_bytes: None where it is unreadable, as is ``uss_bytes``.
    :param uss_bytes: what no other process maps.
    """

    monotonic_s: float
    cpu_time_s: float
    rss_bytes: int | None
    uss_bytes: int | None


def read_runner_cost(rollup: Path = Path("/proc/self/smaps_rollup")) -> RunnerCost:
    """Read this process once; it takes some milliseconds."""
    sizes = _sizes(rollup)
    private = [sizes.get(key) for key in ("Private_Clean", "Private_Dirty", "Private_Hugetlb")]
    return RunnerCost(
        monotonic_s=time.monotonic(),
        cpu_time_s=time.process_time(),
        rss_bytes=sizes.get("Rss"),
        uss_bytes=sum(size or 0 for size in private) if sizes else None,
    )


def with_runner(
    observer: ObserverRecord | None, before: RunnerCost | None, after: RunnerCost | None
) -> ObserverRecord | None:
    """Add the runner's cost between two readings to what the sampler cost; pure."""
    if observer is None or before is None or after is None:
        return observer
    cpu = CumulativeCounter.of((one.monotonic_s, one.cpu_time_s) for one in (before, after))
    window = (before.monotonic_s, after.monotonic_s)
    return dataclasses.replace(
        observer,
        runner_cpu_percent=cpu.percent([window]) if duration_s([window]) > 0.0 else None,
        runner_rss_bytes=after.rss_bytes,
        runner_uss_bytes=after.uss_bytes,
    )


def _sizes(rollup: Path) -> dict[str, int]:
    """Return bytes by name, see proc_pid_smaps_rollup(5); empty where it is unreadable."""
    try:
        lines = rollup.read_text(encoding="utf-8").splitlines()
    except OSError:
        return {}
    fields = [line.split() for line in lines if line.endswith(" kB")]
    return {words[0].rstrip(":"): 1024 * int(words[1]) for words in fields}
