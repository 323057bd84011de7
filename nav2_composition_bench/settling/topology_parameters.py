# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The parameter file of a topology."""

from __future__ import annotations

from pathlib import Path

from nav2_composition_bench.settling.parameters import ParameterFile
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.parameters import (
    DEFAULT_OPTIONS,
    EngineOptions,
    parameter_sections,
)


def topology_parameters(
    topology: Topology, path: Path, options: EngineOptions = DEFAULT_OPTIONS
) -> ParameterFile:
    """Return the parameters of all nodes as one file.

    :param path: what errors call it.
    """
    return ParameterFile(path, parameter_sections(topology, options))
