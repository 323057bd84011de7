# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Trials as they would be counted without the processes of some nodes; pure."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection

from nav2_composition_bench.trial.record import TrialRecord

_COUNTED = ("cpu_percent", "pss_bytes", "voluntary_context_switches_hz")


def without_nodes(record: TrialRecord, nodes: Collection[str]) -> TrialRecord:
    """Return a trial's record whose CPU, PSS and voluntary switches lack some nodes' processes.

    :param nodes: names; a process with others besides is counted.
    """
    its = [each for each in record.processes if each.nodes and set(each.nodes) <= set(nodes)]
    return dataclasses.replace(
        record,
        **{
            metric: whole - sum(getattr(process, metric) or 0 for process in its)
            for metric in _COUNTED
            if (whole := getattr(record, metric)) is not None
        },
    )
