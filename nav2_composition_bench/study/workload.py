# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a system under test does while it is measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from nav2_composition_bench.study.goal import Goal, lap_of
from nav2_composition_bench.topology.generated import FLEET
from nav2_composition_bench.topology.graph import Topology

SIMULATORS = ("mujoco", "gazebo", "gz", "external")
"""What may simulate: the package's own, Gazebo Classic, Gazebo Sim, or whatever others start."""
_AROUND_LEGS_S, _LEG_S = 10.0, 25.0
_AROUND_WINDOW_S = 5.0


@dataclass(frozen=True)
class Navigation:
    """A simulated robot drives between goals.

    :param goals: in order; the last one is the start pose.
    :param params_files: parameters of every node in every arm, read as by one ``--params-file``
        after another.
    :param simulator: one of ``SIMULATORS``.
    :param external_host: others start simulator and goal script.
    """

    goals: tuple[Goal, ...]
    world_file: Path
    map_file: Path
    params_files: tuple[Path, ...]
    simulator: str = "mujoco"
    use_sim_time: bool = False
    external_host: bool = False

    shortest_leg_s = 0.0
    window_s = None
    """How long a leg takes depends on the robot."""
    rate_held_ratio = 0.0

    @property
    def legs(self) -> tuple[str, ...]:
        """Names of what is driven in a trial, in order."""
        return tuple(goal.name for goal in self.goals)

    @property
    def is_hosted_by_others(self) -> bool:
        """Whether others start simulator and goal script, as they do an external simulator."""
        return self.external_host or self.simulator == "external"

    @property
    def lap(self) -> int:
        """How many legs there are until the same are driven again."""
        return lap_of(self.goals)

    @property
    def expected_trial_s(self) -> float:
        """How long a trial takes, roughly: as in the records of the packaged studies."""
        return _AROUND_LEGS_S + _LEG_S * len(self.goals)


WINDOW = "window"
"""Name of the one leg of a trial in which nothing is driven."""
MIN_WINDOW_S = 10.0
"""Shortest window in which steadiness shows, which takes eight seconds."""
MAX_WINDOW_S = 86_400.0
"""A day."""
_MIN_FLEET_WINDOW_S = 3.0
"""As long as Fast DDS takes to announce a participant anew."""


@dataclass(frozen=True)
class Exchange:
    """The nodes of a graph exchange messages for a time.

    :param graphs: level of the factor ``topology`` → the graph.
    :param axis: argument that levels are values of.
    :param values: level → its place on that axis.
    :param window_s: how long, from when all nodes have found one another.
    :param rate_held_ratio: lowest, of the nominal rate.
    :param generated: what the graphs were made from, their kind (``graph``) included; None for
        graphs from files.
    """

    graphs: Mapping[str, Topology]
    axis: str | None = None
    values: Mapping[str, float] = field(default_factory=dict)
    window_s: float = 20.0
    rate_held_ratio: float = 0.95
    generated: Mapping[str, Any] | None = None

    legs = (WINDOW,)
    lap = len(legs)

    @property
    def shortest_leg_s(self) -> float:
        """How long a leg takes at least."""
        return self.window_s

    @property
    def expected_trial_s(self) -> float:
        """How long a trial takes, roughly; that of a large fleet takes longer."""
        return self.window_s + _AROUND_WINDOW_S

    @property
    def is_fleet(self) -> bool:
        """Whether the graphs are fleets, whose robots are machines of their own."""
        return self.generated is not None and self.generated["graph"] == FLEET

    @property
    def min_window_s(self) -> float:
        """The shortest ``window_s``; of fleets, whose CPU need not be steady, a shorter one."""
        return _MIN_FLEET_WINDOW_S if self.is_fleet else MIN_WINDOW_S

    def holds_memory(self, interval_s: float) -> bool:
        """Tell whether memory is read in the window; of fleets it is read on request.

        :param interval_s: between readings.
        """
        return self.is_fleet or interval_s < self.window_s
