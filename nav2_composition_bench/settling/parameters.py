# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The parameter files of a study, and the parameters each node gets from them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

import yaml

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.user_path import is_file, real_path
from nav2_composition_bench.files.yaml_document import YAML_FAULTS, yaml_nodes
from nav2_composition_bench.settling.launch_substitutions import SIGN, substituted
from nav2_composition_bench.settling.rcl_parameters import SECTION, RclParameters
from nav2_composition_bench.settling.rcl_parameters import Value as Value  # for others too
from nav2_composition_bench.settling.rcl_scalar import Scalar, rcl_scalar
from nav2_composition_bench.study.known_cost import KNOWN_COST, KnownCost
from nav2_composition_bench.study.node_entry import NodeEntry, configured_names, managed_nodes
from nav2_composition_bench.study.study import Study

EVERY_NODE = "/**"
COSTMAP_PATIENCE_S = 1e6
"""For a costmap on simulated time to wait for its first transform; the bring-up ends sooner."""
_PATIENCE = "initial_transform_timeout"
_TEXT = "tag:yaml.org,2002:str"
_QUOTES = ("'", '"')
_TREE = "_bt_xml"
"""Ends the name of a parameter that names the file of a behaviour tree."""


@dataclass(frozen=True)
class ParameterFile:
    """A ROS 2 parameter file, or several as rcl takes them together.

    :param path: the file; of several the first.
    :param sections: node pattern → dotted name → value, in rcl's order.
    :param further: the files that are read after ``path``.
    """

    path: Path
    sections: Mapping[str, Mapping[str, Value]]
    further: tuple[Path, ...] = ()

    @property
    def called(self) -> str:
        """What errors call it."""
        return " + ".join(map(str, (self.path, *self.further)))

    def of_node(self, name: str) -> dict[str, Value]:
        """Parameters for a node of that name; of the sections that fit it, a later one wins."""
        merged: dict[str, Value] = {}
        for pattern, values in self.sections.items():
            if fits(pattern, name):
                merged.update(values)
        return merged


def fits(pattern: str, name: str) -> bool:
    """Tell whether a section is for a node, as rclcpp does, whatever slash either begins with."""
    return _expression(pattern).fullmatch(f"/{name.lstrip('/')}") is not None


@cache
def _expression(pattern: str) -> re.Pattern[str]:
    return re.compile(f"/{pattern.lstrip('/')}".replace("/*", r"(/\w+)"), re.ASCII)


def load_parameters(
    paths: Sequence[Path], distro: str | None = None, environment: Mapping[str, str] = os.environ
) -> ParameterFile:
    """Read parameter files as rcl reads them one after another.

    :param distro: where ``NAME_DISTRO.yaml`` lies beside ``NAME.yaml``, it is read after it.
        Lyrical takes a behaviour tree without the suffix of a file for the ID of one.
    :param environment: in which substitutions are made.
    :raises UserError: if one cannot be read, is not YAML or not shaped like a parameter file.
    """
    files = with_companions(paths, distro)
    suffix = ".xml" if distro == "lyrical" else ""
    found = RclParameters()
    for path in files:
        _read_file(path, found, suffix, environment)
    first, *further = files
    return ParameterFile(first, found.sections, tuple(further))


def with_companions(paths: Iterable[Path], distro: str | None) -> list[Path]:
    """Return parameter files, each followed by the distribution's own where there is one."""
    files: list[Path] = []
    for path in paths:
        companion = path.with_name(f"{path.stem}_{distro}{path.suffix}")
        has_companion = distro is not None and companion.is_file()
        files += [path, companion] if has_companion else [path]
    return files


def files_read(paths: Sequence[Path], distro: str | None) -> list[Path]:
    """Every file that decides a study's parameters: themselves, companions, behaviour trees.

    :raises UserError: as ``load_parameters``, or if a behaviour tree is not there.
    """
    file = load_parameters(paths, distro)
    return [file.path, *file.further, *dict.fromkeys(_trees(file))]


def with_known_cost(file: ParameterFile, cost: KnownCost | None) -> ParameterFile:
    """The file with a section for the node of known cost, if there is to be one.

    It stands first, so that an overlay can change it.
    """
    if cost is None:
        return file
    own: dict[str, Value] = {"cpu_percent": cost.cpu_percent, "memory_mb": cost.memory_mb}
    sections = dict(file.sections)
    own.update(sections.pop(KNOWN_COST, {}))
    return replace(file, sections={KNOWN_COST: own, **sections})


def effective_parameters(
    file: ParameterFile, study: Study, nodes: Sequence[NodeEntry]
) -> ParameterFile:
    """The file's parameters with those that the study decides: clock, map, start pose, managers.

    Sections of patterns stay for the nodes that are not in the table, such as a container; after
    them each node of the table has one section with all that it gets.

    On simulated time a Nav2 costmap gets a patience of its own: until the first ``/clock`` its time
    is zero, then whatever the simulator's has become, so that the default of 60 s is over at once.

    :param nodes: the node table; sections of other nodes are left out.
    :raises UserError: if a behaviour tree is not there, or a value has no type.
    """
    navigation = study.navigation
    names = [name.strip("/") for name in configured_names(nodes)]
    sections = {
        pattern: {
            name: value and navigation.use_sim_time if name == "use_sim_time" else value
            for name, value in values.items()
        }
        for pattern, values in file.sections.items()
        if "*" in pattern
    }
    is_nav2_on_sim_time = navigation.use_sim_time and study.system == "nav2"
    for name in names:
        own = file.of_node(name)
        own["use_sim_time"] = navigation.use_sim_time
        if is_nav2_on_sim_time and name.endswith("_costmap"):
            own.setdefault(_PATIENCE, COSTMAP_PATIENCE_S)
        sections[name] = own
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
    effective = replace(file, sections=sections)
    list(_trees(effective))  # refuses those that are not there
    _refuse_untyped(effective)
    return effective


def _trees(file: ParameterFile) -> Iterator[Path]:
    """Yield the file of each behaviour tree; an ID of one is no absolute path.

    :raises UserError: if one is not there.
    """
    for pattern, values in file.sections.items():
        for name, value in values.items():
            if name.endswith(_TREE) and isinstance(value, str) and os.path.isabs(value):
                if not is_file(Path(value), f"parameter file {file.called}"):
                    raise UserError(
                        f"parameter file {file.called}: {name} of {pattern} names {value}, which is"
                        " no file; paths are relative to the parameter file"
                    )
                yield Path(value)


def _refuse_untyped(file: ParameterFile) -> None:
    for pattern, values in file.sections.items():
        for name, value in values.items():
            if value == []:
                raise UserError(
                    f"parameter file {file.called}: {name} of {pattern} is an empty list, which has"
                    " no type; leave it out"
                )


def to_yaml(file: ParameterFile) -> str:
    """The text of a parameter file with these sections, in their order, which rcl goes by.

    Texts are in quotes, since without them rcl takes some for numbers or truth values. Names are
    written with their dots: nested, one that goes on in another's could not stand beside it.
    """
    content = {
        pattern: {
            SECTION: {
                name: [_quoted(one) for one in value] if isinstance(value, list) else _quoted(value)
                for name, value in values.items()
            }
        }
        for pattern, values in file.sections.items()
    }
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


def _read_file(
    path: Path, found: RclParameters, tree_suffix: str, environment: Mapping[str, str]
) -> None:
    """Read one file after those that are read already."""

    def read(name: str, where: str, node: yaml.ScalarNode) -> Scalar:
        value = _scalar(where, node, environment)
        is_tree = name.endswith(_TREE) and isinstance(value, str) and value.endswith(tree_suffix)
        return str(real_path(path.parent / str(value))) if is_tree and value else value

    where = f"parameter file {path}"
    try:
        documents: list[yaml.Node | None] = [*yaml_nodes(path.read_text(encoding="utf-8"))]
        for document in documents or [None]:
            found.add(document, where, read)
    except OSError as error:
        raise UserError(f"cannot read {where}: {error.strerror}") from error
    except YAML_FAULTS as error:
        mark = getattr(error, "problem_mark", None)
        line = f" line {mark.line + 1}" if mark is not None else ""
        raise UserError(f"{where}{line} is not valid YAML") from error


def _scalar(where: str, node: yaml.ScalarNode, environment: Mapping[str, str]) -> Scalar:
    text = str(node.value)
    if SIGN in text:  # Nav2's bring-up makes them where no quotes are left
        return rcl_scalar(substituted(text, where, environment))
    return text if node.tag == _TEXT or node.style in _QUOTES else rcl_scalar(text)
