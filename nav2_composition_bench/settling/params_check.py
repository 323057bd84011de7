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
    Value,
    fits,
    load_parameters,
)
from nav2_composition_bench.study.node_entry import NodeEntry, configured_names, managed_nodes

_COMPLETE_FILES = {"reference": "params/reference_stack.yaml"}
"""System → the file of this package that names every parameter of every node of it."""
_DECIDED_BY_THE_STUDY = {
    "amcl": ("set_initial_pose", "initial_pose."),
    "map_server": ("yaml_filename",),
}
ROBOT_FRAMES = (
    *("map", "odom", "base_footprint", "base_link"),
    *("base_scan", "camera_link", "camera_depth_optical_frame"),
)
"""What the simulated robot, and the localization on its map, have."""
ROBOT_TOPICS = ("scan", "odom", "points")


def known_parameters(system: str) -> dict[str, list[str]] | None:
    """Section → every parameter there is; None for a system whose parameters are not known."""
    if system not in _COMPLETE_FILES:
        return None
    file = load_parameters([data_file(_COMPLETE_FILES[system])])
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
) -> list[str]:
    """Return what is odd about a file, a sentence each.

    :param known: section → every parameter there is; None where that is not known, as of Nav2,
        which runs without sections too. A section's name ending in a dot (``FollowPath.``) allows
        whatever is below it.
    :param elsewhere: names of nodes that do not run here, whose sections are not odd.
    :raises UserError: where parameters are known, for a node without a section, a section without
        a node, or an unknown parameter; it names the nearest known one.
    """
    called = f"parameter file {file.called}"
    own = [pattern for pattern in file.sections if not _is_of_all(pattern)]
    bare = [name for name in _names(nodes) if not any(fits(pattern, name) for pattern in own)]
    odd = _odd_sections(file, called, bare, [*_names(nodes), *elsewhere], known)
    if bare and known is not None:
        raise UserError(f"{called} has no section {bare[0]}; every node of the system needs one")
    filled_in = {*managed_nodes(nodes), "map_server"}
    if told := [name for name in bare if name not in filled_in]:
        odd.append(f"{called} has no section {', '.join(told)}; defaults hold there")
    return odd


def check_overlay(
    overlay: ParameterFile,
    name: str,
    nodes: Sequence[NodeEntry],
    known: Mapping[str, Iterable[str]] | None,
    elsewhere: Sequence[str],
) -> list[str]:
    """Return what is odd about an overlay, a sentence each.

    :param name: of the overlay.
    :param known: as of ``check_parameters``.
    :raises UserError: if it holds no parameter for a node of the table, and as
        ``check_parameters`` for what is in it.
    """
    called = f"overlay {name} ({overlay.called})"
    own = _names(nodes)
    odd = _odd_sections(overlay, called, own, [*own, *elsewhere], known)
    if not any(map(overlay.of_node, own)):
        more = "".join(f"; {each.removeprefix(called + ': ')}" for each in odd)
        raise UserError(f"{called} names no parameter of any node of the study{more}")
    return odd


def not_simulated(file: ParameterFile, nodes: Sequence[NodeEntry]) -> list[str]:
    """Return in a sentence which frames and topics of sensors the simulated robot does not have."""
    found: dict[str, str] = {}
    for node in _names(nodes):
        values = file.of_node(node)
        for name, value in values.items():
            if isinstance(value, str) and (kind := _kind_missing(name, value, values)) is not None:
                found.setdefault(f"{kind} {value}", f"{name} of {node}")
    if not found:
        return []
    places = ", ".join(f"{what} ({where})" for what, where in found.items())
    return [f"the simulated robot has no {places}"]


def _kind_missing(name: str, value: str, values: Mapping[str, Value]) -> str | None:
    parent, _, leaf = name.rpartition(".")
    is_source = leaf == "topic" and (f"{parent}.data_type" in values or f"{parent}.type" in values)
    if leaf.endswith(("_frame", "_frame_id")):
        return "frame" if value.lstrip("/") not in ("", *ROBOT_FRAMES) else None
    if is_source or name in ("scan_topic", "odom_topic"):
        return "topic" if value.lstrip("/") not in ("", *ROBOT_TOPICS) else None
    return None


def _names(nodes: Sequence[NodeEntry]) -> list[str]:
    return [name.strip("/") for name in configured_names(nodes)]


def _is_of_all(pattern: str) -> bool:
    return pattern.rpartition("/")[2] in ("*", "**")


def _odd_sections(
    file: ParameterFile,
    called: str,
    meant: Sequence[str],
    names: Sequence[str],
    known: Mapping[str, Iterable[str]] | None,
) -> list[str]:
    """Name sections of no node; where parameters are known, refuse them and unknown ones.

    :param meant: nodes that a misspelt section may be for.
    :param names: nodes that a section may have.
    """
    odd = [
        pattern.lstrip("/").removeprefix("**/")
        for pattern in file.sections
        if not any(fits(pattern, name) for name in names)
    ]
    if odd and known is not None:
        raise UserError(f"{called}: no node is called {odd[0]}{_nearest(odd[0], names)}")
    for pattern, values in file.sections.items():
        for section, parameters in (known or {}).items():
            is_of_all = section == EVERY_NODE
            if _is_of_all(pattern) == is_of_all and (is_of_all or fits(pattern, section)):
                _refuse_unknown(called, section, values, list(parameters))
    if not odd:
        return []
    hints = [f"{name}: {hint}" for name in odd if (hint := suggestion(name, meant).rstrip())]
    return [f"{called}: no node is called {'; '.join([', '.join(odd), *hints])}"]


def _refuse_unknown(called: str, section: str, values: Iterable[str], names: list[str]) -> None:
    prefixes = tuple(name for name in names if name.endswith("."))
    for name in values:
        if name not in names and not name.startswith(prefixes):
            raise UserError(f"{called}: {section} has no parameter {name}{_nearest(name, names)}")


def _nearest(name: str, names: Sequence[str]) -> str:
    clause = suggestion(name, names).rstrip()
    return f"; {clause}" if clause else ""
