# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a study ran on and with, and whether a resumed one still does."""

from __future__ import annotations

import dataclasses
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from nav2_composition_bench.bringup.reach import reach_of
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.yaml_document import YAML_FAULTS, load_yaml
from nav2_composition_bench.installation.workspace import contents_sha256
from nav2_composition_bench.ros_domain.environment import middleware_variables
from nav2_composition_bench.settling.middlewares import middlewares_of
from nav2_composition_bench.settling.parameters import files_read
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.factor import COMPOSITION, WORKSPACE
from nav2_composition_bench.study.placement import STOCK
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.workload import Exchange
from nav2_composition_bench.topology.parameters import graph_sha256
from nav2_composition_bench.trial.machine_stamp import SCHEMA as MACHINE_SCHEMA
from nav2_composition_bench.trial.machine_stamp import machine
from nav2_composition_bench.trial.schema import refuse_other_schema
from nav2_composition_bench.trial.software_stamp import (
    OWN_BINARIES,
    installed_packages,
    sha256,
    software,
)
from nav2_composition_bench.trial.stamped_arms import SCHEMA, arms_of_stamp

NOTED = frozenset(
    {
        "schema",
        "software.git_commit",
        "software.git_dirty",
        "started_wall_s",
        "machine.memory_bytes",  # what the kernel keeps of it differs from start to start
        "machine.swap_bytes",  # compressed memory is a share of it
        "study.trials",
        "study.until",
        "study.max_attempts",
        "study.world_file",
        "study.map_file",
        "study.params_file",
        "study.baseline",
    }
)
"""Fields of a stamp that may differ between runs of one study: they say how much is run, or when,
or are told more exactly by another field (contents by hashes, code by ``source_sha256``)."""

_TOLD_BY_ARMS = ("study.arms", "study.factors")
_TOLD_OTHERWISE = ("design", "overlays", "workload")
"""Fields of a study that its document does not copy: each entity of a graph holds its file."""
_ARM = "study.arms."
_OVERLAY = "files.overlays."
_SAME_MACHINE = ("cpu_model", "architecture", "cpu_cores")


def stamp(settled: SettledStudy, started_wall_s: float) -> dict[str, Any]:
    """Return everything that study.json holds."""
    study, rmws = settled.study, _middlewares(settled)
    return {
        "schema": SCHEMA,
        "started_wall_s": started_wall_s,
        "study": study_document(study),
        "machine": machine(),
        "software": software(
            rmws,
            OWN_BINARIES[study.system],
            None if study.distro is None else installed_packages(),
            middleware_variables(os.environ, reach_of(study)),
        )
        | _workspaces(settled),
        "files": _graphs(study.workload)
        if isinstance(study.workload, Exchange)
        else {
            "world_sha256": sha256([study.navigation.world_file]),
            "map_sha256": sha256(_map_files(study.navigation.map_file)),
            "params_sha256": sha256(files_read(study.navigation.params_files, study.distro)),
            "overlays": {
                name: sha256(files_read([path], study.distro))
                for name, path in settled.overlays.items()
            },
        },
    }


def _workspaces(settled: SettledStudy) -> dict[str, Any]:
    """Return what stands in the workspaces of arms; nothing where none has one."""
    found = {
        workspace.name: {
            "prefix": str(workspace.prefix),
            "ros_distro": one.installation.distro,
            "packages": installed_packages(one.installation.environment),
            "contents_sha256": contents_sha256(one.installation.environment),
        }
        for one in settled.workspaces.values()
        if (workspace := one.arm[WORKSPACE]) is not None
    }
    return {"workspaces": found} if found else {}


def _middlewares(settled: SettledStudy) -> tuple[str, ...]:
    """Return every middleware that runs: those that nodes of a topology ask for, too."""
    study = settled.study
    if not isinstance(study.workload, Exchange):
        return settled.middlewares
    arms = [one.arm for one in settled.arms.values()]
    found = (middlewares_of(arm, study.graph_of(arm)) for arm in arms)
    return tuple(dict.fromkeys(rmw for each in found for rmw in each))


def study_document(study: Study) -> dict[str, Any]:
    """Return a study as JSON's types; files by name, since their hashes stand elsewhere.

    :key factors: in which arms differ.
    :key simulator: mujoco, gazebo, gz or external.
    :key params_file: name, or array of names.
    :key window_s: in which messages are counted.
    :key topologies: level → name of the graph.
    :key axis_values: level → place on the axis.
    :key requirements: level → requirements of its file.
    """
    document = {
        field.name: _plain(getattr(study, field.name))
        for field in dataclasses.fields(study)
        if field.name not in _TOLD_OTHERWISE
    }
    for key in ("known_cost", "background_load"):  # which few studies have
        if document[key] is None:
            del document[key]
    document["arms"] = [_arm_document(arm) for arm in study.arms]
    document["baseline"] = study.baseline
    document["factors"] = list(study.factors)
    if isinstance(study.workload, Exchange):
        return document | _exchange_document(study.workload)
    workload = dataclasses.asdict(study.workload)
    workload["goals"] = list(workload["goals"])
    workload["external_host"] = study.workload.is_hosted_by_others
    if not workload["external_host"]:  # which few studies have, too
        del workload["external_host"]
    names = [path.name for path in workload["params_files"]]
    workload["params_files"] = names if len(names) > 1 else names[0]
    return document | {
        key.replace("params_files", "params_file"): value.name if isinstance(value, Path) else value
        for key, value in workload.items()
    }


def _plain(value: Any) -> Any:
    is_one = dataclasses.is_dataclass(value) and not isinstance(value, type)
    return dataclasses.asdict(value) if is_one else value


def _exchange_document(exchange: Exchange) -> dict[str, Any]:
    return {
        "topologies": {level: graph.name for level, graph in exchange.graphs.items()},
        "axis": exchange.axis,
        "axis_values": dict(exchange.values),
        "window_s": exchange.window_s,
        "rate_held_ratio": exchange.rate_held_ratio,
        "requirements": {
            level: required
            for level, graph in exchange.graphs.items()
            if (required := graph.required)
        },
    }


def _graphs(exchange: Exchange) -> dict[str, Any]:
    """Hash each graph, whatever the arms add to it."""
    hashes = {level: graph_sha256(graph) for level, graph in exchange.graphs.items()}
    return {"topologies": hashes, "overlays": {}}


def _arm_document(arm: Arm) -> dict[str, Any]:
    document: dict[str, Any] = {"name": arm.name, **arm.levels}
    if arm[COMPOSITION].name not in STOCK:
        document["placement"] = arm[COMPOSITION].text
    return document


def refuse_other_stamp(
    earlier: dict[str, Any], now: dict[str, Any], where: Path, *, may_add_arms: bool = False
) -> None:
    """Refuse to go on with a study under other conditions.

    :param may_add_arms: one of the two may hold arms that the other does not, with middlewares
        and overlays of their own.
    :raises UserError: naming the first field that differs, with both values.
    """
    before, after = compared_fields(earlier), compared_fields(now)
    left_out = _of_arms_in_one(earlier, now) if may_add_arms else frozenset()
    for field in sorted((before.keys() | after.keys()) - NOTED):
        if field in left_out:
            continue
        if before.get(field) != after.get(field):
            raise UserError(
                f"cannot resume {where.parent}: {field} was {before.get(field)!r} and is"
                f" {after.get(field)!r}; start another study: without --resume, or by another name"
            )


def refuse_other_machine(earlier: dict[str, Any], now: dict[str, Any], where: Path) -> None:
    """Refuse to file records of one machine under the name of another.

    :raises UserError: naming the field that differs, with both values.
    """
    refuse_other_schema(earlier, MACHINE_SCHEMA, where)
    for field in _SAME_MACHINE:
        if earlier.get(field) != now[field]:
            raise UserError(
                f"{where} describes another machine ({field} {earlier.get(field)!r}, here"
                f" {now[field]!r}); choose another name with --machine"
            )


def _map_files(path: Path) -> list[Path]:
    """A map's YAML file and the image it names, as far as that can be found."""
    try:
        content = load_yaml(path.read_text(encoding="utf-8"))
    except YAML_FAULTS:  # whoever loads the map says what is wrong
        return [path]
    image = content.get("image") if isinstance(content, dict) else None
    beside = path.parent / str(image)
    return [path, beside] if image and beside.is_file() else [path]


def compared_fields(stamp: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stamp's values by dotted name, those of arms by their names."""
    fields = flat_fields(stamp)
    for name in _TOLD_BY_ARMS:
        fields.pop(name, None)
    for arm, definition in arms_of_stamp(stamp).items():
        fields.update({f"{_ARM}{arm}.{field}": value for field, value in definition.items()})
    return fields


def _of_arms_in_one(earlier: Mapping[str, Any], now: Mapping[str, Any]) -> frozenset[str]:
    """Return the fields that may differ because an arm is in one of two stamps only."""
    before, after = compared_fields(earlier), compared_fields(now)
    arms = arms_of_stamp(earlier).keys() ^ arms_of_stamp(now).keys()
    return frozenset(
        field
        for field in before.keys() | after.keys()
        if field == "software.rmw"
        or (field.startswith(_ARM) and field[len(_ARM) :].rpartition(".")[0] in arms)
        or (field.startswith(_OVERLAY) and (field in before) != (field in after))
    )


def flat_fields(document: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return a stamp's values by dotted name, such as ``software.rmw``, in its order."""
    flat: dict[str, Any] = {}
    for key, value in document.items():
        if isinstance(value, Mapping):
            flat.update(flat_fields(value, f"{prefix}{key}."))
        else:
            flat[f"{prefix}{key}"] = value
    return flat
