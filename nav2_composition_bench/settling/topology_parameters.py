# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The parameter file of a topology."""

from __future__ import annotations

from pathlib import Path

from nav2_composition_bench.settling.parameters import ParameterFile
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.factor import INTRA_PROCESS, TRANSPORT
from nav2_composition_bench.study.transport import Transport
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.parameters import EngineOptions, parameter_sections


def topology_parameters(
    topology: Topology, arm: Arm, path: Path, statistics: Path | None = None
) -> ParameterFile:
    """Return the parameters that all nodes have in an arm, as one file.

    :param path: what errors call it.
    :param statistics: directory in which each node writes its statistics.
    """
    options = EngineOptions(
        intra_process=arm[INTRA_PROCESS],
        statistics=statistics,
        loans=arm[TRANSPORT] is Transport.LOAN,
    )
    return ParameterFile(path, parameter_sections(topology, options))
