# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a study file says of its arms."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.document import Document, existing_file, refuse_repeated
from nav2_composition_bench.study.arm_design import (
    PAPER_LEVELS,
    ArmDesign,
    ListedArm,
    arms_of,
    baseline_of,
)
from nav2_composition_bench.study.design_changes import check_levels
from nav2_composition_bench.study.factor import BASE, INTRA_PROCESS
from nav2_composition_bench.study.fleet import Discovery
from nav2_composition_bench.study.overlays import overlay_names
from nav2_composition_bench.study.placement import MANUAL, read_placement

_SHORT = {"compositions": "composition", "rmw": "rmw", "use_intra_process_comms": "intra_process"}
"""Keys that give one factor its levels, and that factor."""


def read_design(
    document: Document, topologies: tuple[str, ...] = (), *, is_fleet: bool = False
) -> ArmDesign:
    """Read the design of a study from a file that fits the schema.

    ``compositions`` and ``placements`` are the levels of ``composition`` unless ``factors`` says
    otherwise; ``rmw`` and ``use_intra_process_comms`` give their factor one level.

    :param topologies: levels of that factor; empty for systems that are none.
    :param is_fleet: they are fleets.
    :raises UserError: naming file, line and key of the first fault, and what would be right.
    """
    content: Mapping[str, Any] = document.content
    placements = tuple(
        read_placement(name, text, document.where(("placements", name)))
        for name, text in content.get("placements", {}).items()
    )
    factors = {
        factor: tuple(map(_switch, levels)) for factor, levels in content.get("factors", {}).items()
    }
    short = _short(document, [placement.name for placement in placements], factors)
    if topologies:
        short["topology"] = topologies
    if is_fleet:
        short |= _of_fleet(document)
    listed = tuple(
        ListedArm(
            each.get("name"),
            {factor: _switch(level) for factor, level in each.items() if factor != "name"},
        )
        for each in content.get("arms", ())
    )
    design = ArmDesign(
        short | factors,
        listed,
        placements,
        content.get("baseline"),
        topologies=topologies,
        is_fleet=is_fleet,
        overlays=overlay_names(tuple(content.get("overlays", {}))),
    )
    _check(document, design)
    return design


def _short(
    document: Document, placements: Sequence[str], factors: Collection[str]
) -> dict[str, tuple[str, ...]]:
    """Return the levels that factors get from keys of their own.

    :raises UserError: for a factor that is among ``factors`` as well.
    """
    content = document.content
    refuse_repeated(document, "compositions", content.get("compositions", []))
    for key, factor in _SHORT.items():
        if key in content and factor in factors:
            raise UserError(
                f"{document.where((key,))} and factors.{factor} say the same; leave {key} out"
            )
    short = {"composition": (*content.get("compositions", PAPER_LEVELS), *placements)}
    for key in ("rmw", "use_intra_process_comms"):
        if key in content:
            short[_SHORT[key]] = (_switch(content[key]),)
    return short


def _of_fleet(document: Document) -> dict[str, tuple[str, ...]]:
    """Return what a fleet has of factors unless the file says otherwise.

    :raises UserError: for what a fleet does not apply: each robot is one process.
    """
    for key in ("compositions", "placements", "use_intra_process_comms"):
        if key in document.content:
            raise UserError(
                f"{document.where((key,))} is not for fleets, whose robots are a process each;"
                " leave it out"
            )
    return {
        "composition": (MANUAL.name,),
        "discovery": (Discovery.MULTICAST.value,),
    }


def read_overlays(document: Document) -> tuple[tuple[str, Path], ...]:
    """Read the overlays that the file names.

    :raises UserError: for one that is no file, or is called ``base``.
    """
    overlays = document.content.get("overlays", {})
    if BASE in overlays:
        raise UserError(
            f"{document.where(('overlays', BASE))} is the parameter file without an overlay;"
            " choose another name"
        )
    return tuple(
        (name, existing_file(document, ("overlays", name), file)) for name, file in overlays.items()
    )


def _check(document: Document, design: ArmDesign) -> None:
    for factor, levels in design.factors.items():
        if factor in document.content.get("factors", {}):
            check_levels(factor, levels, _place(document, "factors", factor), design)
    for index, listed in enumerate(design.listed):
        for factor, level in listed.levels.items():
            check_levels(factor, (level,), _place(document, "arms", index, factor), design)
    try:
        baseline_of(design, arms_of(design))
    except UserError as error:
        raise UserError(f"{document.path}: {error}") from None


def _place(document: Document, *key_path: str | int) -> str:
    """Name a factor's place without the factor, which errors about its levels name."""
    return document.where(key_path).rpartition(".")[0]


def _switch(level: Any) -> str:
    """YAML reads on and off as truth values."""
    return str(INTRA_PROCESS.write(level)) if isinstance(level, bool) else str(level)
