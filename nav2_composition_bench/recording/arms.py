# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The study in which a recorded system's arrangement is set beside others; pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.mapping.trials import study_of_arms
from nav2_composition_bench.recording.containers import levels_of, replayed_spinning
from nav2_composition_bench.recording.layout import (
    Pair,
    by_namespace,
    composition_of,
    merged_by_traffic,
)
from nav2_composition_bench.study.arm import JOINT, arm_of
from nav2_composition_bench.study.arm_design import ArmDesign, ListedArm
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.factor import DEFAULT_RMW, ON
from nav2_composition_bench.study.grouping import AnyComposition, Grouping, check_name
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.units import Partition, grouped, recorded_groups, units

Levels = Mapping[str, str]

RECORDED = "recorded"
SEPARATE = "separate"
"""Each program a process, of a system that was recorded in containers."""
TWO = "two_by_traffic"
NAMESPACES = "by_namespace"
APART = "kept_apart"
APART_HALVED = "kept_apart_halved"
_OWN_NAMES = (RECORDED, SEPARATE, TWO, NAMESPACES, APART, APART_HALVED)


@dataclass(frozen=True)
class PredictionOptions:
    """What is asked of a prediction.

    :param distro: that is sourced; None on the wheels.
    :param middlewares: that are installed.
    :param apart: pairs of nodes that some arms are to keep apart.
    :param groupings: the user's own, by name.
    :param chosen: names of the arms that are run besides the recorded one; empty for all.
    """

    name: str
    trials: int
    seed: int
    window_s: float
    distro: str | None
    middlewares: Sequence[str]
    apart: frozenset[Pair] = frozenset()
    groupings: Mapping[str, Partition] = field(default_factory=dict)
    chosen: tuple[str, ...] = ()


def rmw_here(topology: Topology, middlewares: Sequence[str]) -> str:
    """Return the middleware that was recorded, or one that is here if that is not.

    That of a topology that nobody recorded is the default.
    """
    if topology.recorded is None:
        return DEFAULT_RMW
    recorded = topology.recorded.rmw
    return recorded if recorded in middlewares else (*middlewares, DEFAULT_RMW)[0]


def prediction_study(topology: Topology, options: PredictionOptions) -> Study:
    """Return the study.

    :raises UserError: if an arm that was chosen is none, or a grouping's name is another arm's.
    """
    compositions = _compositions(topology, options)
    listed = tuple(_distinct(topology, compositions, options))
    chosen = options.chosen and (RECORDED, *(n for n in options.chosen if n != RECORDED))
    used = {arm.levels["composition"] for arm in listed}
    design = ArmDesign(
        {},
        listed,
        groupings=tuple(
            each
            for each in compositions.values()
            if isinstance(each, Grouping) and each.name in used
        ),
        baseline=RECORDED,
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


def _compositions(topology: Topology, options: PredictionOptions) -> dict[str, AnyComposition]:
    """Return every arrangement in processes, by name.

    One process for all nodes is left to the arms of that name.
    """
    wanted: dict[str, Partition] = {RECORDED: recorded_groups(topology)}
    for name in options.groupings:
        check_name(name, _OWN_NAMES)
    separate = units(topology)
    # A node goes with the last that has it, and a group has whole units.
    wanted |= {
        name: grouped(topology, [*separate, *groups]) for name, groups in options.groupings.items()
    }
    wanted[SEPARATE] = separate
    if options.apart:
        half = (len(separate) + 1) // 2
        wanted[APART] = merged_by_traffic(topology, 1, options.apart)
        wanted[APART_HALVED] = merged_by_traffic(topology, half, options.apart)
    if len(spaces := by_namespace(topology)) > 1:
        wanted[NAMESPACES] = spaces
    wanted[TWO] = merged_by_traffic(topology, 2)
    return {
        name: composition_of(name, partition)
        for name, partition in wanted.items()
        if len(partition) > 1 or name in (RECORDED, *options.groupings)
    }


def _wanted(
    compositions: Mapping[str, AnyComposition],
    recorded: Levels,
    options: PredictionOptions,
    rmw: str,
) -> Iterator[tuple[str, Levels]]:
    yield RECORDED, recorded
    for name, composition in compositions.items():
        if name != RECORDED:
            yield name, {"composition": composition.value}
    plain = (Composition.ISOLATED, Composition.MULTI_THREADED, Composition.SINGLE_THREADED)
    for each in plain:
        yield each.value, {"composition": each.value}
    events = [Executor.EVENTS, Executor.RING_BUFFER]
    if options.distro is not None:
        events = [Executor.RCLCPP_EVENTS, Executor.EVENTS]
    for executor in events:
        for each in (Composition.ISOLATED, Composition.SINGLE_THREADED):
            yield (
                f"{each}{JOINT}{executor}",
                {"composition": each.value, "executor": executor.value},
            )
    isolated = {"composition": Composition.ISOLATED.value}
    yield f"{Composition.ISOLATED}{JOINT}intra_process", {**isolated, "intra_process": ON}
    for other in options.middlewares:
        if other != rmw:
            yield f"{RECORDED}{JOINT}{other}", {**recorded, "rmw": other}
            yield f"{Composition.ISOLATED}{JOINT}{other}", {**isolated, "rmw": other}


def _distinct(
    topology: Topology, compositions: Mapping[str, AnyComposition], options: PredictionOptions
) -> Iterator[ListedArm]:
    """Return the arms that differ in what runs.

    :raises UserError: for one that was chosen, or the user's grouping, that runs what another does.
    """
    rmw = rmw_here(topology, options.middlewares)
    groupings = tuple(each for each in compositions.values() if isinstance(each, Grouping))
    known = ArmDesign(groupings=groupings)
    recorded: Levels = {"composition": compositions[RECORDED].value}
    if compositions[RECORDED] is Composition.ISOLATED:
        recorded = levels_of(replayed_spinning(topology, options.distro))
    running: dict[tuple[object, ...], str] = {}
    for name, wanted in _wanted(compositions, recorded, options, rmw):
        levels = {"topology": topology.name, "rmw": rmw, **wanted}
        first = running.setdefault(arm_of(levels, known, name).what_runs, name)
        if first == name:
            yield ListedArm(name, levels)
        elif name in options.groupings:
            raise UserError(f"--group: '{name}' runs what '{first}' does here; leave it out")
        elif name in options.chosen:
            raise UserError(f"--arm '{name}' runs what '{first}' does here; name that one")
