# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""An arm: one way of running the system under test."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.executor import Executor, Spinning, spinning_of
from nav2_composition_bench.study.fleet import Discovery, Network
from nav2_composition_bench.study.grouping import AnyComposition, Grouping
from nav2_composition_bench.study.loop_mapping import NONE, LoopMapping
from nav2_composition_bench.study.microseconds import IN_MICROSECONDS
from nav2_composition_bench.study.transport import Transport

FACTORS = (
    "composition",
    "discovery",
    "network",
    "executor",
    "mapping",
    "rmw",
    "intra_process",
    "params",
    "topology",
    "transport",
    *IN_MICROSECONDS,
)
"""What arms may differ in, in the order of an arm's name and of every table."""
MAPPING, PARAMS, TOPOLOGY = "mapping", "params", "topology"
OF_TOPOLOGIES = (TOPOLOGY, "transport")
"""Factors that no other system has."""
OF_FLEETS = ("discovery", "network")
"""Factors that topologies have whose graph is a fleet."""
NOT_OF_FLEETS = (
    "composition",
    "mapping",
    "intra_process",
    "params",
    "transport",
    *IN_MICROSECONDS,
)
"""Factors that a fleet does not apply: each machine is one process of the manual composition."""
UNTOLD = {MAPPING: NONE, **{factor: its.kernels for factor, its in IN_MICROSECONDS.items()}}
"""Factor → level of the arms that do not tell of it, as those recorded before there was any."""

BASE = "base"
"""Level of ``params`` for the parameter file as it is, without an overlay."""
OFF, ON = "off", "on"
"""Levels of ``intra_process``."""
DEFAULT_RMW = "rmw_fastrtps_cpp"


@dataclass(frozen=True)
class Arm:
    """One way of running a system; everything else is equal over the arms of a study.

    :param name: how records and reports call it, unique in its study.
    :param composition: how nodes share processes.
    :param executor: what spins them.
    :param rmw: middleware of the system, of the host side and of the node that measures.
    :param intra_process: composed nodes hand messages over without the middleware, where the
        distribution's Nav2 can.
    :param params: name of the overlay that is laid over the study's parameters; ``base`` for none.
    :param topology: name of the graph that runs; None for systems that are none.
    :param transport: how the messages of a topology go.
    :param mapping: which nodes share an executor; None for what the composition says.
    :param discovery: how the robots of a fleet find one another; None where there is no fleet.
    :param network: what a fleet is connected by.
    :param cpu_latency_us: idle cores enter no state that takes longer to leave, while the arm runs;
        None for no limit.
    :param timer_slack_us: how much later than asked the kernel may wake the system's threads, so
        that it wakes for several timers at once; None for its own, 50 µs.
    """

    name: str
    composition: AnyComposition
    executor: Executor = Executor.STOCK
    rmw: str = DEFAULT_RMW
    intra_process: bool = False
    params: str = BASE
    topology: str | None = None
    transport: Transport = Transport.DEFAULT
    mapping: LoopMapping | None = None
    discovery: Discovery | None = None
    network: Network = Network.ONE_SUBNET
    cpu_latency_us: int | None = None
    timer_slack_us: int | None = None

    def __str__(self) -> str:
        return self.name

    @property
    def levels(self) -> dict[str, str]:
        """Factor → level, for every factor that the system has.

        An arm without a mapping, a fleet or a time in µs does not tell of these factors, so that
        arms which were recorded before there were any are the same still.
        """
        mapped = {} if self.mapping is None else {"mapping": self.mapping.name}
        fleet: dict[str, str] = {}
        if self.discovery is not None:
            fleet = {"discovery": self.discovery.value, "network": self.network.value}
        graph: dict[str, str] = {}
        if self.topology is not None:
            graph = {"topology": self.topology, "transport": self.transport.value}
        return {
            "composition": self.composition.value,
            **fleet,
            "executor": self.executor.value,
            **mapped,
            "rmw": self.rmw,
            "intra_process": ON if self.intra_process else OFF,
            "params": self.params,
            **graph,
            **{factor: str(us) for factor, us in self._in_microseconds.items() if us is not None},
        }

    @property
    def spinning(self) -> Spinning:
        """What spins the nodes that share a process."""
        return spinning_of(self.composition, self.executor, self.mapping)

    @property
    def what_runs(self) -> tuple[object, ...]:
        """Equal for arms that run the same thing, whatever they are called."""
        same = (self.rmw, self.intra_process, self.params, self.topology, self.transport)
        around = (self.discovery, self.network, *self._in_microseconds.values())
        return (self._layout, self.spinning.what_runs, *same, *around)

    @property
    def _in_microseconds(self) -> dict[str, int | None]:
        return {factor: getattr(self, factor) for factor in IN_MICROSECONDS}

    @property
    def _layout(self) -> object:
        if isinstance(self.composition, Grouping):
            return frozenset(self.composition.groups)
        if self.composition in (Composition.MULTI_PROCESS, Composition.MANUAL):
            return self.composition
        return "container"


def arm_of(
    levels: Mapping[str, str],
    compositions: Mapping[str, AnyComposition],
    name: str,
    mappings: Mapping[str, LoopMapping] | None = None,
) -> Arm:
    """Make an arm of checked levels; a factor that is missing has its default.

    :param compositions: by name, groupings included.
    :param mappings: by name.
    """
    mapping = levels.get("mapping", NONE)
    discovery = levels.get("discovery")
    return Arm(
        name,
        compositions[levels["composition"]],
        Executor(levels.get("executor", Executor.STOCK.value)),
        levels.get("rmw", DEFAULT_RMW),
        levels.get("intra_process", OFF) == ON,
        levels.get("params", BASE),
        levels.get("topology"),
        Transport(levels.get("transport", Transport.DEFAULT.value)),
        None if mapping == NONE else (mappings or {})[mapping],
        None if discovery is None else Discovery(discovery),
        Network(levels.get("network", Network.ONE_SUBNET.value)),
        **{factor: its.us_of(levels.get(factor)) for factor, its in IN_MICROSECONDS.items()},
    )
