# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Does a parameter file fit the nodes it is for?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import data_file
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.settling.parameters import (
    EVERY_NODE,
    ParameterFile,
    load_parameters,
)
from nav2_composition_bench.study.node_entry import NodeEntry, configured_names

_COMPLETE_FILES = {"reference": "params/reference_stack.yaml"}
"""System → the file of this package that names every parameter of every node of it."""
_DECIDED_BY_THE_STUDY = {
    "amcl": ("set_initial_pose", "initial_pose."),
    "map_server": ("yaml_filename",),
}


def known_parameters(system: str) -> dict[str, list[str]] | None:
    """Section → every parameter there is; None for a system whose parameters are not known."""
    if system not in _COMPLETE_FILES:
        return None
    file = load_parameters(data_file(_COMPLETE_FILES[system]))
    of_every_node = ["start_type_description_service", *file.sections.get(EVERY_NODE, {})]
    return {EVERY_NODE: of_every_node} | {
        section: [*values, *of_every_node, *_DECIDED_BY_THE_STUDY.get(section, ())]
        for section, values in file.sections.items()
        if section != EVERY_NODE
    }


def check_parameters(
    file: ParameterFile,
    nodes: Sequence[NodeEntry],
    known: Mapping[str, Iterable[str]] | None = None,
    elsewhere: Sequence[str] = (),
) -> None:
    """Refuse what a node would silently ignore.

    :param known: section → every parameter there is; None where that is not known. A section's
        name ending in a dot (``FollowPath.``) allows whatever is below it.
    :param elsewhere: sections of nodes that do not run here, which are left unused.
    :raises UserError: for a node without a section, a section without a node, or an unknown
        parameter; it names the nearest known one.
    """
    sections = {pattern.removeprefix("**/") for pattern in file.sections}
    for name in _section_names(nodes):
        if name not in sections:
            raise UserError(
                f"parameter file {file.path} has no section {name}; "
                "every node of the system needs one"
            )
    _refuse_unknown(file, f"parameter file {file.path}", nodes, elsewhere, known or {})


def check_overlay(
    overlay: ParameterFile,
    name: str,
    nodes: Sequence[NodeEntry],
    known: Mapping[str, Iterable[str]] | None,
    elsewhere: Sequence[str],
) -> None:
    """Refuse an overlay of which something would be ignored.

    :param name: of the overlay.
    :param known: as of ``check_parameters``.
    :raises UserError: if it holds no parameter for a node of the table, a section that is no
        node's, or an unknown parameter.
    """
    called = f"overlay {name} ({overlay.path})"
    names = (EVERY_NODE, *_section_names(nodes))
    _refuse_unknown(overlay, called, nodes, elsewhere, known or {})
    if not any(v for s, v in overlay.sections.items() if s.removeprefix("**/") in names):
        raise UserError(f"{called} names no parameter of any node of the study")


def _section_names(nodes: Sequence[NodeEntry]) -> list[str]:
    return [name.strip("/") for name in configured_names(nodes)]


def _refuse_unknown(
    file: ParameterFile,
    called: str,
    nodes: Sequence[NodeEntry],
    elsewhere: Sequence[str],
    known: Mapping[str, Iterable[str]],
) -> None:
    """Refuse sections of no node, and parameters that are not known."""
    own = _section_names(nodes)
    allowed = (EVERY_NODE, *own, *elsewhere)
    for pattern in file.sections:
        section = pattern.removeprefix("**/")
        if section not in allowed:
            raise UserError(f"{called}: no node is called {section}{_nearest(section, own)}")
    for section, names in known.items():
        _check_section(file, called, section, list(names))


def _check_section(file: ParameterFile, called: str, section: str, names: list[str]) -> None:
    prefixes = tuple(name for name in names if name.endswith("."))
    own = (*file.sections.get(section, {}), *file.sections.get(f"**/{section}", {}))
    for name in own:
        if name not in names and not name.startswith(prefixes):
            raise UserError(f"{called}: {section} has no parameter {name}{_nearest(name, names)}")


def _nearest(name: str, names: Sequence[str]) -> str:
    clause = suggestion(name, names).rstrip()
    return f"; {clause}" if clause else ""
