# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The node's parameters, and the study that they ask for. Nothing here knows ROS."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nav2_composition_bench.errors import UserError, at_least
from nav2_composition_bench.files.names import directory_name
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.files.user_path import existing_file, real_path, user_path
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.ros_domain.companions import companions
from nav2_composition_bench.settling.settle import refuse_lacking, settle
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.arm_design import ArmDesign, arms_of
from nav2_composition_bench.study.design_changes import knowing, with_arm
from nav2_composition_bench.study.executor import Executor
from nav2_composition_bench.study.factor import BASE, OFF, ON, RMW
from nav2_composition_bench.study.node_table import NAVIGATING
from nav2_composition_bench.study.overlays import overlay_names
from nav2_composition_bench.study.placement import FORM, parse_placement
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import load_study, parse_goals, study_file
from nav2_composition_bench.study.workload import SIMULATORS
from nav2_composition_bench.trial.filing import machine_name


@dataclass(frozen=True)
class NodeParameter:
    """One parameter of the node; its default tells the type."""

    name: str
    default: str | int | bool
    description: str


PARAMETERS = (
    NodeParameter(
        "composition",
        "",
        "how the nodes under test share processes and executors: a composition, a placement of the"
        f" study by name, or one that you write: '{FORM}'",
    ),
    NodeParameter("executor", "", "what spins them; empty: what the composition has"),
    NodeParameter("overlay", "", "name of the parameters laid over params_file; empty: none"),
    NodeParameter(
        "arm",
        "",
        "an arm of the study by name, in place of these three and of use_intra_process_comms",
    ),
    NodeParameter("system", "nav2", "system under test: nav2 or reference"),
    NodeParameter(
        "study",
        "",
        "study file, or a study of the package by its name, which the others here change; empty:"
        " the package's for the system",
    ),
    NodeParameter("study_name", "", "name the results are filed under; empty: the study file's"),
    NodeParameter(
        "params_file",
        "",
        "parameters of all nodes under test; of several files, which are read as by one"
        " --params-file after another, the paths with colons between them; empty: the study file's",
    ),
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
        "full names of further nodes that may be on the domain, such as /rviz2, separated by"
        " spaces; * stands for anything",
    ),
)
"""All parameters but use_sim_time, which every node has. They cannot be changed at run time."""


@dataclass(frozen=True)
class Measured:
    """What the node was asked to measure.

    :param settled: the study; its arms hold the one that this node runs.
    :param arm: that one.
    :param directory: of the study's results.
    """

    settled: SettledStudy
    arm: Arm
    directory: Path
    machine: str
    companions: tuple[str, ...]


def measured(
    values: Mapping[str, Any], *, use_sim_time: bool, rmw: str, installation: Installation
) -> Measured:
    """Work out what is to be measured.

    :param values: by parameter name.
    :param rmw: middleware that this process runs with.
    :raises UserError: naming the parameter that does not fit, and what would.
    """
    study, arm = _with_arm(_study(values, use_sim_time, rmw), values, rmw)
    settled = settle(study, installation, only=(arm.name,))
    refuse_lacking(settled)
    machine = machine_name(values["machine"] or None)
    at_least("parameter trials", values["trials"], 1)
    return Measured(
        settled=settled,
        arm=settled.arms[arm.name].arm,
        directory=user_path("parameter results_dir", values["results_dir"]) / machine / study.name,
        machine=machine,
        companions=companions(str(values["companions"]).split(), "parameter companions"),
    )


def _study(values: Mapping[str, Any], use_sim_time: bool, rmw: str) -> Study:
    system = _known("system", values["system"], NAVIGATING)
    study = load_study(study_file(values["study"], system, "parameter study"))
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
        "simulator": _known(
            "simulator", values["simulator"] or study.navigation.simulator, SIMULATORS
        ),
        "use_sim_time": use_sim_time or study.navigation.use_sim_time,
        "external_host": True,
        "params_files": _files("params_file", values["params_file"].split(os.pathsep))
        or study.navigation.params_files,
        "map_file": next(iter(_files("map", [values["map"]])), study.navigation.map_file),
    }
    if values["goals"]:
        changes["goals"] = parse_goals(values["goals"], "parameter goals")
    name = directory_name("parameter study_name", values["study_name"] or study.name)
    return dataclasses.replace(study.with_navigation(**changes), name=name)


def _with_arm(study: Study, values: Mapping[str, Any], rmw: str) -> tuple[Study, Arm]:
    """Return the study with the arm that is asked for, and that arm.

    A study whose arms have one middleware is run with this node's.
    """
    design = study.design
    if "rmw" not in study.factors:
        listed = tuple(
            dataclasses.replace(each, levels={**each.levels, "rmw": rmw}) for each in design.listed
        )
        design = dataclasses.replace(
            design, factors={**design.factors, "rmw": (rmw,)}, listed=listed
        )
    if values["arm"]:
        for name in ("composition", "executor", "overlay", "use_intra_process_comms"):
            if values[name]:
                raise UserError(
                    f"parameters arm and {name} contradict each other; leave one of them out"
                )
        arms = arms_of(design)
        _known("arm", values["arm"], [arm.name for arm in arms])
        arm = next(each for each in arms if each.name == values["arm"])
    else:
        design, composition = _with_placement(design, values["composition"])
        overlays = [BASE, *overlay_names([name for name, _ in study.overlays])]
        levels = {
            "composition": composition,
            "executor": _known("executor", values["executor"] or "stock", [*map(str, Executor)]),
            "params": _known("overlay", values["overlay"] or BASE, overlays),
            "intra_process": ON if values["use_intra_process_comms"] else OFF,
            "rmw": rmw,
        }
        design, arm = with_arm(design, levels)
    if arm[RMW] != rmw:
        raise UserError(
            f"arm {arm.name} is of {arm[RMW]} and this node runs with {rmw}; start it with"
            f" RMW_IMPLEMENTATION={arm[RMW]}"
        )
    return dataclasses.replace(study, design=design), arm


def _with_placement(design: ArmDesign, value: str) -> tuple[ArmDesign, str]:
    """Return the design with the composition that is asked for, and its name."""
    if "=" not in value:
        return design, _known("composition", value, [*design.compositions])
    where = "parameter composition"
    placement = parse_placement(value, where)
    return knowing(design, [placement], where), placement.name


def _known(parameter: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        shown = f"'{value}', which is unknown" if value else "not set"
        raise UserError(
            f"parameter {parameter} is {shown}; {suggestion(value, known)}known: {', '.join(known)}"
        )
    return value


def _files(parameter: str, names: Sequence[str]) -> tuple[Path, ...]:
    """Return the files of a parameter; none where it is empty."""
    where = f"parameter {parameter}"
    given = [name for name in names if name]
    return tuple(existing_file(real_path(user_path(where, name)), where) for name in given)
