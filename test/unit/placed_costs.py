# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Trials of a system whose costs follow a known rule, in any placement of its nodes."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from record_factory import MEGABYTE, changed, make_process, make_record

from nav2_composition_bench.placing.process_cost import Cost
from nav2_composition_bench.topology.units import Partition
from nav2_composition_bench.trial.record import ProcessRecord, ThreadRecord, TrialRecord

WORK = {"map_server": 0.5, "amcl": 4.0, "controller_server": 9.0, "planner_server": 5.0,
        "bt_navigator": 3.0, "collision_monitor": 2.0}  # fmt: skip
"""Node → CPU percent of its own threads."""
OVERHEAD = {"map_server": 0.4, "amcl": 1.0, "controller_server": 2.4, "planner_server": 1.4,
            "bt_navigator": 1.8, "collision_monitor": 1.1}  # fmt: skip
"""Node → CPU percent of its own process beyond that."""
ANON_MB = {"map_server": 20.0, "amcl": 32.0, "controller_server": 44.0, "planner_server": 41.0,
           "bt_navigator": 28.0, "collision_monitor": 22.0}  # fmt: skip
COMMON_CPU, COMMON_ANON = 0.7, 0.85
FILE_MB, OUTSIDE = 60.0, 2.0
SHMEM_MB = 0.5
NODES = tuple(WORK)
ALONE: Partition = tuple((node,) for node in NODES)
TOGETHER: Partition = (NODES,)
SPLIT: Partition = (("map_server", "amcl"), NODES[2:])
SENSORS: Partition = (
    ("amcl", "controller_server", "planner_server", "collision_monitor"),
    ("map_server",),
    ("bt_navigator",),
)


def overlapping(alone: dict[str, float], common: float, group: Sequence[str]) -> float:
    """Return what a group costs if its nodes have that share of their costs in common."""
    costs = [alone[node] for node in group]
    return common * max(costs) + (1 - common) * sum(costs)


def true_cost(partition: Partition) -> Cost:
    """Return what processes cost without chance."""
    count = len(partition)
    cpu = sum(WORK.values()) + sum(overlapping(OVERHEAD, COMMON_CPU, g) for g in partition)
    anon = sum(overlapping(ANON_MB, COMMON_ANON, group) for group in partition)
    file = FILE_MB * count / (count + OUTSIDE)
    pss = anon + file + SHMEM_MB * count
    footprint = anon + FILE_MB + 2 * SHMEM_MB * count
    return Cost(cpu, pss * MEGABYTE, footprint * MEGABYTE)


def placed_record(
    composition: str,
    partition: Partition,
    block: int = 0,
    *,
    scale: float = 1.0,
    threads_named: bool = True,
) -> TrialRecord:
    """Return a trial of a placement, whose nodes have an executor each.

    :param scale: of all costs.
    :param threads_named: whether threads carry the names of their nodes.
    """
    processes = tuple(_process(group, scale, threads_named) for group in partition)
    cost, count = true_cost(partition), len(partition)
    return make_record(
        composition,
        block,
        processes=processes,
        cpu_percent=sum(process.metrics["cpu_percent"] for process in processes),
        pss_bytes=round(scale * cost.pss_bytes),
        pss_anon_bytes=sum(process.metrics["pss_anon_bytes"] for process in processes),
        pss_file_bytes=round(scale * FILE_MB * MEGABYTE * count / (count + OUTSIDE)),
        pss_shmem_bytes=round(scale * SHMEM_MB * MEGABYTE * count),
        footprint_bytes=round(scale * (cost.footprint_bytes or 0.0)),
    )


def placed_study(
    blocks: int = 4,
    *,
    seed: int = 1,
    block_noise: float = 0.0,
    trial_noise: float = 0.0,
    further: dict[str, Partition] | None = None,
    threads_named: bool = True,
) -> list[TrialRecord]:
    """Return multi_process, isolated and further placements with log-normal chance.

    :param block_noise: relative scatter of what all trials of a block share.
    :param trial_noise: relative scatter of single trials.
    """
    random = np.random.default_rng(seed)
    arms = {"multi_process": ALONE, "isolated": TOGETHER, **(further or {})}
    records = []
    for block in range(blocks):
        shared = random.normal(0.0, block_noise)
        for name, partition in arms.items():
            scale = float(np.exp(shared + random.normal(0.0, trial_noise)))
            records.append(
                placed_record(name, partition, block, scale=scale, threads_named=threads_named)
            )
    return records


def without_footprint(record: TrialRecord) -> TrialRecord:
    """Return the record as one without privileges for page frames."""
    return changed(record, footprint_bytes=None, footprint_unavailable_reason="no privilege")


def _process(group: Sequence[str], scale: float, threads_named: bool) -> ProcessRecord:
    overhead = overlapping(OVERHEAD, COMMON_CPU, group)
    threads = [
        ThreadRecord(node[:15], node if threads_named else None, 2, scale * WORK[node])
        for node in group
    ]
    return make_process(
        group[0] if len(group) == 1 else "nav2_container",
        nodes=tuple(group),
        cpu_percent=scale * (sum(WORK[node] for node in group) + overhead),
        pss_anon_bytes=round(scale * MEGABYTE * overlapping(ANON_MB, COMMON_ANON, group)),
        threads=(*threads, ThreadRecord("dds", None, 5, scale * overhead)),
    )
