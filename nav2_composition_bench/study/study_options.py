# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the command line changes in a study."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nav2_composition_bench.errors import UserError, at_least, within
from nav2_composition_bench.files.names import PLAIN_NAME, directory_name
from nav2_composition_bench.files.user_path import existing_file, real_path, user_path
from nav2_composition_bench.study.arm_design import (
    PAPER_LEVELS,
    ArmDesign,
    arms_of,
    refuse_given_twice,
)
from nav2_composition_bench.study.background_load import BackgroundLoad
from nav2_composition_bench.study.design_changes import (
    check_levels,
    with_factor,
    with_placements,
)
from nav2_composition_bench.study.factor import BASE, PARAMS, RMW, known_level
from nav2_composition_bench.study.fleet_sizes import of_sizes
from nav2_composition_bench.study.goal import in_laps
from nav2_composition_bench.study.known_cost import KnownCost
from nav2_composition_bench.study.node_table import SYSTEMS
from nav2_composition_bench.study.overlays import overlay_names
from nav2_composition_bench.study.placement import STOCK, parse_placement
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.workload import MAX_WINDOW_S, Exchange, Navigation


@dataclasses.dataclass(frozen=True)
class StudyOptions:
    """What the command line says; None and empty leave the study's value.

    :param compositions: levels of the factor, placements included, or ``all``.
    :param placements: of the form ``placement.FORM``; further ones, which are run in any case.
    :param factors: ``NAME=LEVEL,LEVEL`` each.
    :param overlays: ``NAME=FILE`` each.
    :param params_files: parameter files in place of the study's.
    :param arms: names of the arms that are run.
    :param baseline: name of the arm that savings are against.
    :param robots: sizes of a fleet.
    :param laps: how often the robot drives to all goals in a trial.
    :param window_s: how long messages are counted in a trial of a topology.
    :param external_host: others start simulator and goal script.
    """

    name: str | None = None
    system: str | None = None
    rmw: str | None = None
    compositions: Sequence[str] = ()
    trials: int | None = None
    seed: int | None = None
    placements: Sequence[str] = ()
    known_cost: KnownCost | None = None
    background_load: BackgroundLoad | None = None
    factors: Sequence[str] = ()
    overlays: Sequence[str] = ()
    params_files: Sequence[str] = ()
    arms: Sequence[str] = ()
    baseline: str | None = None
    robots: Sequence[int] = ()
    laps: int | None = None
    window_s: float | None = None
    external_host: bool = False


def override(study: Study, options: StudyOptions) -> Study:
    """Apply what the command line says.

    :raises UserError: naming the option that does not fit, and what would.
    """
    if options.robots:
        study = of_sizes(study, options.robots)
    changes: dict[str, Any] = {}
    if options.name is not None:
        changes["name"] = directory_name("--name", options.name)
    if options.system is not None:
        changes["system"] = known_level("--system", options.system, SYSTEMS)
    if options.known_cost is not None:
        changes["known_cost"] = options.known_cost
    if options.background_load is not None:
        changes["background_load"] = options.background_load
    if options.trials is not None:
        changes["trials"] = at_least("--trials", options.trials, 1)
    if options.seed is not None:
        changes["seed"] = at_least("--seed", options.seed, 0)
    if options.laps is not None:
        changes["workload"] = _driven_in_laps(study, at_least("--laps", options.laps, 1))
    if options.window_s is not None:
        changes["workload"] = _counted_for(study, options.window_s)
    if options.params_files:
        workload = changes.get("workload", study.workload)
        changes["workload"] = _with_parameters(study, workload, options.params_files)
    if options.external_host:
        changes["workload"] = _hosted_by_others(study, changes.get("workload", study.workload))
    overlays = tuple(map(_overlay, options.overlays))
    refuse_given_twice("--overlay", [name for name, _ in overlays])
    changes["overlays"] = (*study.overlays, *overlays)
    if changes.get("system", study.system) != study.system and "topology" in (
        study.system,
        changes["system"],
    ):
        raise UserError(
            f"--system {changes['system']} does not fit study {study.name}, which is of system"
            f" {study.system}; name a study of that system with --study"
        )
    names = overlay_names([name for name, _ in changes["overlays"]])
    changes["design"] = _design(study.design, options, names)
    _refuse_unused(changes["design"], [name for name, _ in overlays])
    changed = dataclasses.replace(study, **changes)
    baseline = changed.baseline  # here, so that a fault is told before anything else is done
    if options.baseline and options.baseline != baseline:
        raise UserError(f"--baseline {options.baseline} is not run; add --arm {options.baseline}")
    return changed


def _driven_in_laps(study: Study, laps: int) -> Navigation:
    if not isinstance(study.workload, Navigation):
        raise UserError(
            f"--laps does not fit study {study.name}, in which no robot drives; name another with"
            " --study"
        )
    return dataclasses.replace(study.workload, goals=in_laps(study.workload.goals, laps))


def _with_parameters(
    study: Study, workload: Navigation | Exchange, names: Sequence[str]
) -> Navigation:
    if not isinstance(workload, Navigation):
        raise UserError(
            f"--params does not fit study {study.name}, in which no robot drives; name another with"
            " --study"
        )
    paths = [real_path(user_path("--params", name)) for name in names]
    files = tuple(existing_file(path, "--params") for path in paths)
    return dataclasses.replace(workload, params_files=files)


def _hosted_by_others(study: Study, workload: Navigation | Exchange) -> Navigation:
    if not isinstance(workload, Navigation):
        raise UserError(
            f"--external-host: no robot drives in study {study.name}, so nobody simulates or sends"
            " goals; leave it out"
        )
    return dataclasses.replace(workload, external_host=True)


def _counted_for(study: Study, window_s: float) -> Exchange:
    if not isinstance(study.workload, Exchange):
        raise UserError(
            f"--window does not fit study {study.name}, in which a robot drives; its trials get"
            " longer with --laps"
        )
    within("--window", window_s, study.workload.min_window_s, MAX_WINDOW_S)
    counted = dataclasses.replace(study.workload, window_s=window_s)
    interval_s = study.sampling.memory_interval_s
    if not counted.holds_memory(interval_s):
        raise UserError(
            f"--window is {window_s:g}, must be above the memory_interval_s of study {study.name},"
            f" {interval_s:g}: memory has to be read in it"
        )
    return counted


def _design(design: ArmDesign, options: StudyOptions, overlays: Sequence[str]) -> ArmDesign:
    if design.is_fleet:
        _refuse_placing(options)
    added = [parse_placement(text) for text in options.placements]
    new = tuple(placement.name for placement in added)
    refuse_given_twice("--placement", new)
    design = with_placements(dataclasses.replace(design, overlays=tuple(overlays)), added)
    given = dict(map(_factor, options.factors))
    if len(given) < len(options.factors):
        raise UserError("--factor names a factor twice; give all its levels at once")
    for option, factor in ((options.compositions, "composition"), (options.rmw, "rmw")):
        if option and factor in given:
            raise UserError(f"--{factor} and --factor {factor}=... contradict each other")
    if options.rmw is not None:
        given["rmw"] = (RMW.read("--rmw", options.rmw, design),)
    for factor, levels in given.items():
        check_levels(factor, levels, "--factor", design)
    if options.compositions:
        chosen = _chosen(options.compositions, design)
        if chosen is not None:
            given["composition"] = chosen
    if "composition" in given:
        given["composition"] = tuple(dict.fromkeys((*given["composition"], *new)))
    for factor, levels in given.items():
        design = with_factor(design, factor, levels)
    return dataclasses.replace(
        design,
        chosen=tuple(options.arms) or design.chosen,
        baseline=options.baseline or _baseline_left(design),
    )


def _refuse_placing(options: StudyOptions) -> None:
    for option, given in (
        ("composition", options.compositions),
        ("placement", options.placements),
    ):
        if given:
            raise UserError(
                f"--{option} is not for fleets, whose machines are a process each; leave it out"
            )


def _baseline_left(design: ArmDesign) -> str | None:
    """Return the study's baseline; None if the command line leaves no such arm."""
    names = [arm.name for arm in arms_of(dataclasses.replace(design, chosen=()))]
    return design.baseline if design.baseline in names else None


def _chosen(names: Sequence[str], design: ArmDesign) -> tuple[str, ...] | None:
    """Return the levels of ``composition`` that were named, in their order; None for all."""
    known = tuple(design.compositions)
    if "all" in names:
        if len(names) > 1:
            raise UserError("--composition all stands alone; leave the other --composition out")
        if any("composition" in listed.levels for listed in design.listed):
            return None
        return (*PAPER_LEVELS, *(name for name in known if name not in STOCK))
    for name in names:
        known_level("--composition", name, [*known, "all"])
    refuse_given_twice("--composition", names)
    return tuple(name for name in known if name in names)


def _factor(text: str) -> tuple[str, tuple[str, ...]]:
    """Read ``NAME=LEVEL,LEVEL``."""
    name, equals, levels = text.partition("=")
    if not equals:
        raise UserError(f"--factor: cannot read '{text}'; write FACTOR=LEVEL,LEVEL")
    return name.strip(), tuple(word for part in levels.split(",") if (word := part.strip()))


def _overlay(text: str) -> tuple[str, Path]:
    """Read ``NAME=FILE``."""
    name, equals, file = text.partition("=")
    path = real_path(user_path("--overlay", file))
    if not equals or not PLAIN_NAME.fullmatch(name) or name == BASE:
        raise UserError(
            f"--overlay: cannot read '{text}'; write NAME=FILE, the name not '{BASE}' and of"
            " letters, digits, dots, dashes and underscores"
        )
    return name, existing_file(path, f"--overlay {name}")


def _refuse_unused(design: ArmDesign, overlays: Sequence[str]) -> None:
    """:raises UserError: for an overlay of the command line that no arm has."""
    used = {arm[PARAMS] for arm in arms_of(dataclasses.replace(design, chosen=()))}
    for name in overlays:
        if name not in used:
            raise UserError(
                f"no arm has --overlay {name}; make it a level: --factor params={BASE},{name}"
            )
