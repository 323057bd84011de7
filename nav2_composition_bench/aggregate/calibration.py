# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Does a study find a cost that it knows? And whose cost it is that has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nav2_composition_bench.aggregate.breakdown import ProcessCost, cpu_percent_by_node
from nav2_composition_bench.aggregate.comparable import (
    Difference,
    differences,
    influence_alike,
    same_processor,
)
from nav2_composition_bench.aggregate.describe import (
    Estimate,
    Interval,
    difference_interval,
    mean_interval,
)
from nav2_composition_bench.aggregate.interleaved import (
    interleaved_values,
    judge,
    tells_speed,
)
from nav2_composition_bench.aggregate.samples import blocks_of, levels_of
from nav2_composition_bench.aggregate.stored_study import StoredStudy
from nav2_composition_bench.metrics import ADJUSTED_CPU, BYTES_PER_MEGABYTE
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.known_cost import KNOWN_COST, KnownCost

_Found = tuple[float, Interval | None]
"""A difference with its interval; None with too few trials for one."""


@dataclass(frozen=True)
class CalibrationFinding:
    """What a study with the node of known cost found beyond one without it.

    :param stated: what the node costs by its own reckoning, in the metric's unit.
    :param found: the candidate's mean less the baseline's.
    :param interval: of ``found``, 95 %, by the differences inside blocks if they were interleaved;
        None with too few blocks.
    :param of_the_node: CPU of the threads that carry the node's name; None where threads do not
        tell nodes apart, and for memory.
    """

    arm: str
    metric: str
    stated: float
    found: float
    interval: Interval | None
    of_the_node: float | None

    @property
    def is_inside(self) -> bool | None:
        """Whether the stated cost lies in the interval; None without one."""
        if self.interval is None:
            return None
        return self.interval.contains(self.stated)


@dataclass(frozen=True)
class NodeChange:
    """CPU of one node in two studies, means over valid trials; None where it does not exist."""

    node: str
    before: float | None
    after: float | None

    @property
    def difference(self) -> float:
        """After less before, a missing node being free."""
        return (self.after or 0.0) - (self.before or 0.0)


def added_cost(baseline: Mapping[str, Any], candidate: Mapping[str, Any]) -> KnownCost | None:
    """Return what the candidate's node of known cost costs more than the baseline's.

    :param baseline: stamp of the study, as ``candidate``.
    :returns: None if the candidate has no such node.
    """
    ours = candidate.get("study", {}).get("known_cost")
    if not isinstance(ours, Mapping):
        return None
    theirs = baseline.get("study", {}).get("known_cost") or {}
    return KnownCost(*(ours[key] - theirs.get(key, 0.0) for key in ("cpu_percent", "memory_mb")))


def findings(baseline: StoredStudy, candidate: StoredStudy) -> tuple[CalibrationFinding, ...]:
    """Set what was found against what is known, for each arm and metric of both studies.

    CPU is adjusted for the machine's speed where both tell it of one processor, in three trials or
    more.

    In multi_process a node brings a process of its own; its cost cancels, as do the node's own
    entities, if the baseline holds the node too, at no cost. Without that arms of multi_process
    are left out. Interleave the two studies block by block, and what the machine drifts meanwhile
    cancels.
    """
    cost = added_cost(baseline.stamp, candidate.stamp)
    if cost is None:
        return ()
    unlike = differences(baseline.stamp, candidate.stamp)
    stated = {
        "cpu_percent": cost.cpu_percent,
        "pss_bytes": cost.memory_mb * BYTES_PER_MEGABYTE,
        "footprint_bytes": cost.memory_mb * BYTES_PER_MEGABYTE,
    }
    found = []
    for arm, levels in levels_of(candidate.records).items():
        is_separate = levels["composition"] == Composition.MULTI_PROCESS.value
        if is_separate and not _has_the_node(baseline):
            continue
        nodes = {
            change.node: change.difference for change in node_changes(baseline, candidate, arm)
        }
        adjusted = _adjusted_difference(baseline, candidate, arm, unlike)
        for metric, size in stated.items():
            is_cpu = metric == "cpu_percent"
            of_the_node = nodes.get(KNOWN_COST) if is_cpu else None
            difference = _difference(baseline, candidate, arm, metric)
            if is_cpu and adjusted is not None:
                metric, difference = ADJUSTED_CPU, adjusted
            if difference is not None:
                found.append(CalibrationFinding(arm, metric, size, *difference, of_the_node))
    return tuple(found)


def _adjusted_difference(
    baseline: StoredStudy, candidate: StoredStudy, arm: str, unlike: Sequence[Difference]
) -> _Found | None:
    """Return the difference of adjusted CPU; None where it is not known.

    It is compared by ratios, as ``check`` does; they are of the baseline's CPU.
    """
    records = baseline.records, candidate.records
    if not (same_processor(unlike) and tells_speed(*records, arm)):
        return None
    is_alike = influence_alike(unlike)
    verdict = judge(*records, arm, ADJUSTED_CPU, margin=0.0, are_alike=is_alike)
    if verdict.change is None:
        return None
    level = float(blocks_of(baseline.records, arm, "cpu_percent").array().mean())
    found = Estimate(verdict.change, verdict.interval).transformed(lambda each: level * each)
    return found.value, found.interval


def _difference(
    baseline: StoredStudy, candidate: StoredStudy, arm: str, metric: str
) -> _Found | None:
    """Return the candidate's mean less the baseline's, with its interval; None without trials."""
    old, new = (blocks_of(study.records, arm, metric).array() for study in (baseline, candidate))
    if not (old.size and new.size):
        return None
    pairs = interleaved_values(baseline.records, candidate.records, arm, metric)
    interval = mean_interval(pairs[1] - pairs[0]) if pairs else difference_interval(old, new)
    return float(new.mean() - old.mean()), interval


def _has_the_node(study: StoredStudy) -> bool:
    return bool(study.stamp.get("study", {}).get("known_cost"))


def node_changes(baseline: StoredStudy, candidate: StoredStudy, arm: str) -> tuple[NodeChange, ...]:
    """Return the nodes of an arm, the one whose CPU changed most first."""

    def costs(study: StoredStudy) -> dict[str, float]:
        processes: Sequence[ProcessCost] = study.details.processes.get(arm, ())
        return cpu_percent_by_node(processes)

    before, after = costs(baseline), costs(candidate)
    changes = [
        NodeChange(node, before.get(node), after.get(node)) for node in before.keys() | after.keys()
    ]
    return tuple(sorted(changes, key=lambda one: (-abs(one.difference), one.node)))
