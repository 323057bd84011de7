# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The quantities a trial yields: one registry of what records may hold and how it is shown."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

BYTES_PER_MEGABYTE = 1_000_000
"""1 MB = 10^6 bytes everywhere in this package."""

NOT_MEASURED = "–"
"""Stands in tables for what was not measured, which is never zero."""

Values = Mapping[str, float]
"""Metric → what was measured of it, in the record's unit; what was not measured is absent."""

_ANY = -sys.float_info.max
"""Least value of what may be below 0."""


@dataclass(frozen=True)
class Metric:
    """One quantity of a :class:`~nav2_composition_bench.trial.record.TrialRecord`.

    :param name: key in the record; it carries the record's unit.
    :param label: heading in tables.
    :param unit: unit of the displayed figure.
    :param divisor: record value / divisor = displayed figure.
    :param decimals: digits after the point when displayed.
    :param meaning: one sentence for readers of a report.
    :param is_cost: whether less is better.
    :param least: records with a lower value are refused.
    :param is_shown: whether tables, reports and exports show it, and verdicts can be given on it.
    """

    name: str
    label: str
    unit: str
    divisor: float
    decimals: int
    meaning: str
    is_cost: bool = True
    least: float = 0.0
    is_shown: bool = True

    @property
    def heading(self) -> str:
        """The label with the unit of the figures below it."""
        return f"{self.label} [{self.unit}]" if self.unit else self.label

    def display(self, value: float | None, further_decimals: int = 0) -> str:
        """Return the figure without its unit; a dash for what was not measured.

        :param further_decimals: for a part of the whole, such as one node's.
        """
        if value is None:
            return NOT_MEASURED
        return f"{value / self.divisor:.{self.decimals + further_decimals}f}"


def _memory(name: str, label: str, meaning: str) -> Metric:
    return Metric(name, label, "MB", BYTES_PER_MEGABYTE, 1, meaning)


def _latency(name: str, label: str, meaning: str) -> Metric:
    return Metric(name, label, "µs", 1.0, 1, meaning)


def _share(
    name: str, label: str, meaning: str, *, is_cost: bool = True, least: float = 0.0
) -> Metric:
    return Metric(name, label, "%", 1.0, 2, meaning, is_cost, least)


def _rate(name: str, label: str, meaning: str, *, is_cost: bool = True) -> Metric:
    return Metric(name, label, "Hz", 1.0, 0, meaning, is_cost)


_OF_MESSAGES = "time from the stamp before serialisation to the entry of the callback, all messages"
_OF_PATHS = "time from start to end of the slowest path"

_MESSAGES = (
    _latency("latency_mean_us", "Latency, mean", _OF_MESSAGES),
    _latency("latency_p50_us", "Latency, median", _OF_MESSAGES),
    _latency("latency_p99_us", "Latency, 99th percentile", _OF_MESSAGES),
    _latency("path_mean_us", "Path, mean", _OF_PATHS),
    _latency("path_p50_us", "Path, median", _OF_PATHS),
    _latency("path_p99_us", "Path, 99th percentile", _OF_PATHS),
    _latency(
        "timer_jitter_us",
        "Timer jitter",
        "standard deviation of the time between two callbacks, of the timer with the largest",
    ),
    _share("late_percent", "Late", "messages received late or too late, of those received"),
    _share(
        "lost_percent",
        "Lost",
        "messages that should have been received and were not",
        least=_ANY,  # what comes late makes up for what was lost before
    ),
    _share(
        "rate_held_percent",
        "Rate held",
        "lowest rate of a publisher with a timer, as a share of that timer's",
        is_cost=False,
    ),
    Metric(
        "goodput_bytes_hz",
        "Goodput",
        "MB/s",
        BYTES_PER_MEGABYTE,
        2,
        "data received by all subscriptions, without headers",
        is_cost=False,
    ),
    _rate("callbacks_hz", "Callbacks", "callbacks executed per second", is_cost=False),
    _rate("wake_ups_hz", "Wake-ups", "how often executors woke up per second"),
)
"""Of topologies only; see ``trial.measure_messages``."""


def _time(name: str, label: str, meaning: str) -> Metric:
    return Metric(name, label, "s", 1.0, 2, meaning)


def _count(name: str, label: str, meaning: str) -> Metric:
    return Metric(name, label, "", 1.0, 0, meaning)


def _kilobytes(name: str, label: str, meaning: str) -> Metric:
    return Metric(name, label, "kB", 1000.0, 1, meaning)


_OF_RESTARTS = "sent from the end of a tenth of the robots until all had found all again"

_DISCOVERY = (
    _time(
        "discovered_s",
        "Discovered",
        "from when the last robot was up until all had found all",
    ),
    _time(
        "remote_seen_s",
        "Seen from elsewhere",
        "from the start of a process elsewhere until it had found the first robot's topics",
    ),
    _time(
        "restart_s",
        "Restart of a tenth",
        "from when the last restarted robot was up until all had found all again",
    ),
    _count(
        "unmatched_pairs",
        "Unmatched",
        "publishers and subscriptions that were never matched, in all phases",
    ),
    _count("discovery_packets", "Packets", "sent by the fleet until all had found all"),
    _kilobytes("discovery_bytes", "Sent", "sent by the fleet until all had found all"),
    _kilobytes("discovery_received_bytes", "Received", "received until all had found all"),
    _count("restart_packets", "Packets of restart", _OF_RESTARTS),
    _kilobytes("restart_bytes", "Sent at restart", _OF_RESTARTS),
    _rate("idle_packets_hz", "Packets when idle", "sent by the fleet while nothing changes"),
    Metric(
        "idle_bytes_hz",
        "Sent when idle",
        "kB/s",
        1000.0,
        2,
        "sent by the fleet while nothing changes",
    ),
    Metric(
        "discovery_cpu_s",
        "CPU of discovery",
        "s",
        1.0,
        2,
        "CPU time of all robots until all had found all, their start included",
    ),
    Metric(
        "robot_cpu_percent",
        "CPU of a robot",
        "%",
        1.0,
        2,
        "CPU time per wall time, mean of the robots while nothing changes",
    ),
    _memory(
        "robot_pss_bytes",
        "PSS of a robot",
        "proportional set size, mean of the robots while nothing changes",
    ),
    _memory(
        "robot_uss_bytes",
        "USS of a robot",
        "pages no other process maps, mean of the robots while nothing changes",
    ),
)
"""Of fleets only; see ``fleet.figures``."""


def _kept(name: str, unit: str, meaning: str, least: float = 0.0) -> Metric:
    """Return a metric that records hold and no table shows by itself."""
    return Metric(name, name, unit, 1.0, 2, meaning, least=least, is_shown=False)


def _delays(name: str, meaning: str) -> tuple[Metric, ...]:
    """Return what is kept of the delays that ended in the legs; quantiles are of the sample."""
    units = {"count": "", "p50_us": "µs", "p99_us": "µs", "max_us": "µs"}
    return tuple(_kept(f"{name}_{each}", unit, meaning) for each, unit in units.items())


_KEPT = (
    _kept("bring_up_s", "s", "from the first process started until every node was active"),
    _kept("shutdown_s", "s", "from the end of the drive until every process had ended"),
    _kept("cgroup_cpu_percent", "%", "CPU by the scheduler's account of a cgroup"),
    _kept("swap_pss_bytes", "B", "swapped-out share, the most of any memory sample"),
    _kept("real_time_factor", "", "the simulator's, the lowest of any segment", least=_ANY),
    _kept("control_loop_hz", "Hz", "rate of the controller's velocity commands"),
    _kept(
        "steal_percent",
        "%",
        "CPU time that a hypervisor took away, of one core",
        least=_ANY,  # some hypervisors give stolen time back
    ),
    _kept("yardstick_rate_hz", "Hz", "units of the reference load per second"),
    _kept("messages_window_s", "s", "how long messages were counted"),
    _kept(
        "discovery_s",
        "s",
        "from the first process started until every node of a topology was ready",
    ),
    _kept("participants", "", "DDS participants of a topology, as its nodes see them"),
    _kept("endpoints", "", "publishers and subscriptions of a topology"),
    _kept("messages_sent", "", "of all publishers"),
    _kept("messages_received", "", "of all subscriptions"),
    _kept("messages_late", "", "above the threshold of late and not too late"),
    _kept("messages_too_late", "", "above the threshold of too late"),
    _kept("messages_lost", "", "gaps in the publishers' numbers that nothing filled", least=_ANY),
    _kept("messages_reordered", "", "with a number below the expected one; no loss"),
    _kept("too_late_percent", "%", "messages received too late, of those received"),
    *(
        _kept(f"latency_{each}_us", "µs", "latency of all messages")
        for each in ("sd", "p90", "p999", "max")
    ),
    _kept("goals_sent", "", "goals sent beside a background load"),
    _kept("goals_lost", "", "goals sent that were not reached or never accepted"),
    *_delays(
        "acknowledgement",
        "delay from a goal's request between nodes of the system until its client takes the answer",
    ),
    *_delays("timer_delay", "delay from a timer's due time to the entry of its callback"),
)
"""What records hold besides what tables show."""

_ALL = (
    Metric(
        "cpu_percent",
        "CPU",
        "%",
        1.0,
        1,
        "user and system time of all processes per wall time, 100 % = one core",
    ),
    _memory(
        "pss_bytes",
        "PSS",
        "proportional set size: shared pages divided among all processes that map them",
    ),
    _memory(
        "footprint_bytes",
        "Footprint",
        "distinct page frames mapped by any process of the system",
    ),
    _memory("uss_bytes", "USS", "pages no other process maps"),
    _memory("rss_bytes", "RSS", "resident pages, shared ones counted once per process"),
    _memory("pss_anon_bytes", "PSS anonymous", "heap, stacks and other anonymous pages"),
    _memory("pss_file_bytes", "PSS file", "code and data of files"),
    _memory("pss_shmem_bytes", "PSS shared memory", "shared memory segments, such as DDS's"),
    Metric(
        "kernel_cpu_percent",
        "CPU in the kernel",
        "%",
        1.0,
        1,
        "the part of CPU that is system time",
    ),
    Metric("thread_count", "Threads", "", 1.0, 0, "threads of all processes"),
    Metric(
        "voluntary_context_switches_hz",
        "Voluntary switches",
        "Hz",
        1.0,
        0,
        "context switches because a thread waited",
    ),
    Metric(
        "involuntary_context_switches_hz",
        "Involuntary switches",
        "Hz",
        1.0,
        0,
        "context switches because a thread was preempted",
    ),
    Metric(
        "yardstick_us",
        "Known work, in the trial",
        "µs",
        1.0,
        1,
        "CPU time of a unit of the reference load while the system runs",
    ),
    Metric(
        "yardstick_system_calls_us",
        "System calls of known work, in the trial",
        "µs",
        1.0,
        1,
        "system calls of a unit of the reference load while the system runs",
    ),
    Metric(
        "idle_yardstick_system_calls_us",
        "System calls of known work, without a system",
        "µs",
        1.0,
        1,
        "the same before the system starts and after it has ended: the machine's speed",
    ),
    Metric(
        "instructions_hz",
        "Instructions",
        "10⁶/s",
        1e6,
        1,
        "instructions retired by all processes, where the processor counts them",
    ),
    Metric(
        "cycles_hz",
        "Cycles",
        "10⁶/s",
        1e6,
        1,
        "processor cycles of all processes, where the processor counts them",
    ),
    *_MESSAGES,
    *_DISCOVERY,
    Metric("dds_participants", "DDS participants", "", 1.0, 0, "DDS domain participants"),
)

REGISTRY: Mapping[str, Metric] = MappingProxyType(
    {metric.name: metric for metric in (*_ALL, *_KEPT)}
)
"""Everything that a record may hold, by name."""

METRICS: Mapping[str, Metric] = MappingProxyType(
    {name: metric for name, metric in REGISTRY.items() if metric.is_shown}
)
"""Every metric that is shown by name, in the order of reports."""


def measured(**values: float | None) -> dict[str, float]:
    """Return what was measured, by metric: the values that are not None.

    :raises KeyError: for a name that is no metric; no record could be read that holds it.
    """
    return {REGISTRY[name].name: value for name, value in values.items() if value is not None}


HEADLINE = ("cpu_percent", "pss_bytes", "footprint_bytes")
"""The metrics that verdicts are given on by default."""
