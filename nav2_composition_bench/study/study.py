# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A study and the trials it consists of."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.goal import Goal
from nav2_composition_bench.study.grouping import AnyComposition, Grouping
from nav2_composition_bench.study.known_cost import KNOWN_COST_NODE, KnownCost
from nav2_composition_bench.study.node_table import NodeEntry, table_for


@dataclass(frozen=True)
class Limits:
    """Time-outs of one trial, in seconds; running into one makes the trial invalid."""

    bring_up_s: float = 60.0
    settle_s: float = 2.0
    first_goal_s: float = 30.0
    leg_s: float = 90.0
    shutdown_s: float = 15.0


@dataclass(frozen=True)
class SamplingRates:
    """How often the sampler reads what.

    :param cpu_interval_s: between readings of the cumulative CPU counters (cheap).
    :param memory_interval_s: between walks of the page tables (dear; takes mmap_lock).
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

    :param name: directory name of the study's results.
    :param system: ``reference`` or ``nav2``.
    :param compositions: in the order of the report.
    :param trials: valid trials wanted per composition and grouping = number of blocks.
    :param seed: seeds the order inside blocks and the simulator.
    :param goals: driven in this order in each trial; the last one is the start pose.
    :param params_file: the one Nav2-style parameter file of every node in every composition.
    :param distro: the ROS distribution whose node table counts; None for the reference stack.
    :param use_intra_process_comms: let composed nodes hand messages over without the middleware,
        where the distribution's Nav2 can.
    :param simulator: ``mujoco`` (the package's own), ``gazebo`` (Classic), ``gz``, or ``external``
        for a host side that is started by other means.
    :param max_attempts: how often one trial is repeated when invalid before the study gives up.
    :param groupings: further compositions: nodes that share processes.
    :param known_cost: of a node that is added to the reference stack; None for none.
    """

    name: str
    system: str
    compositions: tuple[Composition, ...]
    trials: int
    seed: int
    goals: tuple[Goal, ...]
    world_file: Path
    map_file: Path
    params_file: Path
    distro: str | None = None
    use_intra_process_comms: bool = False
    simulator: str = "mujoco"
    rmw: str = "rmw_fastrtps_cpp"
    use_sim_time: bool = False
    max_attempts: int = 5
    limits: Limits = Limits()
    sampling: SamplingRates = SamplingRates()
    validity: ValidityLimits = ValidityLimits()
    groupings: tuple[Grouping, ...] = ()
    known_cost: KnownCost | None = None

    @property
    def arms(self) -> tuple[AnyComposition, ...]:
        """Everything that each block runs once: the compositions, then the groupings."""
        return (*self.compositions, *self.groupings)

    @property
    def nodes(self) -> tuple[NodeEntry, ...]:
        """The nodes of the system under test, in loading order.

        :raises UserError: for an unknown system or distribution.
        """
        table = table_for(self.system, self.distro)
        return table if self.known_cost is None else (*table, KNOWN_COST_NODE)


@dataclass(frozen=True)
class TrialSpec:
    """One cell of the randomised complete block design.

    :param block: from 0; each block holds every composition once.
    :param order_in_block: position in the shuffled block, from 0.
    :param attempt: from 0; counts repetitions of an invalid trial.
    """

    composition: AnyComposition
    block: int
    order_in_block: int
    attempt: int = 0
