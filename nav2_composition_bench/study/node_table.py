# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which table of nodes is a system's; every composition is generated from it."""

from __future__ import annotations

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.study.nav2_table import ALL_NODES, NAV2_TABLES
from nav2_composition_bench.study.node_entry import NodeEntry
from nav2_composition_bench.study.reference_table import REFERENCE_TABLE

NAVIGATING = ("reference", "nav2")
"""The systems in which a robot drives."""
SYSTEMS = (*NAVIGATING, "topology")
NEWEST_DISTRO = "lyrical"


def nodes_of_any_distro(system: str) -> tuple[NodeEntry, ...]:
    """Return every node that the system has in some distribution."""
    return ALL_NODES if system == "nav2" else REFERENCE_TABLE


def table_for(system: str, distro: str | None = None) -> tuple[NodeEntry, ...]:
    """Return the nodes of a system, in loading order.

    :param distro: ROS distribution; the reference stack is the same in all of them.
    :raises UserError: for an unknown system, or a distribution without a table.
    """
    if system == "reference":
        return REFERENCE_TABLE
    if system != "nav2":
        raise UserError(f"unknown system '{system}'; known: {', '.join(SYSTEMS)}")
    if distro in NAV2_TABLES:
        return NAV2_TABLES[distro]
    known = ", ".join(NAV2_TABLES)
    if distro is None:
        raise UserError(
            "which Nav2? ROS_DISTRO is not set: source the setup.bash of ROS 2, or give the study"
            f" a distro; known: {known}"
        )
    if distro == "rolling":
        raise UserError(
            f"ROS distribution 'rolling' changes too often for a node table; '{NEWEST_DISTRO}' is"
            f" the nearest, say distro: {NEWEST_DISTRO} to use it; known: {known}"
        )
    raise UserError(
        f"no Nav2 node table for ROS distribution '{distro}';"
        f" {suggestion(distro, NAV2_TABLES)}known: {known}"
    )
