# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Live figures as diagnostic_msgs/DiagnosticArray."""

from __future__ import annotations

import time
from typing import Any

from builtin_interfaces.msg import Time
from diagnostic_msgs.msg import DiagnosticArray, DiagnosticStatus, KeyValue

from nav2_composition_bench.sampling.live import LiveProcess
from nav2_composition_bench.trial.live import LiveStatus

TOPIC = "/diagnostics"
_NAME = "nav2_composition_bench"


def diagnostics(status: LiveStatus, *, phase: str, arm: str, machine: str) -> DiagnosticArray:
    """Make the message: one status for the whole system, one for each of its processes.

    What is not known yet has no entry. CPU is of one core; 1 MB = 10^6 bytes.
    """
    figures = status.figures
    total: dict[str, Any] = {
        "phase": phase,
        "goal": status.goal,
        "driven_s": _rounded(status.driven_s),
        "is_steady": None if status.goal is None else str(status.steady_s is not None).lower(),
        "steady_s": _rounded(status.steady_s),
    }
    if figures is not None:
        total |= {
            "cpu_percent": _rounded(figures.cpu_percent),
            "pss_mb": _megabytes(figures.pss_bytes),
            "footprint_mb": _megabytes(figures.footprint_bytes),
            "observer_cpu_percent": _rounded(figures.observer_cpu_percent, 2),
            "observer_rss_mb": _megabytes(figures.observer_rss_bytes),
        }
    processes = figures.processes if figures is not None else ()
    message = DiagnosticArray(
        status=[
            _status(arm, phase, machine, total),
            *(_process(arm, machine, process) for process in processes),
        ],
    )
    # Wall-clock time, as the diagnostics of any computer: simulated time is not the board's.
    now_ns = time.time_ns()
    message.header.stamp = Time(sec=now_ns // 10**9, nanosec=now_ns % 10**9)
    return message


def _process(arm: str, machine: str, process: LiveProcess) -> DiagnosticStatus:
    values = {
        "pid": process.pid,
        "cpu_percent": _rounded(process.cpu_percent),
        "pss_mb": _megabytes(process.pss_bytes),
    }
    return _status(f"{arm}/{process.label}", "running", machine, values)


def _status(name: str, message: str, machine: str, values: dict[str, Any]) -> DiagnosticStatus:
    return DiagnosticStatus(
        level=DiagnosticStatus.OK,
        name=f"{_NAME}: {name}",
        message=message,
        hardware_id=machine,
        values=[KeyValue(key=k, value=str(v)) for k, v in values.items() if v is not None],
    )


def _rounded(value: float | None, digits: int = 1) -> float | None:
    return None if value is None else round(value, digits)


def _megabytes(value: int | None) -> float | None:
    return None if value is None else round(value / 1e6, 1)
