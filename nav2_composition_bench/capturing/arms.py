# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The study in which a captured system's placement is set beside others; pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from nav2_composition_bench.capturing.containers import levels_of, replayed_spinning
from nav2_composition_bench.capturing.layout import (
    Pair,
    by_namespace,
    composition_of,
    merged_by_traffic,
)
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.placing.trials import study_of_arms
from nav2_composition_bench.study.arm import JOINT, arm_of
from nav2_composition_bench.study.arm_design import ArmDesign, ListedArm
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.factor import DEFAULT_RMW, ON
from nav2_composition_bench.study.placement import (
    ISOLATED,
    MULTI_THREADED,
    SINGLE_THREADED,
    STOCK,
    Placement,
)
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.units import Partition, captured_groups, inside, units

Levels = Mapping[str, str]

CAPTURED = "captured"
SEPARATE = "separate"
"""Each program a process, of a system that was captured in containers."""
TWO = "two_by_traffic"
NAMESPACES = "by_namespace"
APART = "kept_apart"
APART_HALVED = "kept_apart_halved"
_OWN_NAMES = (CAPTURED, SEPARATE, TWO, NAMESPACES, APART, APART_HALVED)


@dataclass(frozen=True)
class PredictionOptions:
    """What is asked of a prediction.

    :param distro: that is sourced; None on the wheels.
    :param middlewares: that are installed.
    :param apart: pairs of nodes that some arms are to keep apart.
    :param placements: the user's own, with whole units.
    :param executor: of these.
    :param chosen: names of the arms that are run besides the captured one; empty for all.
    """

    name: str
    trials: int
    seed: int
    window_s: float
    distro: str | None
    middlewares: Sequence[str]
    apart: frozenset[Pair] = frozenset()
    placements: Sequence[Placement] = ()
    executor: Executor = Executor.STOCK
    chosen: tuple[str, ...] = ()


def rmw_here(topology: Topology, middlewares: Sequence[str]) -> str:
    """Return the middleware that was captured, or one that is here if that is not.

    That of a topology that nobody captured is the default.
    """
    if topology.captured is None:
        return DEFAULT_RMW
    captured = topology.captured.rmw
    return captured if captured in middlewares else (*middlewares, DEFAULT_RMW)[0]


def prediction_study(topology: Topology, options: PredictionOptions) -> Study:
    """Return the study.

    :raises UserError: if an arm that was chosen is none, or a placement's name is another arm's.
    """
    compositions = _compositions(topology, options)
    listed = tuple(_distinct(topology, compositions, options))
    chosen = options.chosen and (CAPTURED, *(n for n in options.chosen if n != CAPTURED))
    used = {arm.levels["composition"] for arm in listed}
    design = ArmDesign(
        {},
        listed,
        tuple(each for each in _own(compositions) if each.name in used),
        baseline=CAPTURED,
        chosen=tuple(chosen),
        topologies=(topology.name,),
    )
    return study_of_arms(
        options.name,
        topology,
        design,
        trials=options.trials,
        seed=options.seed,
        window_s=options.window_s,
    )


def _own(compositions: Mapping[str, Placement]) -> tuple[Placement, ...]:
    """Return those that are not among the stock ones."""
    return tuple(each for each in compositions.values() if each.name not in STOCK)


def _compositions(topology: Topology, options: PredictionOptions) -> dict[str, Placement]:
    """Return every placement in processes, by the name of its arm.

    One process for all nodes is left to the arms of that name.
    """
    for placement in options.placements:
        if placement.name in _OWN_NAMES:
            raise UserError(
                f"--placement: an arm is called '{placement}' here already; name yours otherwise"
            )
    separate = units(topology)
    wanted: dict[str, Partition] = {SEPARATE: separate}
    if options.apart:
        half = (len(separate) + 1) // 2
        wanted[APART] = merged_by_traffic(topology, 1, options.apart)
        wanted[APART_HALVED] = merged_by_traffic(topology, half, options.apart)
    if len(spaces := by_namespace(topology)) > 1:
        wanted[NAMESPACES] = spaces
    wanted[TWO] = merged_by_traffic(topology, 2)
    found = {CAPTURED: composition_of(CAPTURED, captured_groups(topology))}
    found |= {placement.name: placement for placement in options.placements}
    return found | {
        name: composition_of(name, partition)
        for name, partition in wanted.items()
        if len(partition) > 1
    }


def _wanted(
    compositions: Mapping[str, Placement],
    captured: Levels,
    options: PredictionOptions,
    rmw: str,
) -> Iterator[tuple[str, Levels]]:
    yield CAPTURED, captured
    of_own = {"executor": options.executor.value}
    for name, composition in compositions.items():
        if name != CAPTURED:
            is_own = composition in options.placements
            yield name, {"composition": composition.name, **(of_own if is_own else {})}
    for each in (ISOLATED, MULTI_THREADED, SINGLE_THREADED):
        yield each.name, {"composition": each.name}
    events = [Executor.EVENTS, Executor.RING_BUFFER]
    if options.distro is not None:
        events = [Executor.RCLCPP_EVENTS, Executor.EVENTS]
    for executor in events:
        for each in (ISOLATED, SINGLE_THREADED):
            yield f"{each}{JOINT}{executor}", {"composition": each.name, "executor": executor.value}
    isolated = {"composition": ISOLATED.name}
    yield f"{ISOLATED}{JOINT}intra_process", {**isolated, "intra_process": ON}
    for other in options.middlewares:
        if other != rmw:
            yield f"{CAPTURED}{JOINT}{other}", {**captured, "rmw": other}
            yield f"{ISOLATED}{JOINT}{other}", {**isolated, "rmw": other}


def _distinct(
    topology: Topology, compositions: Mapping[str, Placement], options: PredictionOptions
) -> Iterator[ListedArm]:
    """Return the arms that differ in what runs.

    :raises UserError: for a chosen one, or the user's placement, that runs what another does.
    """
    rmw = rmw_here(topology, options.middlewares)
    known, names = ArmDesign(placements=_own(compositions)), inside(topology)
    captured: Levels = {"composition": compositions[CAPTURED].name}
    if compositions[CAPTURED] == ISOLATED:
        captured = levels_of(replayed_spinning(topology, options.distro))
    running: dict[tuple[object, ...], str] = {}
    for name, wanted in _wanted(compositions, captured, options, rmw):
        levels = {"topology": topology.name, "rmw": rmw, **wanted}
        first = running.setdefault(arm_of(levels, known, name).what_runs_of(names), name)
        if first == name:
            yield ListedArm(name, levels)
        elif compositions.get(name) in options.placements:
            raise UserError(f"--placement: '{name}' runs what '{first}' does here; leave it out")
        elif name in options.chosen:
            raise UserError(f"--arm '{name}' runs what '{first}' does here; name that one")
