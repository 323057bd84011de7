# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whose command lines an arm's bring-up uses."""

from __future__ import annotations

from nav2_composition_bench.settling.commands import Find, SystemCommands
from nav2_composition_bench.settling.nav2_commands import Nav2Commands
from nav2_composition_bench.settling.reference_commands import ReferenceCommands
from nav2_composition_bench.settling.topology_commands import TopologyCommands
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.factor import INTRA_PROCESS
from nav2_composition_bench.study.study import Study


def commands_of(study: Study, arm: Arm, find: Find, python: str) -> SystemCommands:
    """Return the command lines of the study's system.

    :param study: with its ROS distribution settled.
    :param python: the interpreter of its Python programs.
    """
    if study.system == "nav2":
        assert study.distro is not None, "settling gives it one"
        return Nav2Commands(study.distro, arm[INTRA_PROCESS], find, study.known_cost is not None)
    if study.system == "topology":
        return TopologyCommands(find, study.distro)
    return ReferenceCommands(python, study.known_cost is not None)
