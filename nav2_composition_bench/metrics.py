# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The quantities a trial yields: one registry of names, units, meaning and display."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

BYTES_PER_MEGABYTE = 1_000_000
"""1 MB = 10^6 bytes everywhere in this package."""


@dataclass(frozen=True)
class Metric:
    """One quantity of a :class:`~nav2_composition_bench.trial.record.TrialRecord`.

    :param name: attribute of the record.
    :param label: heading in tables.
    :param unit: unit of the displayed figure.
    :param divisor: record value / divisor = displayed figure.
    :param decimals: digits after the point when displayed.
    :param margin: relative change below which two results count as equivalent.
    :param meaning: one sentence for readers of a report.
    """

    name: str
    label: str
    unit: str
    divisor: float
    decimals: int
    margin: float
    meaning: str

    def display(self, value: float | None) -> str:
        """Return the figure without its unit; a dash for what was not measured."""
        if value is None:
            return "–"
        return f"{value / self.divisor:.{self.decimals}f}"


def _memory(name: str, label: str, meaning: str) -> Metric:
    return Metric(name, label, "MB", BYTES_PER_MEGABYTE, 1, 0.02, meaning)


_ALL = (
    Metric(
        "cpu_percent",
        "CPU",
        "%",
        1.0,
        1,
        0.05,
        "user and system time of all processes of the system per wall time, 100 % = one core",
    ),
    _memory(
        "pss_bytes",
        "PSS",
        "proportional set size: pages shared with others counted by share, outsiders included",
    ),
    _memory(
        "footprint_bytes",
        "Footprint",
        "distinct page frames mapped by any process of the system; no outsider changes it",
    ),
    _memory("uss_bytes", "USS", "pages no other process maps"),
    _memory("rss_bytes", "RSS", "resident pages, shared ones counted once per process"),
    _memory("pss_anon_bytes", "PSS anonymous", "heap, stacks and other anonymous pages"),
    _memory("pss_file_bytes", "PSS file", "code and data of files: libraries, executables"),
    _memory("pss_shmem_bytes", "PSS shared memory", "shared memory segments, such as DDS's"),
    Metric("thread_count", "Threads", "", 1.0, 0, 0.02, "threads of all processes"),
    Metric(
        "voluntary_context_switches_hz",
        "Voluntary switches",
        "Hz",
        1.0,
        0,
        0.1,
        "context switches because a thread waited",
    ),
    Metric(
        "involuntary_context_switches_hz",
        "Involuntary switches",
        "Hz",
        1.0,
        0,
        0.1,
        "context switches because a thread was preempted",
    ),
    Metric("dds_participants", "DDS participants", "", 1.0, 0, 0.0, "DDS domain participants"),
)

METRICS: Mapping[str, Metric] = MappingProxyType({metric.name: metric for metric in _ALL})
"""Every metric by name, in the order of reports."""

HEADLINE = ("cpu_percent", "pss_bytes", "footprint_bytes")
"""The metrics verdicts are given on by default."""
