# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a topology file says of the running system that it was made of."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.document import Document, Place

SCHEMA = 2
"""Version of the section's form.

1: first form, called ``recorded``; 2: called ``captured``.
"""


@dataclass(frozen=True)
class CapturedProcess:
    """A process of the system; figures are None where they could not be read.

    :param nodes: full names.
    :param is_container: its nodes were loaded into it, so that each could be elsewhere.
    :param made_by: of a container, node → which other one makes it, and it stays with.
    """

    command: str
    nodes: tuple[str, ...]
    cpu_percent: float | None
    pss_bytes: int | None
    is_container: bool = False
    made_by: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class YardstickReading:
    """What known work took beside a system, which tells how fast the machine was.

    :param rate_hz: units of work per second.
    :param unit_us: CPU time of a unit.
    :param system_calls_us: the part of it that its system calls took; None in older captures.
    """

    rate_hz: float
    unit_us: float
    system_calls_us: float | None = None


@dataclass(frozen=True)
class Captured:
    """A system as it ran.

    :param machine: as ``trial.machine_stamp`` describes it.
    :param rmw: middleware that was captured with; empty where the file does not say.
    :param not_seen: a sentence for each thing that the capture could not see.
    """

    machine: Mapping[str, Any]
    rmw: str
    processes: tuple[CapturedProcess, ...]
    not_seen: tuple[str, ...]
    yardstick: YardstickReading | None = None


def refuse_other_schema(document: Document) -> None:
    """Refuse a capture of a form that is not this version's, before its form is checked.

    :raises UserError: naming both.
    """
    content = document.content if isinstance(document.content, dict) else {}
    name = "recorded" if "recorded" in content else "captured"
    captured = content.get(name)
    schema = captured.get("schema", SCHEMA) if isinstance(captured, dict) else SCHEMA
    if schema != SCHEMA:
        raise UserError(
            f"{document.where((name, 'schema'))} is {schema!r}; this version reads captures of"
            f" schema {SCHEMA}: capture again, or take the version that made it"
        )


def read_captured(
    content: Mapping[str, Any], place: Place, nodes: Collection[str]
) -> Captured | None:
    """Read the section; None where there is none.

    :param nodes: full names of the file's nodes.
    :raises UserError: for a process with a node that the file does not have, or that two have, and
        for a maker that another one makes.
    """
    if not content:
        return None
    seen: set[str] = set()
    for index, process in enumerate(content["processes"]):
        _refuse_wrong(process["nodes"], place.below("processes", index, "nodes"), nodes, seen)
        made_by = process.get("made_by", {})
        for made, maker in made_by.items():
            at = place.below("processes", index, "made_by").at(made)
            for name in (made, maker):
                if name not in process["nodes"]:
                    raise UserError(f"{at} names {name}, which is no node of the process")
            if maker in made_by:
                raise UserError(
                    f"{at} names {maker}, which {made_by[maker]} makes; name the node that was"
                    " loaded"
                )
    return Captured(
        content.get("machine", {}),
        content.get("rmw", ""),
        tuple(
            CapturedProcess(
                each.get("command", ""),
                tuple(each["nodes"]),
                each.get("cpu_percent"),
                each.get("pss_bytes"),
                each.get("container", False),
                each.get("made_by", {}),
            )
            for each in content["processes"]
        ),
        tuple(content["not_seen"]),
        YardstickReading(**content["yardstick"]) if "yardstick" in content else None,
    )


def _refuse_wrong(
    names: Sequence[str], place: Place, nodes: Collection[str], seen: set[str]
) -> None:
    for index, name in enumerate(names):
        if name not in nodes:
            raise UserError(f"{place.at(index)} is {name}, and the file has no such node")
        if name in seen:
            raise UserError(f"{place.at(index)} is {name}, which is in a process already")
        seen.add(name)
