# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whether two studies may be compared, and in what they differ."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Any

from nav2_composition_bench.trial.provenance import compared_fields

SUBJECTS: Mapping[str, tuple[str, ...]] = {
    "machine": ("machine.",),
    "rmw": ("study.rmw", "software.rmw"),
    "distribution": (
        "study.distro",
        "software.ros_distro",
        "software.packages.",
        "software.python",
    ),
    "intra-process": ("study.use_intra_process_comms",),
    "commit": ("software.source_sha256",),
    "system": ("study.system", "study.distro", "files.params_sha256"),
    "parameters": ("files.params_sha256",),
    "world": ("files.world_sha256", "files.map_sha256", "study.goals"),
    "simulator": ("study.simulator",),
    "known-cost": ("study.known_cost.",),
    "protocol": ("study.limits.", "study.sampling.", "study.use_sim_time"),
}
"""What a comparison can be about, with the fields of a stamp that then may differ."""

_NEVER_MATTERS = (
    "schema",
    "machine.schema",
    "machine.sched_autogroup",  # all processes of a study are in one session
    "started_wall_s",
    "software.git_commit",
    "software.git_dirty",
    "software.packages.slam_toolbox",  # in older stamps; it only made the map, which has its hash
    "study.name",
    "study.trials",
    "study.seed",
    "study.compositions",
    "study.groupings",
    "study.max_attempts",
    "study.world_file",
    "study.map_file",
    "study.params_file",
)
"""How much was run, and when; files are told apart by their hashes."""


@dataclass(frozen=True)
class Difference:
    """A field in which two stamps differ; None stands for a field that is missing."""

    field: str
    first: Any
    second: Any

    @property
    def subject(self) -> str | None:
        """The subject that allows it; None when nothing does."""
        for subject, prefixes in SUBJECTS.items():
            if _matches(self.field, prefixes):
                return subject
        return None

    def __str__(self) -> str:
        return f"{self.field} is {self.first!r} and {self.second!r}"


def differences(first: Mapping[str, Any], second: Mapping[str, Any]) -> tuple[Difference, ...]:
    """Return every field that matters and differs between two stamps of ``study.json``.

    A study may hold groupings that the other lacks, but two of one name must be the same.
    """
    ours, theirs = compared_fields(first), compared_fields(second)
    groups, other_groups = _groups(first), _groups(second)
    renamed = tuple(
        Difference(f"study.groupings.{name}", groups[name], other_groups[name])
        for name in groups
        if groups[name] != other_groups.get(name, groups[name])
    )
    return renamed + tuple(
        Difference(field, ours.get(field), theirs.get(field))
        for field in sorted(ours.keys() | theirs.keys())
        if ours.get(field) != theirs.get(field) and not _matches(field, _NEVER_MATTERS)
    )


def forbidden(found: Collection[Difference], subjects: Collection[str]) -> tuple[Difference, ...]:
    """Return the differences that none of the subjects allows."""
    allowed = tuple(prefix for subject in subjects for prefix in SUBJECTS[subject])
    return tuple(difference for difference in found if not _matches(difference.field, allowed))


def _groups(stamp: Mapping[str, Any]) -> dict[str, Any]:
    """Return the groups of each grouping by its name."""
    found = stamp.get("study", {}).get("groupings", ())
    return {grouping["name"]: grouping["groups"] for grouping in found}


def _matches(field: str, names: Collection[str]) -> bool:
    return any(field == name or (name.endswith(".") and field.startswith(name)) for name in names)
