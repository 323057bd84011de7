# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Trials as they would be counted without the processes of some nodes; pure."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection

from nav2_composition_bench.trial.record import TrialRecord


def without_nodes(
    record: TrialRecord, nodes: Collection[str], metrics: Collection[str]
) -> TrialRecord:
    """Return a trial's record in which some metrics lack some nodes' processes.

    :param nodes: names; a process with others besides is counted.
    :param metrics: those that processes have too, and whose sum the record has.
    """
    its = [each for each in record.processes if each.nodes and set(each.nodes) <= set(nodes)]
    left = {
        metric: record.metrics[metric] - sum(each.metrics.get(metric, 0) for each in its)
        for metric in metrics
        if metric in record.metrics
    }
    return dataclasses.replace(record, metrics={**record.metrics, **left})
