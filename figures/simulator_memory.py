# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Nav2's memory by simulator, and on simulated time."""

from __future__ import annotations

from figures.studies import mean, study
from nav2_composition_bench.metrics import BYTES_PER_MEGABYTE

_SIMULATED_TIME = "nav2-jazzy-simulated-time"
_GAZEBO = "nav2-jazzy-gazebo"
_OWN_SIMULATOR = "nav2-jazzy-fastrtps-one-session"


def simulator_footprints() -> str:
    """Return Nav2's footprint in multi_process by simulator."""
    own, simulated, gazebo = (
        f"{mean(name, 'multi_process', 'footprint_bytes') / BYTES_PER_MEGABYTE:.0f} MB"
        for name in (_OWN_SIMULATOR, _SIMULATED_TIME, _GAZEBO)
    )
    return (
        f"{own} with `mujoco`, {simulated} with `mujoco` on simulated time (one trial,"
        f" `{_SIMULATED_TIME}`), {gazebo} with Gazebo"
    )


def simulated_time_parts() -> str:
    """Return where the memory of simulated time is."""
    own, simulated, gazebo = (
        mean(name, "multi_process", "footprint_bytes") / BYTES_PER_MEGABYTE
        for name in (_OWN_SIMULATOR, _SIMULATED_TIME, _GAZEBO)
    )
    heap = _planner_heap_mb(_SIMULATED_TIME) - _planner_heap_mb(_OWN_SIMULATOR)
    return (
        f"Of the {simulated - own:.0f} MB of simulated time {heap:.0f} MB are heap of"
        f" `planner_server`; the {gazebo - simulated:.0f} MB that are left"
    )


def _planner_heap_mb(name: str) -> float:
    return next(
        process.metrics["pss_anon_bytes"] / BYTES_PER_MEGABYTE
        for process in study(name).typical["multi_process"].processes
        if process.label == "planner_server"
    )
