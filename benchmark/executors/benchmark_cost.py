# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""CPU of a message by executor, on rcl and, where ROS 2 is sourced, on rclcpp."""

from __future__ import annotations

import random
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from benchmark.executors.processes import Binding, bindings, cpu_per_message_us
from benchmark.result import Bound, Result
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.parameters import EngineOptions
from nav2_composition_bench.topology.topology_file import (
    find_topology_file,
    load_topology,
    topology_of,
)

TITLE = "CPU of executors for each message, all nodes in one process"

NODES = 20
ENDS = 5
RATE_HZ = 10
WINDOW_S = 5.0
ROUNDS = 5
SEED = 1

STOCK, RCLCPP_EVENTS = "single_threaded", "rclcpp_events"
OURS = ("events", "ring_buffer")
KINDS: Mapping[str, Sequence[str]] = {
    "rcl": (STOCK, *OURS),
    "rclcpp": (STOCK, RCLCPP_EVENTS, *OURS),
}
"""Binding → executors that it has."""


@dataclass(frozen=True)
class Arm:
    """A graph and what spins it."""

    graph: str
    kind: str
    per_node: bool = False
    by_pointer: bool = False

    @property
    def thread(self) -> str | None:
        """Whose CPU time counts: the one executor's; None: the process's."""
        return None if self.per_node or self.graph == ROBOT else "executor"

    @property
    def options(self) -> tuple[str, ...]:
        """Of the engine's program."""
        return ("--executor", self.kind, *["--per-node"] * self.per_node)


@dataclass(frozen=True)
class Target:
    """What an arm may take, as a share of another one of the same graph and binding."""

    arm: Arm
    against: str
    ratio: float


Costs = Mapping[Arm, list[float]]
"""Microseconds of CPU for each message, round by round."""

SMALL = {"msg_type": "stamped10b"}
MESH, DELIVERIES, ROBOT = "mesh", "deliveries", "consumer_robot"


def measure() -> Iterator[Result]:
    """Run every arm of all bindings in each round, in shuffled order."""
    graphs = {
        MESH: mesh(),
        DELIVERIES: deliveries(),
        ROBOT: load_topology([find_topology_file(ROBOT)]),
    }
    found = bindings()
    arms = [(binding, arm) for binding in found for arm in arms_of(binding)]
    costs: dict[str, dict[Arm, list[float]]] = {
        binding.name: {arm: [] for arm in arms_of(binding)} for binding in found
    }
    order = random.Random(SEED)
    for _ in range(ROUNDS):
        order.shuffle(arms)
        for binding, arm in arms:
            engine = EngineOptions(intra_process=arm.by_pointer)
            cost = cpu_per_message_us(
                binding, graphs[arm.graph], arm.options, WINDOW_S, engine, arm.thread
            )
            costs[binding.name][arm].append(cost)
    for binding in found:
        yield from results(binding.name, costs[binding.name])


def mesh() -> Topology:
    """Nodes with as many publishers as subscriptions, each topic from one node to another."""
    return topology_of(
        {
            "nodes": [
                {
                    "node_name": f"node_{number}",
                    "publishers": [
                        {**SMALL, "topic_name": f"from_{number}_{end}", "freq_hz": RATE_HZ}
                        for end in range(ENDS)
                    ],
                    "subscribers": [
                        {**SMALL, "topic_name": f"from_{(number + 1 + end) % NODES}_{end}"}
                        for end in range(ENDS)
                    ],
                }
                for number in range(NODES)
            ]
        },
        MESH,
    )


def deliveries() -> Topology:
    """Nodes with subscriptions alone, which hear one with a thread of its own.

    Its rates differ by up to 4 %, so that messages come one by one and not many at a time.
    """
    topics = [f"topic_{number}" for number in range(NODES * ENDS)]
    spread = 0.08 / (len(topics) - 1)
    sender = {
        "node_name": "sender",
        "own_executor": True,
        "publishers": [
            {**SMALL, "topic_name": topic, "freq_hz": RATE_HZ * (0.96 + spread * number)}
            for number, topic in enumerate(topics)
        ],
    }
    receivers = [
        {
            "node_name": f"node_{number}",
            "subscribers": [{**SMALL, "topic_name": topic} for topic in topics[number::NODES]],
        }
        for number in range(NODES)
    ]
    return topology_of({"nodes": [sender, *receivers]}, DELIVERIES)


def arms_of(binding: Binding) -> list[Arm]:
    """Return what is measured on a binding."""
    kinds = KINDS[binding.name]
    return [
        *(Arm(MESH, kind, per_node) for kind in kinds for per_node in (False, True)),
        *(Arm(graph, kind) for graph in (DELIVERIES, ROBOT) for kind in kinds),
        *(Arm(MESH, kind, by_pointer=True) for kind in OURS if binding.name == "rclcpp"),
    ]


def targets_of(binding: str) -> Iterator[Target]:
    """Yield what the executors of this package have to reach.

    rcl's wait set is several times cheaper than rclcpp's, and an executor for each node has little
    to look through: there ours are not to cost more.
    """
    for kind in OURS:
        one, each = Arm(MESH, kind), Arm(MESH, kind, per_node=True)
        taking, robot = Arm(DELIVERIES, kind), Arm(ROBOT, kind)
        if binding == "rclcpp":
            yield Target(one, RCLCPP_EVENTS, 0.9)
            yield Target(one, STOCK, 0.1)
            yield Target(taking, RCLCPP_EVENTS, 0.9)
            yield Target(taking, STOCK, 0.1)
            yield Target(each, RCLCPP_EVENTS, 1.0)
            yield Target(Arm(MESH, kind, by_pointer=True), STOCK, 0.1)
        else:
            yield Target(one, STOCK, 1.0)
            yield Target(taking, STOCK, 1.0)
        yield Target(each, STOCK, 1.0)
        yield Target(robot, STOCK, 0.35)


def results(binding: str, costs: Costs) -> Iterator[Result]:
    """Yield the median over the rounds of each ratio, with its range."""
    for target in targets_of(binding):
        arm = target.arm
        other = Arm(arm.graph, target.against, arm.per_node)  # by the middleware
        ratios = [mine / its for mine, its in zip(costs[arm], costs[other])]
        what = "one per node" if arm.per_node else "one for all"
        how = f"{arm.kind} by pointer" if arm.by_pointer else arm.kind
        name = f"{binding}, {arm.graph}, {what}: {how} / {target.against}"
        mine_us, its_us = (statistics.median(costs[each]) for each in (arm, other))
        detail = (
            f"median of {min(ratios):.3g} to {max(ratios):.3g};"
            f" {mine_us:.1f} and {its_us:.1f} µs of the {arm.thread or 'process'} for each message"
        )
        yield Result(name, statistics.median(ratios), Bound.AT_MOST, target.ratio, "", detail)
