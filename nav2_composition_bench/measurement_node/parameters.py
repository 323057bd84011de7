# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The node's parameters, and the study that they ask for. Nothing here knows ROS."""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.grouping import AnyComposition
from nav2_composition_bench.study.node_table import SYSTEMS
from nav2_composition_bench.study.package_files import data_file
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import for_distribution, load_study, parse_goals
from nav2_composition_bench.trial.filing import machine_name

STUDY_FILES = {"nav2": "params/studies/nav2.yaml", "reference": "params/studies/default.yaml"}
"""The study that is run when no study file is named, by system."""


@dataclass(frozen=True)
class NodeParameter:
    """One parameter of the node; its default tells the type."""

    name: str
    default: str | int | bool
    description: str


PARAMETERS = (
    NodeParameter("composition", "", "how the nodes under test share processes"),
    NodeParameter("system", "nav2", "system under test: nav2 or reference"),
    NodeParameter(
        "study", "", "study file, which the others here change; empty: the package's for the system"
    ),
    NodeParameter("study_name", "", "name the results are filed under; empty: the study file's"),
    NodeParameter("params_file", "", "parameters of all nodes under test; empty: the study file's"),
    NodeParameter("map", "", "YAML file of the map; empty: the study file's"),
    NodeParameter(
        "goals",
        "",
        "goals that the host drives to: YAML, or a file with a list or a study; empty: the study"
        " file's",
    ),
    NodeParameter(
        "simulator", "", "what the host simulates with, for the record; empty: the study file's"
    ),
    NodeParameter("rmw", "", "middleware of the nodes under test; empty: this node's"),
    NodeParameter(
        "use_intra_process_comms", False, "let composed nodes hand messages over directly"
    ),
    NodeParameter("results_dir", "results", "directory the results are filed in"),
    NodeParameter("machine", "", "name of this machine; empty: its host name"),
    NodeParameter("trials", 1, "valid trials to run by itself, with autostart"),
    NodeParameter("autostart", False, "drive its own transitions, and end after the trials"),
    NodeParameter(
        "companions",
        "",
        "names of further nodes that may be on the domain, separated by spaces; * stands for"
        " anything",
    ),
)
"""All parameters but use_sim_time, which every node has. They cannot be changed at run time."""


@dataclass(frozen=True)
class Measured:
    """What the node was asked to measure.

    :param composition: of the study's arms, the one that this node runs.
    :param directory: of the study's results.
    """

    study: Study
    composition: AnyComposition
    directory: Path
    machine: str
    companions: tuple[str, ...]


def measured(
    values: Mapping[str, Any], *, use_sim_time: bool, rmw: str, ros_distro: str | None
) -> Measured:
    """Work out what is to be measured.

    :param values: by parameter name.
    :param rmw: middleware that this process runs with.
    :param ros_distro: the distribution that is sourced; None without any.
    :raises UserError: naming the parameter that does not fit, and what would.
    """
    study = _study(values, use_sim_time, rmw)
    study = for_distribution(study, ros_distro)
    composition = _composition(values["composition"], study.arms)
    machine = machine_name(values["machine"] or None)
    if values["trials"] < 1:
        raise UserError(f"parameter trials is {values['trials']}, must be at least 1")
    return Measured(
        study=study,
        composition=composition,
        directory=Path(values["results_dir"]) / machine / study.name,
        machine=machine,
        companions=tuple(str(values["companions"]).split()),
    )


def _study(values: Mapping[str, Any], use_sim_time: bool, rmw: str) -> Study:
    system = _known("system", values["system"], SYSTEMS)
    study = load_study(_file(values, "study") or data_file(STUDY_FILES[system]))
    if study.system != system:
        raise UserError(
            f"parameter study names a study of system {study.system}, and system is {system};"
            " set them alike"
        )
    if values["rmw"] not in ("", rmw):
        raise UserError(
            f"parameter rmw is {values['rmw']} and this node runs with {rmw}; start it with"
            f" RMW_IMPLEMENTATION={values['rmw']}"
        )
    changes: dict[str, Any] = {
        "name": _directory_name(values["study_name"] or study.name),
        "rmw": rmw,
        "simulator": values["simulator"] or study.simulator,
        "use_sim_time": use_sim_time or study.use_sim_time,
        "use_intra_process_comms": values["use_intra_process_comms"]
        or study.use_intra_process_comms,
        "params_file": _file(values, "params_file") or study.params_file,
        "map_file": _file(values, "map") or study.map_file,
    }
    if values["goals"]:
        changes["goals"] = parse_goals(values["goals"], "parameter goals")
    return dataclasses.replace(study, **changes)


def _composition(name: str, arms: Sequence[AnyComposition]) -> AnyComposition:
    _known("composition", name, [arm.value for arm in arms])
    return next(arm for arm in arms if arm.value == name)


def _known(parameter: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        close = difflib.get_close_matches(value, known, n=1)
        hint = f"did you mean '{close[0]}'? " if close else ""
        shown = f"'{value}', which is unknown" if value else "not set"
        raise UserError(f"parameter {parameter} is {shown}; {hint}known: {', '.join(known)}")
    return value


def _file(values: Mapping[str, Any], parameter: str) -> Path | None:
    if not values[parameter]:
        return None
    path = Path(values[parameter]).expanduser().resolve()
    if not path.is_file():
        raise UserError(f"parameter {parameter} names {path}, which is no file")
    return path


def _directory_name(name: str) -> str:
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", name):
        raise UserError(f"parameter study_name is '{name}', must be usable as a directory name")
    return name
