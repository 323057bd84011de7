# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Other levels and arms for a design, and whether there are such; pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.arm_design import PAPER_LEVELS, ArmDesign, ListedArm, arms_of
from nav2_composition_bench.study.factor import COMPOSITION, FACTORS, known_level
from nav2_composition_bench.study.placement import Placement


def check_levels(factor: str, levels: Sequence[str], where: str, design: ArmDesign) -> None:
    """Refuse a factor or level that does not exist.

    :param where: how errors call the place, such as ``--factor``.
    :raises UserError: naming it, and the nearest that does exist.
    """
    factors = [each.name for each in FACTORS.values() if each.is_for(design.systems)]
    if factor not in factors:
        raise UserError(
            f"{where}: there is no factor '{factor}'; {suggestion(factor, factors)}known:"
            f" {', '.join(factors)}"
        )
    if not levels:
        raise UserError(f"{where}: {factor} has no level; name one or more")
    for index, level in enumerate(levels):
        if level in levels[:index]:
            raise UserError(f"{where}: {factor} has the level {level} twice; give it once")
        FACTORS[factor].read(f"{where} {factor}", level, design)


def with_factor(design: ArmDesign, factor: str, levels: Sequence[str]) -> ArmDesign:
    """Return the design with other levels of a factor.

    Where some listed arm sets the factor, those stay that have one of these levels, be it set,
    crossed or the default. A level that none of them has is crossed with those that leave the
    factor out.

    :raises UserError: for such a level where every listed arm sets the factor.
    """
    if not any(factor in listed.levels for listed in design.listed):
        return replace(design, factors={**design.factors, factor: tuple(levels)})
    there = dict.fromkeys(each.levels[factor] for each in design.listed if factor in each.levels)
    if all(factor in each.levels for each in design.listed):
        for level in levels:
            known_level(f"{factor} of the study's arms", level, list(there))
    usual = design.factors.get(factor) or (FACTORS[factor].default,)
    crossed = tuple(level for level in levels if level in usual or level not in there)
    left = tuple(
        each
        for each in design.listed
        if (each.levels[factor] in levels if factor in each.levels else crossed)
    )
    factors = design.factors if crossed == usual else {**design.factors, factor: crossed}
    return replace(design, factors=factors, listed=left)


def knowing(design: ArmDesign, new: Sequence[Placement], where: str) -> ArmDesign:
    """Return the design with placements that are further levels of ``composition``.

    :param where: how errors call the place, such as ``--placement``.
    :raises UserError: for one whose name is taken.
    """
    for placement in new:
        if any(placement.name == each.name for each in design.placements):
            raise UserError(
                f"{where}: the study has a placement '{placement}' already; name yours otherwise"
            )
    return replace(design, placements=(*design.placements, *new))


def with_placements(design: ArmDesign, new: Sequence[Placement]) -> ArmDesign:
    """Return the design with further placements, all of which are run.

    Where it lists arms with compositions, a placement has an arm for each way in which those with a
    placement of the study's are run, called as the placement where they have names; without such,
    an arm of default levels.

    :raises UserError: for one whose name is taken.
    """
    own = {each.name for each in design.placements}
    factor, names = COMPOSITION.name, tuple(each.name for each in new)
    design = knowing(design, new, "--placement")
    if not any(factor in listed.levels for listed in design.listed):
        levels = (*design.factors.get(factor, PAPER_LEVELS), *names)
        return replace(design, factors={**design.factors, factor: levels})
    alike: dict[tuple[tuple[str, str], ...], str | None] = {
        tuple(sorted(its for its in listed.levels.items() if its[0] != factor)): listed.name
        for listed in design.listed
        if listed.levels.get(factor) in own
    } or {(): None}
    more = tuple(
        ListedArm(name if called and len(alike) == 1 else None, {**dict(same), factor: name})
        for name in names
        for same, called in alike.items()
    )
    return replace(design, listed=(*design.listed, *more))


def with_arm(design: ArmDesign, levels: Mapping[str, str]) -> tuple[ArmDesign, Arm]:
    """Return the design with an arm of these levels, and that arm; one that is there stays.

    :param levels: checked ones; a factor that is missing has its default.
    """
    arms = arms_of(design)
    spelled_out = replace(design, factors={}, chosen=())
    (wanted,) = arms_of(replace(spelled_out, listed=(ListedArm(None, levels),)))
    for arm in arms:
        if arm.what_runs == wanted.what_runs:
            return design, arm
    listed = (*(ListedArm(arm.name, arm.levels) for arm in arms), ListedArm(wanted.name, levels))
    grown = replace(spelled_out, listed=listed)
    return grown, arms_of(grown)[-1]
