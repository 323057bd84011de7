# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What each node costs alone and together with all others, block by block."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nav2_composition_bench.aggregate.trial_costs import TrialCosts
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.placement import ISOLATED, MANUAL, MULTI_PROCESS

ALONE = MULTI_PROCESS.name
"""The composition in which every node has a process."""
TOGETHER = (ISOLATED.name, MANUAL.name)
"""Compositions of one process with an executor per node; the first is preferred, for so are other
shared processes run."""

Array = NDArray[np.float64]


@dataclass(frozen=True)
class PairedCosts:
    """The nodes alone and all together, in the blocks that hold both; one row per block.

    :param arms: the one in which each has a process, and the one in which they share one.
    :param alone_cpu_percent: of each node's own process, blocks x nodes.
    :param alone_anon_bytes: anonymous memory of each node's own process, blocks x nodes.
    :param threads_cpu_percent: of each node's threads in the shared process, blocks x nodes; None
        where threads do not tell nodes apart.
    :param alone_totals: file-backed and shared memory (PSS) and footprint of all processes, bytes,
        blocks x 3; NaN for a footprint that was not measured.
    :param together_totals: the same of the shared process.
    :param together_cpu_percent: of the shared process, one per block.
    :param together_anon_bytes: of the shared process, one per block.
    """

    names: tuple[str, ...]
    arms: tuple[str, str]
    blocks: tuple[int, ...]
    alone_cpu_percent: Array
    alone_anon_bytes: Array
    threads_cpu_percent: Array | None
    alone_totals: Array
    together_totals: Array
    together_cpu_percent: Array
    together_anon_bytes: Array

    def only(self, blocks: Iterable[int]) -> PairedCosts:
        """Return the rows of some blocks."""
        wanted = set(blocks)
        rows = np.array([block in wanted for block in self.blocks], dtype=bool)
        threads = self.threads_cpu_percent
        return PairedCosts(
            self.names,
            self.arms,
            tuple(block for block in self.blocks if block in wanted),
            self.alone_cpu_percent[rows],
            self.alone_anon_bytes[rows],
            None if threads is None else threads[rows],
            self.alone_totals[rows],
            self.together_totals[rows],
            self.together_cpu_percent[rows],
            self.together_anon_bytes[rows],
        )


def pair_costs(trials: Sequence[TrialCosts], study: str) -> PairedCosts:
    """Return the costs of the nodes alone and together.

    Of several valid trials of one composition and block the last counts. Where isolated and manual
    were both measured, the one whose threads carry the names of their nodes is taken.

    :param trials: of arms that differ by composition only.
    :param study: how errors call it.
    :raises UserError: naming the compositions that are missing.
    """
    alone = {t.block: t for t in trials if t.composition == ALONE}
    names = _names(alone.values())
    candidates = []
    for composition in TOGETHER:
        whole = {
            t.block: t
            for t in trials
            if t.composition == composition and list(map(set, t.partition)) == [names]
        }
        shared = sorted(alone.keys() & whole.keys())
        if shared:
            order = whole[shared[0]].partition[0]  # the table's
            candidates.append(_paired(order, [(alone[b], whole[b]) for b in shared], shared))
    if not candidates or len(names) < 2:
        wanted = [ALONE] if not alone else []
        if not any(t.composition in TOGETHER for t in trials):
            wanted.append(" or ".join(TOGETHER))
        what = f"valid trials of {' and '.join(wanted)}" if wanted else "a block that holds both"
        raise UserError(
            f"{study}: advice needs {ALONE} and {' or '.join(TOGETHER)} in the same blocks; {what}"
            f" is missing: nav2-bench run --composition {ALONE} --composition {TOGETHER[0]}"
        )
    told_apart = [each for each in candidates if each.threads_cpu_percent is not None]
    return (told_apart or candidates)[0]


def _names(alone: Iterable[TrialCosts]) -> set[str]:
    """Return the nodes that have a process of their own in every trial."""
    found: set[str] | None = None
    for trial in alone:
        here = {part[0] for part in trial.partition if len(part) == 1}
        found = here if found is None else found & here
    return found or set()


def _paired(
    names: Sequence[str],
    pairs: Sequence[tuple[TrialCosts, TrialCosts]],
    blocks: Sequence[int],
) -> PairedCosts:
    alone = [
        {process.nodes[0]: process for process in trial.processes if len(process.nodes) == 1}
        for trial, _ in pairs
    ]
    shared = [next(process for process in trial.processes if process.nodes) for _, trial in pairs]
    threads: Array = np.array(
        [[process.node_cpu_percent.get(name, 0.0) for name in names] for process in shared]
    )
    shared_cpu: Array = np.array([process.cpu_percent for process in shared])
    return PairedCosts(
        tuple(names),
        (pairs[0][0].arm, pairs[0][1].arm),
        tuple(blocks),
        np.array([[row[name].cpu_percent for name in names] for row in alone]),
        np.array([[float(row[name].pss_anon_bytes) for name in names] for row in alone]),
        threads if float(threads.sum()) >= float(shared_cpu.sum()) / 2 else None,
        np.array([_totals(trial) for trial, _ in pairs]),
        np.array([_totals(trial) for _, trial in pairs]),
        shared_cpu,
        np.array([float(process.pss_anon_bytes) for process in shared]),
    )


def _totals(trial: TrialCosts) -> tuple[float, float, float]:
    footprint = float("nan") if trial.footprint_bytes is None else float(trial.footprint_bytes)
    return float(trial.pss_file_bytes), float(trial.pss_shmem_bytes), footprint
