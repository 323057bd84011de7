# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A study and the trials it consists of."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.arm_design import ArmDesign, arms_of, baseline_of, factors_of
from nav2_composition_bench.study.background_load import BackgroundLoad
from nav2_composition_bench.study.factor import TOPOLOGY
from nav2_composition_bench.study.known_cost import KNOWN_COST_NODES, KnownCost
from nav2_composition_bench.study.node_entry import NodeEntry
from nav2_composition_bench.study.node_table import table_for
from nav2_composition_bench.study.topology_table import topology_table
from nav2_composition_bench.study.workload import Exchange, Navigation
from nav2_composition_bench.topology.graph import Topology


@dataclass(frozen=True)
class Limits:
    """Times of one trial, in seconds.

    A trial that runs into ``bring_up_s``, ``first_goal_s`` or ``leg_s`` is invalid; ``rest_s`` is
    waited, and after ``shutdown_s`` SIGTERM follows SIGINT.
    """

    bring_up_s: float = 60.0
    rest_s: float = 2.0
    first_goal_s: float = 30.0
    leg_s: float = 90.0
    shutdown_s: float = 15.0


@dataclass(frozen=True)
class SamplingRates:
    """How often the sampler reads what.

    :param cpu_interval_s: between readings of the cumulative CPU counters (cheap).
    :param memory_interval_s: between walks of the page tables (expensive; takes mmap_lock).
    """

    cpu_interval_s: float = 0.5
    memory_interval_s: float = 8.0


@dataclass(frozen=True)
class ValidityLimits:
    """What a trial must hold to count; see ``trial.validity`` for the rules.

    :param real_time_factor: lowest simulated seconds per second, over the legs.
    :param control_loop_ratio: lowest rate of velocity commands, as a share of the nominal rate.
    """

    real_time_factor: float = 0.99
    control_loop_ratio: float = 0.95


@dataclass(frozen=True)
class Study:
    """Everything that says what a study runs; equal studies are comparable run for run.

    :param name: directory of the results.
    :param design: of the arms that each block runs once.
    :param trials: blocks; with ``until`` at most.
    :param seed: of order and simulator.
    :param workload: what the system does in each trial.
    :param overlays: (name, file) of what arms may lay over the parameters; see the factor
        ``params``.
    :param distro: null for the reference stack.
    :param max_attempts: of a trial.
    :param until: precision at which it ends.
    :param known_cost: of an added node.
    """

    name: str
    system: str
    design: ArmDesign
    trials: int
    seed: int | None
    workload: Navigation | Exchange
    overlays: tuple[tuple[str, Path], ...] = ()
    distro: str | None = None
    max_attempts: int = 5
    until: str | None = None
    limits: Limits = Limits()
    sampling: SamplingRates = SamplingRates()
    validity: ValidityLimits = ValidityLimits()
    known_cost: KnownCost | None = None
    background_load: BackgroundLoad | None = None

    @property
    def navigation(self) -> Navigation:
        """What is driven and where, of a system that navigates."""
        assert isinstance(self.workload, Navigation), f"{self.system} does not navigate"
        return self.workload

    @property
    def exchange(self) -> Exchange:
        """Which graphs exchange messages, of a study of topologies."""
        assert isinstance(self.workload, Exchange), f"{self.system} is no topology"
        return self.workload

    def graph_of(self, arm: Arm) -> Topology:
        """Return the graph that an arm of a study of topologies runs."""
        level = arm[TOPOLOGY]
        assert level is not None, "its design has that factor"
        return self.exchange.graphs[level]

    def with_navigation(self, **changes: Any) -> Study:
        """Return the study with other fields of its navigation."""
        return replace(self, workload=replace(self.navigation, **changes))

    @cached_property
    def arms(self) -> tuple[Arm, ...]:
        """Everything that each block runs once, in the order of every table.

        :raises UserError: if the design holds two arms that are the same.
        """
        return arms_of(self.design)

    @property
    def baseline(self) -> str:
        """Name of the arm that savings are against.

        :raises UserError: if the design names one that is no arm.
        """
        return baseline_of(self.design, self.arms)

    @property
    def factors(self) -> tuple[str, ...]:
        """The factors in which the arms differ."""
        return factors_of(self.arms)

    @property
    def nodes(self) -> tuple[NodeEntry, ...]:
        """The nodes of the system under test, in loading order.

        :raises UserError: for an unknown system or distribution.
        """
        if isinstance(self.workload, Exchange):
            tables = map(topology_table, self.workload.graphs.values())
            return tuple({node.name: node for table in tables for node in table}.values())
        table = table_for(self.system, self.distro)
        return table if self.known_cost is None else (*table, KNOWN_COST_NODES[self.system])


@dataclass(frozen=True)
class TrialSpec:
    """One cell of the randomised complete block design.

    :param block: from 0; each block holds every arm once.
    :param order_in_block: position in the shuffled block, from 0.
    :param attempt: from 0; counts repetitions of an invalid trial.
    """

    arm: Arm
    block: int
    order_in_block: int
    attempt: int = 0
