# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The ways in which the nodes of a system are laid out over processes and executors."""

from __future__ import annotations

import enum


class Composition(str, enum.Enum):
    """How the nodes of the system under test share processes, after Table I of Macenski et al."""

    MULTI_PROCESS = "multi_process"
    """One process per node."""
    MANUAL = "manual"
    """One executable constructs every node; one executor and thread per node."""
    ISOLATED = "isolated"
    """Loaded into a container at run time; one executor and thread per component."""
    MULTI_THREADED = "multi_threaded"
    """Loaded into a container at run time; one multi-threaded executor for all components."""
    SINGLE_THREADED = "single_threaded"
    """Loaded into a container at run time; one single-threaded executor for all components."""

    def __str__(self) -> str:
        return self.value


PAPERS = (
    Composition.MULTI_PROCESS,
    Composition.MANUAL,
    Composition.ISOLATED,
    Composition.MULTI_THREADED,
)
"""Those of the paper's Table I, in its order; what a study compares unless it says otherwise."""
