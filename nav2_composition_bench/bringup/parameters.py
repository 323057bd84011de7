# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The one parameter file of a study, and the parameters each node gets from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.study import Study

EVERY_NODE = "/**"
_SECTION = "ros__parameters"
_YAML_1_2_ONLY = re.compile(r"[-+]?\d+[eE][-+]?\d+|0o[0-7]+")

Scalar = bool | int | float | str
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
    overlay = path.with_name(f"{path.stem}_{distro}{path.suffix}")
    if distro is None or not overlay.is_file():
        return file
    sections = {name: dict(values) for name, values in file.sections.items()}
    for name, values in _read_file(overlay).sections.items():
        sections.setdefault(name, {}).update(values)
    return ParameterFile(path, sections)


def effective_parameters(file: ParameterFile, study: Study, names: list[str]) -> ParameterFile:
    """The file's parameters with those that the study decides: clock, map and start pose.

    :param names: every node that gets ``use_sim_time``, hidden ones as ``namespace/name``.
    """
    sections = {pattern: dict(values) for pattern, values in file.sections.items()}
    for name in names:
        sections.setdefault(name.strip("/"), {})["use_sim_time"] = study.use_sim_time
    sections.setdefault("map_server", {})["yaml_filename"] = str(study.map_file.resolve())
    start = study.goals[-1]
    sections.setdefault("amcl", {}).update(
        {
            "set_initial_pose": True,
            "initial_pose.x": float(start.x_m),
            "initial_pose.y": float(start.y_m),
            "initial_pose.z": 0.0,
            "initial_pose.yaw": float(start.yaw_rad),
        }
    )
    return ParameterFile(file.path, sections)


def to_yaml(file: ParameterFile) -> str:
    """The text of a parameter file with these sections."""
    content: dict[str, Any] = {}
    for pattern, values in file.sections.items():
        nested: dict[str, Any] = {}
        for name, value in values.items():
            *parents, leaf = name.split(".")
            place = nested
            for parent in parents:
                place = place.setdefault(parent, {})
            place[leaf] = value
        key = pattern if pattern.startswith("/") else f"/{pattern}"
        content[key] = {_SECTION: nested}
    return yaml.safe_dump(content, sort_keys=False, default_flow_style=None, width=100)


def _read_file(path: Path) -> ParameterFile:
    try:
        content = yaml.safe_load(path.read_text())
    except OSError as error:
        raise UserError(f"cannot read parameter file {path}: {error.strerror}") from error
    except (yaml.YAMLError, UnicodeDecodeError) as error:
        where = getattr(error, "problem_mark", None)
        line = f" line {where.line + 1}" if where is not None else ""
        raise UserError(f"parameter file {path}{line} is not valid YAML") from error
    if not isinstance(content, dict) or not content:
        raise UserError(f"parameter file {path} holds no node sections")
    sections: dict[str, dict[str, Value]] = {}
    _collect_sections(path, content, "", sections)
    return ParameterFile(path, sections)


def _collect_sections(
    path: Path, content: Mapping[Any, Any], prefix: str, sections: dict[str, dict[str, Value]]
) -> None:
    for key, value in content.items():
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
        name = str(key)
        joined = f"{prefix}/{name.strip('/')}" if prefix else name
        if joined != EVERY_NODE:
            joined = joined.lstrip("/")
        _collect_sections(path, value, joined, sections)


def _flatten(
    path: Path, node: str, values: Mapping[Any, Any], prefix: str, flat: dict[str, Value]
) -> None:
    for key, value in values.items():
        name = f"{prefix}{key}"
        if isinstance(value, dict):
            _flatten(path, node, value, f"{name}.", flat)
        elif value is None:
            raise UserError(f"parameter file {path}: {name} of {node} has no value")
        elif isinstance(value, str) and _YAML_1_2_ONLY.fullmatch(value):
            # rcl's parser reads a number here and PyYAML a string, so that a loaded component
            # and a process of its own would differ.
            raise UserError(
                f"parameter file {path}: {name} of {node} is {value}; write it with a decimal "
                "point (1.0e-3), which every YAML parser reads alike"
            )
        else:
            flat[name] = value
