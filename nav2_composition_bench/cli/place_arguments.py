# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The command line of ``nav2-bench place``, and what it asks for."""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.capturing.layout import with_units
from nav2_composition_bench.cli.stopping_rule import BLOCKS
from nav2_composition_bench.cli.study_arguments import (
    add_placement_argument,
    add_results_arguments,
    add_window_arguments,
    machine_directory,
)
from nav2_composition_bench.errors import UserError, at_least, within
from nav2_composition_bench.files.names import directory_name
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.placing.costs import Costs
from nav2_composition_bench.placing.load import Load, load_of
from nav2_composition_bench.placing.prediction import Objective
from nav2_composition_bench.placing.search import REMEMBERED, SearchOptions
from nav2_composition_bench.placing.simulation import SIMULATED_S, predict
from nav2_composition_bench.placing.space import ONE_LOOP, Space
from nav2_composition_bench.placing.trials import CALIBRATED_ON, loops_in, on_cores
from nav2_composition_bench.study.arm_design import refuse_given_twice
from nav2_composition_bench.study.executor import LOOPED, Executor
from nav2_composition_bench.study.placement import Loop, Placement, missing_cores, parse_placement
from nav2_composition_bench.study.workload import MAX_WINDOW_S, MIN_WINDOW_S
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.topology_file import find_topology_file, load_topology
from nav2_composition_bench.topology.units import units

_MIN_VALUES: Mapping[str, float] = {
    "loops": 1,
    "cores": 1,
    "generations": 1,
    "population": 4,
    "trials": 1,
    "best": 1,
    "seed": 0,
    "random": 0,
}
"""Option → its smallest value."""


def add_place_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add = parser.add_argument
    add("--topology", required=True, metavar="FILE", help="topology file, or one of the package")
    add("--loops", type=int, required=True, metavar="K", help="event loops at most")
    add(
        "--objective",
        choices=[each.value for each in Objective],
        default=Objective.PATH_LATENCY.value,
        help="what is minimised (default: %(default)s)",
    )
    add(
        "--cores",
        type=int,
        metavar="N",
        help="of the machine that placements are for (default: this one's; others are only"
        " predicted)",
    )
    add(
        "--executor",
        choices=[each.value for each in LOOPED],
        default=Executor.RING_BUFFER.value,
        help="of each loop (default: %(default)s)",
    )
    add(
        "--generations",
        type=int,
        default=30,
        metavar="N",
        help="of the search (default: %(default)s)",
    )
    add(
        "--population",
        type=int,
        default=40,
        metavar="N",
        help="placements in each generation (default: %(default)s)",
    )
    add("--trials", type=int, metavar="N", help=f"blocks measured (default: {BLOCKS})")
    add(
        "--best",
        type=int,
        default=3,
        metavar="N",
        help=f"found placements that are measured, {REMEMBERED} at most (default: %(default)s)",
    )
    add(
        "--random",
        type=int,
        default=3,
        metavar="N",
        help="random placements beside them (default: %(default)s)",
    )
    add_placement_argument(parser, "predict and measure this too, all nodes in one process")
    add_window_arguments(parser)
    add("--model-only", action="store_true", help="measure the calibration trial alone")
    add(
        "--calibration",
        type=Path,
        metavar="DIR",
        help=f"study with a trial of {CALIBRATED_ON}, instead of a new one",
    )
    add_results_arguments(parser, name="place_TOPOLOGY", resume="a search or its trials")


@dataclass(frozen=True)
class Asked:
    """What the command line asks for, checked.

    :param placements: that are compared besides those that are found; cores counted from 0.
    """

    topology: Topology
    load: Load
    executor: Executor
    options: SearchOptions
    space: Space
    placements: tuple[Placement, ...]
    machine_cores: tuple[int, ...]
    directory: Path
    name: str

    @property
    def found_cores(self) -> tuple[int, ...]:
        """Numbers of the cores that placements are for: this machine's, or another's from 0 on."""
        return _numbers(self.space.cores, self.machine_cores)

    @property
    def model_alone(self) -> str | None:
        """Why nothing can be measured; None where it can."""
        asked, here = self.space.cores, len(self.machine_cores)
        if asked == here:
            return None
        return f"this machine has {here} cores: placements for {asked} are the model's alone"


def asked_of(arguments: argparse.Namespace) -> Asked:
    """Return what the command line asks for.

    :raises UserError: for a value that cannot be, or a topology that no model can be asked about.
    """
    topology = load_topology([find_topology_file(arguments.topology, "--topology")])
    load, parted = load_of(topology), units(topology)
    if len(parted) < 2:
        raise UserError(
            f"--topology: all nodes of {topology.name} are in one loop in every placement; name a"
            " topology with two or more that can be parted"
        )
    here = Installation.here().cores
    cores = arguments.cores or len(here)
    for option, least in _MIN_VALUES.items():
        value = getattr(arguments, option)
        if value is not None:
            at_least(f"--{option}", value, least)
    within("--window", arguments.window, MIN_WINDOW_S, MAX_WINDOW_S)
    if arguments.best > REMEMBERED:
        raise UserError(
            f"--best is {arguments.best}, must be at most {REMEMBERED}, as many as a search keeps"
        )
    if arguments.loops > len(parted):
        what = "nodes" if len(parted) == len(load.nodes) else "nodes that can be parted"
        raise UserError(
            f"--loops is {arguments.loops}, and {topology.name} has {len(parted)} {what}, each of"
            " which is in one loop; give that many at most"
        )
    name = directory_name("--name", arguments.name or f"place_{topology.name}")
    asked = Asked(
        topology,
        load,
        Executor(arguments.executor),
        SearchOptions(
            Objective(arguments.objective),
            arguments.generations,
            arguments.population,
            arguments.seed,
        ),
        Space(parted, arguments.loops, cores),
        tuple(_placements(arguments.placement, topology, _numbers(cores, here))),
        here,
        machine_directory(arguments) / name,
        name,
    )
    _refuse_without_messages(asked)
    return asked


def _numbers(cores: int, here: tuple[int, ...]) -> tuple[int, ...]:
    return here if cores == len(here) else tuple(range(cores))


def _placements(
    texts: Sequence[str], topology: Topology, numbers: Sequence[int]
) -> Iterator[Placement]:
    """Read placements that are to be compared with those that are found.

    :param numbers: of the cores that they may have.
    """
    given = [parse_placement(text) for text in texts]
    refuse_given_twice("--placement", [placement.name for placement in given])
    for placement in given:
        name = placement.name
        if name in (ONE_LOOP.name, CALIBRATED_ON) or name.startswith(("best_", "random_")):
            raise UserError(f"--placement: the search itself has a '{name}'; name yours otherwise")
        for lack in missing_cores(placement, numbers):
            raise UserError(f"--placement: {lack}")
        whole = with_units(placement, topology)
        loops_in(whole, topology)
        yield on_cores(whole, {number: index for index, number in enumerate(numbers)})


def _refuse_without_messages(asked: Asked) -> None:
    """Refuse an objective that no placement has a figure of."""
    objective, space = asked.options.objective, asked.space
    if objective is Objective.CPU:
        return
    found = predict(
        asked.load,
        Costs(primes_us=dict.fromkeys(asked.load.primes, 0.0)),
        tuple(map(Loop, space.units)),
        space.cores,
        seed=asked.options.seed,
    )
    if math.isinf(found.value(objective)):
        raise UserError(
            f"--objective is {objective}, and no message of {asked.topology.name} arrives anywhere"
            f" in the {SIMULATED_S:g} s that are simulated; take --objective {Objective.CPU}"
        )
