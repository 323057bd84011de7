# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Trial records for tests: a complete valid one, with what a test wants changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from nav2_composition_bench.aggregate.details import DetailsLedger, StudyDetails
from nav2_composition_bench.metrics import REGISTRY
from nav2_composition_bench.sampling.yardstick_readings import UnitCost
from nav2_composition_bench.trial.record import (
    SCHEMA,
    LegRecord,
    LoadPoint,
    MemoryPoint,
    ObserverRecord,
    ProcessRecord,
    ThreadRecord,
    TrialRecord,
    YardstickRecord,
)

MEGABYTE = 1_000_000


Part = TypeVar("Part", TrialRecord, ProcessRecord)


def changed(part: Part, **changes: Any) -> Part:
    """Return a record of a trial or a process with other fields and metrics.

    :param changes: by name; a metric that is None is not measured.
    """
    others = {name: changes.pop(name) for name in [*changes] if name in REGISTRY}
    if others:
        told = {**part.metrics, **others}
        changes["metrics"] = {name: value for name, value in told.items() if value is not None}
    return replace(part, **changes)


_OF_ONE_PROCESS: dict[str, float] = {
    "pss_bytes": 100 * MEGABYTE,
    "uss_bytes": 90 * MEGABYTE,
    "rss_bytes": 120 * MEGABYTE,
    "pss_anon_bytes": 60 * MEGABYTE,
    "pss_file_bytes": 30 * MEGABYTE,
    "pss_shmem_bytes": 10 * MEGABYTE,
    "swap_pss_bytes": 0,
    "footprint_bytes": 110 * MEGABYTE,
    "thread_count": 12,
    "voluntary_context_switches_hz": 300.0,
    "involuntary_context_switches_hz": 20.0,
}
"""Memory, threads and switches, of the system's only process and so of the system."""


def make_process(label: str = "nav2_container", **changes: Any) -> ProcessRecord:
    """Return one process of a valid trial."""
    process = ProcessRecord(
        label=label,
        pid=4242,
        start_time_ticks=777,
        nodes=("amcl", "map_server"),
        metrics={
            "cpu_percent": 40.0,
            **_OF_ONE_PROCESS,
        },
        threads=(
            ThreadRecord("amcl", "amcl", 1, 25.0),
            ThreadRecord("map_server", "map_server", 1, 5.0),
            ThreadRecord("dds.udp", None, 4, 10.0),
        ),
        exit_status=0,
    )
    return changed(process, **changes)


def make_leg(goal: str, start_s: float, **changes: Any) -> LegRecord:
    """Return a succeeded leg of 20 s, steady from its sixth second on."""
    leg = LegRecord(
        goal=goal,
        goal_id=f"{goal}-id",
        accepted_monotonic_s=start_s,
        finished_monotonic_s=start_s + 20.0,
        status="SUCCEEDED",
        steady_start_monotonic_s=start_s + 5.0,
        steady_end_monotonic_s=start_s + 20.0,
        not_steady_reason=None,
        cpu_percent=40.0,
    )
    return replace(leg, **changes)


# Made once, since simulations of studies make tens of thousands of records.
_CPU_SERIES = tuple((1003.0 + second, 40.0) for second in range(40))
_LOAD_SERIES = tuple(LoadPoint(1003.0 + second, 10.0, 320.0) for second in range(40))
_LEGS = (make_leg("A", 1003.0), make_leg("B", 1023.5))
_PROCESSES = (make_process(),)


_USUAL = TrialRecord(
    schema=SCHEMA,
    study="default",
    system="reference",
    arm="isolated",
    levels={"composition": "isolated"},
    block=0,
    order_in_block=0,
    attempt=0,
    valid=True,
    invalid_reason=None,
    started_wall_s=1.79e9,
    duration_s=50.0,
    metrics={
        "bring_up_s": 5.0,
        "shutdown_s": 1.0,
        "cpu_percent": 40.0,
        "cgroup_cpu_percent": 40.1,
        "kernel_cpu_percent": 10.0,
        **_OF_ONE_PROCESS,
        "dds_participants": 1,
        "real_time_factor": 1.0,
        "control_loop_hz": 20.0,
        "steal_percent": 0.0,
    },
    active_monotonic_s=1000.0,
    legs=_LEGS,
    processes=_PROCESSES,
    cpu_series=_CPU_SERIES,
    load_series=_LOAD_SERIES,
    memory_series=(
        MemoryPoint(1012.0, 100 * MEGABYTE, 110 * MEGABYTE),
        MemoryPoint(1032.0, 100 * MEGABYTE, 110 * MEGABYTE),
    ),
    observer=ObserverRecord(0.4, 1_500_000, 5, 0.03),
    exit_statuses={"nav2_container": 0},
)


def make_record(arm: str = "isolated", block: int = 0, **changes: Any) -> TrialRecord:
    """Return a valid trial of two legs, of an arm that differs by its composition alone.

    :param changes: fields and metrics by name.
    """
    place = {"arm": arm, "levels": {"composition": arm}, "block": block}
    began = {"started_wall_s": _USUAL.started_wall_s + 100 * block}
    return changed(_USUAL, **{**place, **began, **changes})


def at_speed(record: TrialRecord, in_trial_us: float, idle_us: float) -> TrialRecord:
    """Return the record with what known work took during the trial and around it."""
    return changed(
        record,
        yardstick_rate_hz=50.0,
        yardstick_us=in_trial_us,
        yardstick_system_calls_us=in_trial_us / 4,
        idle_yardstick_system_calls_us=idle_us / 4,
        yardstick=YardstickRecord(
            0.8, unit_cost(in_trial_us), unit_cost(idle_us), unit_cost(idle_us), ()
        ),
    )


def unit_cost(unit_us: float) -> UnitCost:
    """Return the cost of a unit of known work, in equal parts."""
    return UnitCost(unit_us, *[unit_us / 4] * 4)


def make_study(
    values: Mapping[str, Sequence[float | None]], metric: str = "cpu_percent"
) -> list[TrialRecord]:
    """Return one record per arm and block with the metric's values given."""
    return [
        make_record(arm, block, **{metric: value})
        for arm, series in values.items()
        for block, value in enumerate(series)
    ]


def invalid(record: TrialRecord, reason: str = "goal A ended ABORTED") -> TrialRecord:
    """Return the record as an invalid one."""
    return replace(record, valid=False, invalid_reason=reason)


def arms(records: Iterable[TrialRecord]) -> list[str]:
    """Return the arms of the records in order."""
    return [record.arm for record in records]


def details_of(records: Iterable[TrialRecord]) -> StudyDetails:
    """Return the details of a study of these records."""
    ledger = DetailsLedger()
    for record in records:
        ledger.add(record)
    return ledger.details()
