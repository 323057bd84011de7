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
    """One executable constructs every node; one single-threaded executor and thread per node."""
    ISOLATED = "isolated"
    """Loaded into a container at run time; one single-threaded executor per component."""
    MULTI_THREADED = "multi_threaded"
    """Loaded into a container at run time; one multi-threaded executor for all components."""

    def __str__(self) -> str:
        return self.value

    @property
    def is_composed(self) -> bool:
        """True when all nodes share one process."""
        return self is not Composition.MULTI_PROCESS

    @property
    def uses_container(self) -> bool:
        """True when nodes are loaded at run time through composition_interfaces."""
        return self in (Composition.ISOLATED, Composition.MULTI_THREADED)
