# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whether two studies may be compared: what differs beside the subject of the comparison."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from nav2_composition_bench.study.factor import FACTORS
from nav2_composition_bench.trial.provenance import compared_fields
from nav2_composition_bench.trial.stamped_arms import arms_of_stamp

_FIELDS: Mapping[str, tuple[str, ...]] = {
    "machine": ("machine.*",),
    "rmw": ("software.rmw", "software.middleware_variables.*"),
    "commit": ("software.source_sha256", "software.binaries.*"),
    "distribution": (
        "study.distro",
        "software.ros_distro",
        "software.packages.*",
        "software.workspaces.*",
        "software.preloaded.*",
        "software.python",
        "software.binaries.*",  # built against it, from the same sources
    ),
    "parameters": ("files.params_sha256",),
    "system": ("study.system", "study.distro", "files.params_sha256"),
    "world": ("files.world_sha256", "files.map_sha256", "study.goals"),
    "simulator": ("study.simulator", "study.external_host"),
    "known-cost": ("study.known_cost.*",),
    "protocol": (
        "study.background_load.*",
        "study.limits.*",
        "study.sampling.*",
        "study.validity.*",
        "study.rate_held_ratio",
        "study.window_s",
        "study.use_sim_time",
    ),
}
"""Subject → the fields that are of no factor."""


def _fields_of_factors(subject: str) -> Iterator[str]:
    for factor in FACTORS.values():
        if factor.subject == subject:
            yield f"study.arms.*.{factor.name}"
            yield from (f"{field}.*" for field in factor.stamped)


SUBJECTS: Mapping[str, tuple[str, ...]] = {
    subject: (*_FIELDS.get(subject, ()), *_fields_of_factors(subject))
    for subject in (*_FIELDS, *(factor.subject for factor in FACTORS.values()))
    if subject is not None
}
"""What a comparison can be about, with the fields of a stamp that then may differ.

Of several subjects that allow a field, the first is the one that messages propose.

``*`` stands for any text; ``study.arms.<arm>.<field>`` is made of every stamp's list of arms.
"""

_NEVER_MATTERS = (
    "schema",
    "machine.schema",
    "machine.memory_bytes",  # differs from start to start, as on --resume
    "machine.swap_bytes",
    "machine.sched_autogroup",  # all processes of a study are in one session
    "started_wall_s",
    "software.git_commit",
    "software.git_dirty",
    "software.rmw",  # see _ran
    "software.packages.slam_toolbox",  # in older stamps; it only made the map, which has its hash
    "study.name",
    "study.trials",
    "study.until",
    "study.seed",
    "study.baseline",  # savings are all measured against the first study's
    "study.max_attempts",
    "study.requirements.*",  # they judge what was measured
    "study.world_file",
    "study.map_file",
    "study.params_file",
)
"""How much was run, and when; files are told apart by their hashes."""

_OF_LEVELS = {each.name: each.stamped for each in FACTORS.values() if each.stamped}
"""Factor → fields of a stamp that have a value for each of its levels."""

_OF_ARMS = ("study.arms.*", *(f"{field}.*" for each in _OF_LEVELS.values() for field in each))
"""Fields that matter as far as both studies have the arm."""


@dataclass(frozen=True)
class Difference:
    """A field in which two stamps differ; None stands for a field that is missing."""

    field: str
    first: Any
    second: Any

    @property
    def subject(self) -> str | None:
        """The subject that allows it; None when nothing does."""
        for subject, patterns in SUBJECTS.items():
            if _matches(self.field, patterns):
                return subject
        return None

    def __str__(self) -> str:
        return f"{self.field} is {self.first!r} and {self.second!r}"


def differences(first: Mapping[str, Any], second: Mapping[str, Any]) -> tuple[Difference, ...]:
    """Return every field that matters and differs between two stamps of ``study.json``.

    A study may hold arms that the other lacks, with what only these use, but two arms of one name
    must be the same. Fields of arms come first.
    """
    shared = _shared(first, second)
    ours, theirs = (_fields(stamp, shared) for stamp in (first, second))
    return tuple(
        Difference(field, ours.get(field), theirs.get(field))
        for field in sorted(ours.keys() | theirs.keys(), key=lambda f: (f not in shared, f))
        if ours.get(field) != theirs.get(field)
    ) + _ran(first, second)


def forbidden(found: Collection[Difference], subjects: Collection[str]) -> tuple[Difference, ...]:
    """Return the differences that none of the subjects allows."""
    allowed = tuple(pattern for subject in subjects for pattern in SUBJECTS[subject])
    return tuple(difference for difference in found if not _matches(difference.field, allowed))


def _shared(first: Mapping[str, Any], second: Mapping[str, Any]) -> frozenset[str]:
    """Return the fields of what both stamps have: arms, and the levels that these have in both."""
    ours, theirs = arms_of_stamp(first), arms_of_stamp(second)
    both = ours.keys() & theirs.keys()
    fields = {
        f"study.arms.{name}.{field}" for name in both for field in (*ours[name], *theirs[name])
    }
    of_levels = {
        f"{field}.{ours[name][factor]}"
        for name in both
        for factor, level_fields in _OF_LEVELS.items()
        for field in level_fields
        if factor in ours[name] and ours[name][factor] == theirs[name].get(factor)
    }
    return frozenset(fields | of_levels)


def _fields(stamp: Mapping[str, Any], shared: Collection[str]) -> dict[str, Any]:
    return {
        field: value
        for field, value in compared_fields(stamp).items()
        if field in shared or not _matches(field, (*_NEVER_MATTERS, *_OF_ARMS))
    }


def _ran(first: Mapping[str, Any], second: Mapping[str, Any]) -> tuple[Difference, ...]:
    """Tell whether no middleware ran in both; one that only some arms have is told by these."""
    ours, theirs = (stamp.get("software", {}).get("rmw") for stamp in (first, second))
    sets = [set(names) if isinstance(names, list) else {names} for names in (ours, theirs)]
    return () if sets[0] & sets[1] else (Difference("software.rmw", ours, theirs),)


def _matches(field: str, patterns: Collection[str]) -> bool:
    return any(fnmatchcase(field, pattern) for pattern in patterns)
