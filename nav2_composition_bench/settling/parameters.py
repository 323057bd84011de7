# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The one parameter file of a study, and the parameters each node gets from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.user_path import is_file, real_path
from nav2_composition_bench.files.yaml_document import YAML_FAULTS, load_yaml
from nav2_composition_bench.settling.rcl_scalar import Scalar, rcl_scalar
from nav2_composition_bench.study.known_cost import KNOWN_COST, KnownCost
from nav2_composition_bench.study.node_entry import NodeEntry, configured_names, managed_nodes
from nav2_composition_bench.study.study import Study

EVERY_NODE = "/**"
COSTMAP_PATIENCE_S = 1e6
"""For a costmap on simulated time to wait for its first transform; the bring-up ends sooner."""
_PATIENCE = "initial_transform_timeout"
_SECTION = "ros__parameters"

Value = Scalar | list[Any]


@dataclass(frozen=True)
class ParameterFile:
    """A ROS 2 parameter file.

    :param sections: node pattern without the leading slash (or ``/**``) → dotted name → value.
    """

    path: Path
    sections: Mapping[str, Mapping[str, Value]]

    def of_node(self, name: str) -> dict[str, Value]:
        """Parameters for a node of that name, with or without namespace; the later win."""
        merged: dict[str, Value] = {}
        for pattern in (EVERY_NODE, f"**/{name.rpartition('/')[2]}", name.strip("/")):
            merged.update(self.sections.get(pattern, {}))
        return merged


def load_parameters(path: Path, distro: str | None = None) -> ParameterFile:
    """Read a parameter file.

    :param distro: where ``NAME_DISTRO.yaml`` lies beside ``NAME.yaml``, its parameters replace
        or join the file's.
    :raises UserError: if it cannot be read, is not YAML or not shaped like a parameter file.
    """
    file = _read_file(path)
    companion = companion_of(path, distro)
    return file if companion is None else laid_over(file, _read_file(companion))


def laid_over(file: ParameterFile, overlay: ParameterFile) -> ParameterFile:
    """The file with the overlay's parameters in place of its own, or beside them.

    :raises UserError: if one has a parameter ``a`` and the other ``a.b``.
    """
    sections = {name: dict(values) for name, values in file.sections.items()}
    spelled = {name.removeprefix("**/"): name for name in sections}
    for name, values in overlay.sections.items():
        sections.setdefault(spelled.get(name.removeprefix("**/"), name), {}).update(values)
    return _without_parents(ParameterFile(file.path, sections))


def companion_of(path: Path, distro: str | None) -> Path | None:
    """The distribution's own file beside a parameter file; None where there is none."""
    companion = path.with_name(f"{path.stem}_{distro}{path.suffix}")
    return companion if distro is not None and companion.is_file() else None


def files_read(path: Path, distro: str | None) -> list[Path]:
    """Every file that decides a study's parameters: itself, its companion, the behaviour trees.

    :raises UserError: as ``load_parameters``, or if a behaviour tree is not there.
    """
    file, companion = load_parameters(path, distro), companion_of(path, distro)
    trees = [_beside(file, pattern, name) for pattern, name in behavior_trees(file, distro)]
    return [path, *([companion] if companion else []), *dict.fromkeys(trees)]


def with_known_cost(file: ParameterFile, cost: KnownCost | None) -> ParameterFile:
    """The file with a section for the node of known cost, if there is to be one."""
    if cost is None:
        return file
    own: dict[str, Value] = {"cpu_percent": cost.cpu_percent, "memory_mb": cost.memory_mb}
    return ParameterFile(file.path, {**file.sections, KNOWN_COST: own})


def effective_parameters(
    file: ParameterFile, study: Study, nodes: Sequence[NodeEntry]
) -> ParameterFile:
    """The file's parameters with those that the study decides: clock, map, start pose, managers.

    On simulated time a Nav2 costmap gets a patience of its own: until the first ``/clock`` its time
    is zero, then whatever the simulator's has become, so that the default of 60 s is over at once.

    :param nodes: the node table; sections of other nodes are left out.
    :raises UserError: if a behaviour tree is not there.
    """
    navigation = study.navigation
    names = [name.strip("/") for name in configured_names(nodes)]
    own_sections = {
        pattern: values
        for pattern, values in file.sections.items()
        if pattern == EVERY_NODE or pattern.removeprefix("**/") in names
    }
    found = with_trees_found(ParameterFile(file.path, own_sections), study.distro)
    sections = {pattern: dict(values) for pattern, values in found.sections.items()}
    is_nav2_on_sim_time = navigation.use_sim_time and study.system == "nav2"
    for name in names:
        own = sections.setdefault(name, {})
        own["use_sim_time"] = navigation.use_sim_time
        is_impatient = _PATIENCE not in found.of_node(name)
        if is_impatient and is_nav2_on_sim_time and name.endswith("_costmap"):
            own[_PATIENCE] = COSTMAP_PATIENCE_S
    for manager, managed in managed_nodes(nodes).items():
        sections.setdefault(manager, {}).update({"autostart": True, "node_names": list(managed)})
    map_file = str(navigation.map_file.resolve())
    sections.setdefault("map_server", {})["yaml_filename"] = map_file
    start = navigation.goals[-1]
    sections.setdefault("amcl", {}).update(
        {
            "set_initial_pose": True,
            "initial_pose.x": float(start.x_m),
            "initial_pose.y": float(start.y_m),
            "initial_pose.z": 0.0,
            "initial_pose.yaw": float(start.yaw_rad),
        }
    )
    return _without_parents(ParameterFile(file.path, sections))


def behavior_trees(file: ParameterFile, distro: str | None) -> list[tuple[str, str]]:
    """Section and name of every parameter that names the file of a behaviour tree.

    :param distro: Lyrical takes a value without the suffix of a file for the ID of a tree.
    """
    suffix = ".xml" if distro == "lyrical" else ""
    return [
        (pattern, name)
        for pattern, values in file.sections.items()
        for name, value in values.items()
        if name.endswith("_bt_xml") and isinstance(value, str) and value and value.endswith(suffix)
    ]


def with_trees_found(file: ParameterFile, distro: str | None) -> ParameterFile:
    """The file with the absolute paths of its behaviour trees.

    :param distro: as of ``behavior_trees``.
    :raises UserError: if one is not there.
    """
    sections = {pattern: dict(values) for pattern, values in file.sections.items()}
    for pattern, name in behavior_trees(file, distro):
        sections[pattern][name] = str(_beside(file, pattern, name))
    return ParameterFile(file.path, sections)


def _beside(file: ParameterFile, pattern: str, name: str) -> Path:
    path = real_path(file.path.parent / str(file.sections[pattern][name]))
    if not is_file(path, f"parameter file {file.path}"):
        raise UserError(
            f"parameter file {file.path}: {name} of {pattern} names {path}, which is no file;"
            " paths are relative to the parameter file"
        )
    return path


def to_yaml(file: ParameterFile) -> str:
    """The text of a parameter file with these sections, those of more nodes first.

    Of several sections that fit a node, rcl takes the last one's value. Texts are in quotes, since
    without them rcl takes some for numbers or truth values.
    """
    content: dict[str, Any] = {}
    for pattern, values in sorted(file.sections.items(), key=lambda section: _reach(section[0])):
        nested: dict[str, Any] = {}
        for name, value in values.items():
            *parents, leaf = name.split(".")
            place = nested
            for parent in parents:
                place = place.setdefault(parent, {})
            place[leaf] = (
                [_quoted(one) for one in value] if isinstance(value, list) else _quoted(value)
            )
        key = pattern if pattern.startswith("/") else f"/{pattern}"
        content[key] = {_SECTION: nested}
    return yaml.dump(content, Dumper=_Dumper, sort_keys=False, default_flow_style=None, width=100)


class _Text(str):
    """A text that is a value."""


class _Dumper(yaml.SafeDumper):
    """Writes texts that are values in quotes, and lists as often as they are used."""


_Dumper.add_representer(
    _Text, lambda dumper, text: dumper.represent_scalar("tag:yaml.org,2002:str", text, style='"')
)


def _quoted(value: Scalar) -> Scalar:
    return _Text(value) if isinstance(value, str) else value


def _reach(pattern: str) -> int:
    """Order sections as ``ParameterFile.of_node`` does."""
    return 0 if pattern == EVERY_NODE else 1 if pattern.startswith("**/") else 2


def _read_file(path: Path) -> ParameterFile:
    sections: dict[str, dict[str, Value]] = {}
    try:
        content = load_yaml(path.read_text(encoding="utf-8"), plain=rcl_scalar)
        if not isinstance(content, dict) or not content:
            raise UserError(f"parameter file {path} holds no node sections")
        _collect_sections(path, content, "", sections)
    except OSError as error:
        raise UserError(f"cannot read parameter file {path}: {error.strerror}") from error
    except YAML_FAULTS as error:
        where = getattr(error, "problem_mark", None)
        line = f" line {where.line + 1}" if where is not None else ""
        raise UserError(f"parameter file {path}{line} is not valid YAML") from error
    return _without_parents(ParameterFile(path, sections))


def _without_parents(file: ParameterFile) -> ParameterFile:
    """Return a file of which no parameter's name goes on in another's, as ``a`` does in ``a.b``.

    :raises UserError: for another.
    """
    for pattern, values in file.sections.items():
        for name in values:
            parent = name
            while parent := parent.rpartition(".")[0]:
                if parent in values:
                    raise UserError(
                        f"parameter file {file.path}: {parent} of {pattern} has a value, and so has"
                        f" {name}; leave one out"
                    )
    return file


def _collect_sections(
    path: Path, content: Mapping[Any, Any], prefix: str, sections: dict[str, dict[str, Value]]
) -> None:
    for key, value in content.items():
        _refuse_other_than_text(path, prefix, key)
        if key == _SECTION:
            if not prefix:
                raise UserError(f"parameter file {path}: {_SECTION} stands outside a node section")
            if not isinstance(value, dict):
                raise UserError(f"parameter file {path}: {_SECTION} of {prefix} is not a mapping")
            flat = sections.setdefault(prefix, {})
            _flatten(path, prefix, value, "", flat)
            continue
        if not isinstance(value, dict):
            raise UserError(
                f"parameter file {path}: {prefix or key} lacks {_SECTION}"
                + (f" around {key}" if prefix else "")
            )
        joined = f"{prefix}/{key.strip('/')}" if prefix else key
        if joined != EVERY_NODE:
            joined = joined.lstrip("/")
        _collect_sections(path, value, joined, sections)


def _refuse_other_than_text(path: Path, node: str, key: Any) -> None:
    if not isinstance(key, str):
        of_node = f" of {node}" if node else ""
        raise UserError(f"parameter file {path}: the key {key}{of_node} is no text; quote it")


def _flatten(
    path: Path, node: str, values: Mapping[Any, Any], prefix: str, flat: dict[str, Value]
) -> None:
    for key, value in values.items():
        _refuse_other_than_text(path, node, key)
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            _flatten(path, node, value, f"{name}.", flat)
            continue
        where = f"parameter file {path}: {name} of {node}"
        if isinstance(value, list):
            _refuse_unlike(where, value)
            if not value:
                raise UserError(f"{where} is an empty list, which has no type; leave it out")
        for one in value if isinstance(value, list) else [value]:
            _refuse_other_than_scalar(where, one)
        flat[name] = value


def _refuse_unlike(where: str, values: list[Any]) -> None:
    # As rcl does: a whole number among others is an integer to it.
    kinds = sorted({type(value).__name__ for value in values})
    if len(kinds) > 1:
        raise UserError(
            f"{where} is {values}, a list of {' and '.join(kinds)}; all entries must be of one"
            " type: write whole numbers among others with a decimal point"
        )


def _refuse_other_than_scalar(where: str, value: Any) -> None:
    if value is None:
        raise UserError(f"{where} has no value")
    if not isinstance(value, (int, float, str)):
        raise UserError(
            f"{where} is {value}, must be a number, a text, a truth value or a list of these; put"
            " a text in quotes"
        )
    if isinstance(value, str) and "$(" in value:
        raise UserError(
            f"{where} is {value}, and substitutions of launch files are not made here; write what"
            " they stand for"
        )
