# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from nav2_composition_bench.measurement_node.diagnostics import diagnostics
from nav2_composition_bench.sampling.live import LiveFigures, LiveProcess
from nav2_composition_bench.trial.live import LiveStatus

FIGURES = LiveFigures(
    monotonic_s=102.0,
    cpu_time_s=60.0,
    cpu_percent=31.26,
    pss_bytes=131_040_000,
    footprint_bytes=None,
    memory_monotonic_s=95.0,
    observer_cpu_percent=0.417,
    observer_rss_bytes=1_400_000,
    processes=(LiveProcess("nav2_container", 10, 31.26, 131_040_000),),
)


def told(status: LiveStatus) -> dict[str, dict[str, str]]:
    """Values by name of the status."""
    message = diagnostics(status, phase="leg A", arm="isolated", machine="board")
    assert {one.hardware_id for one in message.status} == {"board"}
    return {one.name: {item.key: item.value for item in one.values} for one in message.status}


def test_the_system_and_each_process_have_a_status() -> None:
    statuses = told(LiveStatus(FIGURES, "A", 12.34, 5.0))
    assert statuses["nav2_composition_bench: isolated"] == {
        "phase": "leg A",
        "goal": "A",
        "driven_s": "12.3",
        "is_steady": "true",
        "steady_s": "5.0",
        "cpu_percent": "31.3",
        "pss_mb": "131.0",
        "observer_cpu_percent": "0.42",
        "observer_rss_mb": "1.4",
    }
    assert statuses["nav2_composition_bench: isolated/nav2_container"] == {
        "pid": "10",
        "cpu_percent": "31.3",
        "pss_mb": "131.0",
    }


def test_what_is_not_known_yet_has_no_entry() -> None:
    assert told(LiveStatus(None)) == {"nav2_composition_bench: isolated": {"phase": "leg A"}}


def test_a_leg_that_is_not_steady_says_so() -> None:
    values = told(LiveStatus(FIGURES, "A", 3.0, None))["nav2_composition_bench: isolated"]
    assert values["is_steady"] == "false" and "steady_s" not in values
