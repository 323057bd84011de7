# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""An arm: one way of running the system under test, and how its name is made of levels."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.factor import (
    COMPOSITION,
    DISCOVERY,
    EXECUTOR,
    FACTORS,
    TOPOLOGY,
    Factor,
    Known,
    Systems,
)
from nav2_composition_bench.study.placement import MULTI_THREADED

T = TypeVar("T")

JOINT = "+"
"""Between the parts of a name."""
_PLACED_BY = (COMPOSITION, EXECUTOR)
"""Factors that decide together in which processes nodes are and what spins them."""


@dataclass(frozen=True)
class Arm:
    """One way of running a system; everything else is equal over the arms of a study.

    ``arm[FACTOR]`` is the value of its level of a factor.

    :param name: how records and reports call it, unique in its study.
    :param values: by factor; one that is missing has its usual value.
    """

    name: str
    values: Mapping[str, Any] = field(hash=False)

    def __post_init__(self) -> None:
        """Leave the usual values out, so that arms with and without them are equal."""
        own = {name: its for name, its in self.values.items() if its != FACTORS[name].usual}
        object.__setattr__(self, "values", own)

    def __getitem__(self, factor: Factor[T]) -> T:
        value: T = self.values.get(factor.name, factor.usual)
        return value

    def __str__(self) -> str:
        return self.name

    def having(self, factor: Factor[T], value: T) -> Arm:
        """Return the arm with another value of a factor."""
        return Arm(self.name, {**self.values, factor.name: value})

    @property
    def levels(self) -> dict[str, str]:
        """Factor → level, as it is recorded: see :attr:`Factor.always_recorded`."""
        systems = Systems.EVERY
        if self[DISCOVERY] is not None:
            systems = Systems.FLEETS
        elif self[TOPOLOGY] is not None:
            systems = Systems.TOPOLOGIES
        found = {}
        for name, factor in FACTORS.items():
            level = factor.write(self[factor])
            is_recorded = factor.always_recorded or level != factor.default
            if level is not None and is_recorded and factor.systems <= systems:
                found[name] = level
        return found

    @property
    def executor(self) -> Executor:
        """What every executor of its processes is; never ``stock``.

        One that the arm names takes the place of the composition's own, so that
        ``single_threaded`` and ``multi_threaded`` are then one and the same.
        """
        if self[EXECUTOR] is not Executor.STOCK:
            return self[EXECUTOR]
        is_multi_threaded = self[COMPOSITION] == MULTI_THREADED
        return Executor.MULTI_THREADED if is_multi_threaded else Executor.SINGLE_THREADED

    @property
    def what_runs(self) -> tuple[object, ...]:
        """Equal for arms that run the same thing, whatever they are called."""
        return self.what_runs_of(None)

    def what_runs_of(self, names: Sequence[str] | None) -> tuple[object, ...]:
        """Return the same for arms that run the same thing with nodes of these names."""
        others = (self[factor] for factor in FACTORS.values() if factor not in _PLACED_BY)
        return (self[COMPOSITION].what_runs(names), self.executor, *others)


def arm_of(levels: Mapping[str, str], known: Known, name: str) -> Arm:
    """Make an arm of levels; a factor that is missing has its default.

    :raises UserError: for what is no level of its factor.
    """
    return Arm(name, {each: FACTORS[each].read(each, its, known) for each, its in levels.items()})


def name_of(levels: Mapping[str, str], factors: Iterable[str], begins: str | None = None) -> str:
    """Return the name that levels make.

    That of a fleet says nothing of what fleets do not apply, such as the composition.

    :param levels: factor → level.
    :param factors: those whose levels are said, in order, unless they are the usual ones.
    :param begins: what the name begins with, if not with the first of them.
    """
    is_fleet = DISCOVERY.name in levels
    said = (
        FACTORS[name].in_name(levels[name])
        for name in factors
        if name in levels and (FACTORS[name].of_fleets or not is_fleet)
    )
    return JOINT.join(filter(None, (begins, *said)))
