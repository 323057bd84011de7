# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Figures on advice, simulators, the gate and topologies."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from figures.cells import percent, table
from figures.studies import mean, records, study
from nav2_composition_bench.aggregate.advice import Check, advise
from nav2_composition_bench.aggregate.node_costs import trial_costs
from nav2_composition_bench.aggregate.regression import DEFAULT_THRESHOLDS
from nav2_composition_bench.aggregate.samples import arms_of
from nav2_composition_bench.aggregate.stored_study import find_studies, read_study
from nav2_composition_bench.cli.report import FORMATS
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.topology.topology_file import load_topology, packaged_topologies
from nav2_composition_bench.trial.store import read_records


def advice_errors() -> str:
    """Return how far predictions were off where groupings were measured as well."""
    rows = []
    for system, name in (("reference", "groupings"), ("nav2", "nav2-jazzy-groupings")):
        costs = (trial_costs(record) for record in read_records(study(name).directory))
        checks = advise([each for each in costs if each is not None], name).checks
        rows += [[system, *_errors(one)] for one in checks]
    errors = ("CPU, error [95 %]", "PSS, error", "footprint, error")
    return table(["system", "grouping", "processes", *errors], rows)


def _errors(one: Check) -> list[str]:
    cpu, *memory = (
        one.errors[metric] for metric in ("cpu_percent", "pss_bytes", "footprint_bytes")
    )
    if cpu.interval is None:
        raise UserError(f"{one.arm}: too few blocks to tell the error of predictions")
    span = f"[{100 * cpu.interval.low:.1f}, {100 * cpu.interval.high:.1f}]"
    nodes = sum(len(part) for part in one.partition)
    return [
        f"`{one.arm}`",
        f"{len(one.partition)} of {nodes}",
        f"{100 * cpu.value:.1f} % {span}",
        *(f"{100 * error.value:.1f} %" for error in memory),
    ]


_SIMULATED_TIME = "nav2-jazzy-simulated-time"
_GAZEBO = "nav2-jazzy-gazebo"
_OWN_SIMULATOR = "nav2-jazzy-fastrtps-one-session"


def simulator_footprints() -> str:
    """Return Nav2's footprint in multi_process by simulator."""
    own, simulated, gazebo = (
        f"{mean(name, 'multi_process', 'footprint_bytes') / 1e6:.0f} MB"
        for name in (_OWN_SIMULATOR, _SIMULATED_TIME, _GAZEBO)
    )
    return (
        f"{own} with `mujoco`, {simulated} with `mujoco` on simulated time (one trial,"
        f" `{_SIMULATED_TIME}`), {gazebo} with Gazebo"
    )


def simulated_time_parts() -> str:
    """Return where the memory of simulated time is."""
    own, simulated, gazebo = (
        mean(name, "multi_process", "footprint_bytes") / 1e6
        for name in (_OWN_SIMULATOR, _SIMULATED_TIME, _GAZEBO)
    )
    heap = _planner_heap_mb(_SIMULATED_TIME) - _planner_heap_mb(_OWN_SIMULATOR)
    return (
        f"Of the {simulated - own:.0f} MB of simulated time {heap:.0f} MB are heap of"
        f" `planner_server`; the {gazebo - simulated:.0f} MB that are left"
    )


def _planner_heap_mb(name: str) -> float:
    return next(
        process.pss_anon_bytes / 1e6
        for record in read_records(study(name).directory)
        if record.valid and record.arm == "multi_process"
        for process in record.processes
        if process.label == "planner_server"
    )


def thresholds() -> str:
    """Return the thresholds that the gate has by default."""
    rows = ([f"`{metric}`", percent(limit)] for metric, limit in DEFAULT_THRESHOLDS.items())
    return table(["metric", "threshold"], rows)


WHAT_TOPOLOGIES_ARE = {
    "cedar": "sizes and rates of iRobot's graph of that name; as the next three",
    "sierra_nevada": "small messages",
    "mont_blanc": "a consumer robot with a camera",
    "white_mountain": "the same with large frames",
    "consumer_robot": "at the rates of `mont_blanc`, with requirements",
    "create3": "a floor robot with 10 services and 10 actions around a control loop at 50 Hz",
    "reference_system": "Autoware's shape, after ros-realtime's reference system, with its hot"
    " path",
}


def topologies() -> str:
    """Return the topologies of the package with their sizes.

    :raises UserError: if one has no description above.
    """
    packaged = packaged_topologies()
    if packaged.keys() != WHAT_TOPOLOGIES_ARE.keys():
        unknown = ", ".join(sorted(packaged.keys() ^ WHAT_TOPOLOGIES_ARE.keys()))
        raise UserError(f"{Path(__file__).name}: WHAT_TOPOLOGIES_ARE and topologies/: {unknown}")
    rows = []
    for name, meaning in WHAT_TOPOLOGIES_ARE.items():
        nodes = load_topology([packaged[name]]).nodes
        publishers = sum(len(node.publishers) for node in nodes)
        subscriptions = sum(len(node.subscriptions) for node in nodes)
        rows.append([f"`{name}`", f"{len(nodes)}, {publishers}, {subscriptions}", meaning])
    return table(["name", "nodes, publishers, subscriptions", "what it is"], rows)


def bindings() -> str:
    """Return what studies of topologies cost on rclcpp, as multiples of what they cost on rcl."""
    rows = []
    for name in ("consumer_robot", "create3", "message_size", "containers", "image_latency"):
        cpu, pss = (
            {arm: mean(f"{name}-rclcpp", arm, metric) / mean(name, arm, metric) for arm in arms}
            for metric in ("cpu_percent", "pss_bytes")
            for arms in [arms_of(records(name))]
        )
        each = ", ".join(f"{arm} {cpu[arm]:.1f}" for arm in sorted(cpu, key=lambda arm: cpu[arm]))
        shown = each if len(cpu) <= _SHOWN_ARMS else _range(cpu.values())
        rows.append([name, shown, _range(pss.values())])
    return table(["study", "CPU, × rcl's", "PSS, × rcl's"], rows)


_SHOWN_ARMS = 5


def _range(ratios: Iterable[float]) -> str:
    ordered = sorted(ratios)
    return f"{ordered[0]:.2g} to {ordered[-1]:.2g}"


def topology_report(machine: Path) -> str:
    """Return the tables of all studies of topologies of a machine, as Markdown."""
    studies = [read_study(path) for path in find_studies([machine])]
    return FORMATS["md"]([each for each in studies if each.records[0].system == "topology"])
