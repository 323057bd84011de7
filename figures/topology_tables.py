# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The packaged topologies, and what studies of them cost."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from figures.cells import table
from figures.studies import committed, mean, records, study, versions
from nav2_composition_bench.aggregate.samples import arms_of
from nav2_composition_bench.cli.report import FORMATS
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.topology.topology_file import load_topology, packaged_topologies

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
    names = ("consumer_robot", "create3", "message_size", "containers", "image_latency")
    for name in names:
        cpu, pss = (
            {arm: mean(f"{name}-rclcpp", arm, metric) / mean(name, arm, metric) for arm in arms}
            for metric in ("cpu_percent", "pss_bytes")
            for arms in [arms_of(records(name))]
        )
        each = ", ".join(f"{arm} {cpu[arm]:.1f}" for arm in sorted(cpu, key=lambda arm: cpu[arm]))
        shown = each if len(cpu) <= _SHOWN_ARMS else _range(cpu.values())
        rows.append([name, shown, _range(pss.values())])
    ran_with = versions(*names, *(f"{name}-rclcpp" for name in names))
    return table([f"study{ran_with}", "CPU, × rcl's", "PSS, × rcl's"], rows)


_SHOWN_ARMS = 5


def _range(ratios: Iterable[float]) -> str:
    ordered = sorted(ratios)
    return f"{ordered[0]:.2g} to {ordered[-1]:.2g}"


def topology_report(machine: str) -> str:
    """Return the tables of all committed studies of topologies of a machine, as Markdown."""
    studies = [study(name) for name in committed() if name.startswith(f"{machine}/")]
    return FORMATS["md"]([each for each in studies if each.records[0].system == "topology"])
