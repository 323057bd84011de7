# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""From the factors and arms that a study names to the arms that it runs; pure."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.study.arm import Arm, arm_of, name_of
from nav2_composition_bench.study.executor import LOOPED
from nav2_composition_bench.study.factor import (
    COMPOSITION,
    FACTORS,
    Systems,
    differing,
    known_level,
)
from nav2_composition_bench.study.placement import MULTI_PROCESS, PAPERS, STOCK, Placement

PAPER_LEVELS = tuple(placement.name for placement in PAPERS)
"""Levels of ``composition`` unless a study says otherwise."""

Levels = Mapping[str, tuple[str, ...]]
"""Factor → its levels, the reference level first."""


@dataclass(frozen=True)
class ListedArm:
    """An arm that is spelled out; the factors it leaves out are crossed with it.

    :param name: None to name it by its levels.
    :param levels: factor → level.
    """

    name: str | None = None
    levels: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class ArmDesign:
    """What a study says of its arms.

    :param factors: crossed with each listed arm that does not set them, or with one another where
        no arm is listed.
    :param listed: arms that are spelled out.
    :param placements: further levels of the factor ``composition``, by name.
    :param baseline: the arm that savings are against; None, or one that is not chosen, for
        ``multi_process`` at the reference levels, or else the first.
    :param chosen: names of the arms that are run; empty for all.
    :param topologies: levels that the factor ``topology`` may have; empty for other systems.
    :param is_fleet: the topologies are fleets, which have further factors.
    :param overlays: levels of the factor ``params`` besides ``base``; None where its levels have
        been checked.
    """

    factors: Levels = field(default_factory=lambda: {COMPOSITION.name: PAPER_LEVELS})
    listed: tuple[ListedArm, ...] = ()
    placements: tuple[Placement, ...] = ()
    baseline: str | None = None
    chosen: tuple[str, ...] = ()
    topologies: tuple[str, ...] = ()
    is_fleet: bool = False
    overlays: tuple[str, ...] | None = None

    @property
    def systems(self) -> Systems:
        """Which systems its arms are of."""
        if self.is_fleet:
            return Systems.FLEETS
        return Systems.TOPOLOGIES if self.topologies else Systems.EVERY

    @property
    def compositions(self) -> dict[str, Placement]:
        """Every level that the factor ``composition`` may have here, by name."""
        return {**STOCK, **{placement.name: placement for placement in self.placements}}


def arms_of(design: ArmDesign) -> tuple[Arm, ...]:
    """Cross a design into its arms, in the order of every table.

    :raises UserError: for what is no level, two arms of one name, two that run the same thing, or a
        chosen arm that is none.
    """
    crossed = list(_crossed(design))
    nameless = [arm_of(levels, design, "") for _, levels in crossed]
    varied = factors_of(nameless)
    arms = [
        replace(arm, name=_name(listed, levels, varied))
        for arm, (listed, levels) in zip(nameless, crossed)
    ]
    for arm in arms:
        _refuse_untold(arm)
    refuse_equal((arm.name, arm.what_runs) for arm in arms)
    if not design.chosen:
        return tuple(arms)
    names = [arm.name for arm in arms]
    for name in design.chosen:
        known_level("--arm", name, names)
    refuse_given_twice("--arm", design.chosen)
    return tuple(arm for arm in arms if arm.name in design.chosen)


def baseline_of(design: ArmDesign, arms: Sequence[Arm]) -> str:
    """Return the name of the arm that the others are compared with.

    :param arms: of the design.
    :raises UserError: if the design names one that is no arm.
    """
    names = [arm.name for arm in arms]
    if design.baseline in names:
        return design.baseline
    everything = [arm.name for arm in arms_of(replace(design, chosen=()))]
    if design.baseline is None or design.baseline in everything:
        first = [arm.name for arm in arms if arm[COMPOSITION] == MULTI_PROCESS]
        return (first or names)[0]
    raise UserError(
        f"baseline '{design.baseline}' is no arm of the study;"
        f" {suggestion(design.baseline, everything)}its arms: {', '.join(everything)}"
    )


def factors_of(arms: Sequence[Arm]) -> tuple[str, ...]:
    """Return the factors in which the arms differ, in the order of ``FACTORS``."""
    return differing([arm.levels for arm in arms])


def refuse_given_twice(option: str, names: Sequence[str]) -> None:
    """:raises UserError: for a name that an option was given more than once."""
    for name, count in Counter(names).items():
        if count > 1:
            raise UserError(f"{option} {name} is given twice; give it once")


def _crossed(design: ArmDesign) -> Iterator[tuple[ListedArm, dict[str, str]]]:
    for listed in design.listed or (ListedArm(),):
        open_factors = [f for f in FACTORS if f in design.factors and f not in listed.levels]
        for combination in itertools.product(*(design.factors[f] for f in open_factors)):
            yield listed, {**listed.levels, **dict(zip(open_factors, combination))}


def _name(listed: ListedArm, levels: Mapping[str, str], varied: Collection[str]) -> str:
    """Name an arm: its composition, and every other level that is not the usual one."""
    own = listed.levels if listed.name else ()
    said = (
        factor.name
        for factor in FACTORS.values()
        if factor.name not in own and (factor.name in varied or not factor.says_varied)
    )
    return name_of(levels, said, listed.name)


def _refuse_untold(arm: Arm) -> None:
    """:raises UserError: for an arm whose executors cannot be told which nodes they spin."""
    if arm[COMPOSITION].is_told and arm.executor not in LOOPED:
        raise UserError(
            f"arm '{arm.name}': placement {arm[COMPOSITION]} has several nodes in one of several"
            f" executors, or an executor on a core of its own, and {arm.executor} cannot be told"
            f" so; take the executor {' or '.join(LOOPED)}"
        )


def refuse_equal(arms: Iterable[tuple[str, object]]) -> None:
    """Refuse two arms of one name, and two that run the same thing.

    :param arms: name and what runs, equal where the same thing does.
    :raises UserError: naming them.
    """
    running: dict[object, str] = {}
    names: set[str] = set()
    for name, what_runs in arms:
        if name in names:
            raise UserError(f"two arms are called '{name}'; give one of them another name")
        names.add(name)
        other = running.setdefault(what_runs, name)
        if other != name:
            raise UserError(f"arms '{other}' and '{name}' are the same; leave one out")
