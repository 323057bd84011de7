# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which table of nodes is a system's; every composition is generated from it."""

from __future__ import annotations

from collections.abc import Iterable

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.study.nav2_table import ALL_NODES, NAV2_TABLES, OTHER_SECTIONS
from nav2_composition_bench.study.node_entry import NodeEntry, fully_qualified_names
from nav2_composition_bench.study.reference_table import REFERENCE_TABLE

NAVIGATING = ("reference", "nav2")
"""The systems in which a robot drives."""
SYSTEMS = (*NAVIGATING, "topology")
NEWEST_DISTRO = "lyrical"


def sections_of_any_distro(system: str) -> tuple[str, ...]:
    """Return the name of every section that a parameter file of the system may have.

    It is of a node in some distribution, or of one that the system's own launch files start.
    """
    if system != "nav2":
        return _names(REFERENCE_TABLE)
    return (*_names(ALL_NODES), *OTHER_SECTIONS)


def _names(nodes: Iterable[NodeEntry]) -> tuple[str, ...]:
    return tuple(name.strip("/") for name in fully_qualified_names(nodes))


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
