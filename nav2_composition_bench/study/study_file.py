# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Studies from YAML files and from the command line; every fault is one line."""

from __future__ import annotations

import dataclasses
import difflib
import json
import math
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import jsonschema

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.goal import Goal
from nav2_composition_bench.study.grouping import Grouping
from nav2_composition_bench.study.grouping_options import added_groupings
from nav2_composition_bench.study.known_cost import KnownCost
from nav2_composition_bench.study.nav2_table import INTRA_PROCESS
from nav2_composition_bench.study.node_table import SYSTEMS, table_for
from nav2_composition_bench.study.package_files import share_directory
from nav2_composition_bench.study.study import Limits, SamplingRates, Study, ValidityLimits
from nav2_composition_bench.study.yaml_document import YamlDocument, parse_yaml, read_yaml

SAME_PLACE_M = 0.5
"""Goals nearer than this are one place: the goal tolerance is 0.25 m on either side."""


def default_study_file(system: str | None = None) -> Path:
    """Return the study that runs when none is named.

    :param system: the one that is asked for; None for the reference stack.
    """
    name = "nav2.yaml" if system == "nav2" else "default.yaml"
    return share_directory() / "params" / "studies" / name


def load_study(path: Path) -> Study:
    """Read a study file.

    :raises UserError: naming file, line and key of the first fault, and what would be right.
    """
    document = read_yaml(path)
    _check_schema(document)
    _check_contradictions(document)
    content = document.content
    study = Study(
        name=content.get("name", path.stem),
        system=content.get("system", "reference"),
        compositions=tuple(Composition(name) for name in content.get("compositions", Composition)),
        trials=int(content.get("trials", 2)),
        seed=int(content.get("seed", 1)),
        goals=tuple(_goal(goal) for goal in content["goals"]),
        world_file=_existing_file(document, "world_file"),
        map_file=_existing_file(document, "map_file"),
        params_file=_existing_file(document, "params_file"),
        limits=Limits(**_floats(content.get("limits", {}))),
        sampling=SamplingRates(**_floats(content.get("sampling", {}))),
        validity=ValidityLimits(**_floats(content.get("validity", {}))),
        groupings=tuple(
            Grouping(name, tuple(map(tuple, groups)))
            for name, groups in content.get("groupings", {}).items()
        ),
    )
    if "known_cost" in content:
        study = dataclasses.replace(study, known_cost=_known_cost(document))
    plain = (
        "distro", "use_intra_process_comms", "simulator", "rmw", "use_sim_time", "max_attempts",
    )  # fmt: skip
    return dataclasses.replace(study, **{key: content[key] for key in plain if key in content})


def override(
    study: Study,
    *,
    name: str | None = None,
    system: str | None = None,
    rmw: str | None = None,
    compositions: Sequence[str] | None = None,
    trials: int | None = None,
    seed: int | None = None,
    groups: Sequence[str] | None = None,
    grouping: str | None = None,
    known_cost: KnownCost | None = None,
) -> Study:
    """Apply what the command line says; None leaves the study's value.

    :param compositions: names, those of groupings included, or ``all``.
    :param groups: a further grouping, which is run in any case; see ``settle_groupings``.
    :param grouping: its name.
    :raises UserError: naming the option that does not fit, and what would.
    """
    changes: dict[str, Any] = {}
    if name is not None:
        if not name or name.startswith(".") or "/" in name:
            raise UserError(f"--name is '{name}', must be usable as a directory name")
        changes["name"] = name
    if system is not None:
        changes["system"] = _known("--system", system, SYSTEMS)
    if rmw is not None:
        if not rmw.startswith("rmw_"):
            raise UserError(f"--rmw is '{rmw}', must be a middleware's name like rmw_fastrtps_cpp")
        changes["rmw"] = rmw
    if known_cost is not None:
        changes["known_cost"] = known_cost
    added = added_groupings(study, groups, grouping)
    changes["groupings"] = (*study.groupings, *added)
    if compositions:
        chosen = _chosen(compositions, [each.name for each in changes["groupings"]])
        changes["compositions"] = tuple(each for each in Composition if each.value in chosen)
        changes["groupings"] = tuple(
            each for each in changes["groupings"] if each.name in chosen or each in added
        )
    if trials is not None:
        changes["trials"] = _at_least("--trials", trials, 1)
    if seed is not None:
        changes["seed"] = _at_least("--seed", seed, 0)
    return dataclasses.replace(study, **changes)


def for_distribution(study: Study, ros_distro: str | None) -> Study:
    """Settle which ROS distribution a study is about.

    :param ros_distro: the one that is sourced, ROS_DISTRO; None without any.
    :raises UserError: if the study needs another one, there is no node table for it, or its
        Nav2 cannot do what the study asks.
    """
    if study.system != "reference" and study.known_cost is not None:
        raise UserError(
            "known_cost adds a node to the reference stack; for system"
            f" {study.system} leave it out, and calibrate with --system reference"
        )
    if study.system == "reference":
        if study.use_intra_process_comms:
            raise UserError(
                "use_intra_process_comms is for system nav2; the reference stack always goes"
                " through the middleware, leave it out"
            )
        return dataclasses.replace(study, distro=None)
    distro = study.distro or ros_distro
    if ros_distro not in (None, "rolling", distro):
        raise UserError(
            f"the study is for ROS distribution {distro} and {ros_distro} is sourced; source"
            f" {distro}, or leave the study's distro out"
        )
    table_for(study.system, distro)
    if study.use_intra_process_comms and distro not in INTRA_PROCESS:
        raise UserError(
            f"use_intra_process_comms: Nav2 has it from {INTRA_PROCESS[0]} on and this is"
            f" {distro}; leave it out"
        )
    return dataclasses.replace(study, distro=distro)


def _known_cost(document: YamlDocument) -> KnownCost:
    cost = KnownCost(**_floats(document.content["known_cost"]))
    cost.refuse_impossible(document.where(("known_cost",)))
    return cost


def _chosen(names: Sequence[str], groupings: Sequence[str]) -> list[str]:
    """Return the compositions and groupings that were named."""
    known = [*(composition.value for composition in Composition), *groupings]
    if "all" in names:
        if len(names) > 1:
            raise UserError("--composition all stands alone; leave the other --composition out")
        return known
    for name in names:
        _known("--composition", name, [*known, "all"])
        if names.count(name) > 1:
            raise UserError(f"--composition {name} is given twice; give it once")
    return list(names)


def _known(option: str, value: str, known: Sequence[str]) -> str:
    if value not in known:
        raise UserError(
            f"{option} '{value}' is unknown; {_suggestion(value, known)}known: {', '.join(known)}"
        )
    return value


def _at_least(option: str, value: int, least: int) -> int:
    if value < least:
        raise UserError(f"{option} is {value}, must be at least {least}")
    return value


def _suggestion(value: object, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(str(value), list(known), n=1)
    return f"did you mean '{close[0]}'? " if close else ""


def parse_goals(text: str, where: str) -> tuple[Goal, ...]:
    """Read goals from YAML, or from the file that the text names: a list, or a study's.

    :param where: how errors call the text.
    :raises UserError: naming the first fault, and what would be right.
    """
    is_yaml = "\n" in text or text.lstrip()[:1] in "[{-"
    found = parse_yaml(text, Path(where)) if is_yaml else read_yaml(Path(text).expanduser())
    content, lines = found.content, found.lines
    if isinstance(content, list):
        content, lines = {"goals": content}, {("goals", *key): at for key, at in lines.items()}
    document = YamlDocument(found.path, content, lines)
    _check_schema(document, only=("goals",))
    _check_contradictions(document)
    return tuple(_goal(goal) for goal in content["goals"])


def _check_schema(document: YamlDocument, only: Sequence[str] = ()) -> None:
    schema_file = share_directory() / "params" / "studies" / "study.schema.json"
    schema = json.loads(schema_file.read_text())
    if only:
        properties = {key: schema["properties"][key] for key in only}
        schema = {"type": "object", "required": list(only), "properties": properties}
    validator = jsonschema.Draft202012Validator(schema)
    errors = sorted(validator.iter_errors(document.content), key=lambda e: _line(document, e))
    if errors:
        raise UserError(_explain(document, errors[0]))


def _line(document: YamlDocument, error: jsonschema.ValidationError) -> int:
    return document.lines.get(tuple(error.absolute_path), 0)


def _explain(document: YamlDocument, error: jsonschema.ValidationError) -> str:
    key_path = tuple(error.absolute_path)
    where = document.where(key_path)
    value: Any = error.instance
    allowed: Any = error.validator_value
    schema: Any = error.schema
    if error.validator == "additionalProperties":
        known = sorted(schema["properties"])
        unknown = min(set(map(str, value)) - set(known))
        place = document.where((*key_path, unknown))
        return f"{place} is unknown; {_suggestion(unknown, known)}known: {', '.join(known)}"
    if error.validator == "enum":
        hint = _suggestion(value, allowed)
        return f"{where} '{value}' is unknown; {hint}known: {', '.join(allowed)}"
    if error.validator == "required":
        missing = sorted(set(allowed) - set(value))
        return f"{where} lacks {', '.join(missing)}; add it"
    if error.validator == "type":
        shown = "empty" if value is None else f"{value!r}"
        return f"{where} is {shown}, must be of type {allowed}"
    rules = {
        "minimum": "must be at least",
        "maximum": "must be at most",
        "exclusiveMinimum": "must be more than",
        "pattern": "must match",
        "minItems": "number of entries must be at least",
    }
    return f"{where} is {value!r}, {rules[str(error.validator)]} {allowed}"


def _check_contradictions(document: YamlDocument) -> None:
    content = document.content
    _refuse_repeated(document, "compositions", content.get("compositions", []))
    names = [goal["name"] for goal in content["goals"]]
    _refuse_repeated(document, "goals", names)
    goals = [_goal(goal) for goal in content["goals"]]
    for index, goal in enumerate(goals):
        before = goals[index - 1]  # trials chain, so the first goal follows the last one
        distance_m = math.hypot(goal.x_m - before.x_m, goal.y_m - before.y_m)
        if distance_m < SAME_PLACE_M:
            raise UserError(
                f"{document.where(('goals', index))} ({goal.name}) is {distance_m:.2f} m from"
                f" goal {before.name}, which precedes it; the robot would not drive: keep goals"
                f" {SAME_PLACE_M} m apart or more"
            )


def _refuse_repeated(document: YamlDocument, key: str, names: list[str]) -> None:
    for index, name in enumerate(names):
        if name in names[:index]:
            first = names.index(name)
            raise UserError(
                f"{document.where((key, index))} '{name}' repeats {key}[{first}]; name it once"
            )


def _existing_file(document: YamlDocument, key: str) -> Path:
    path = (document.path.parent / str(document.content[key])).resolve()
    if not path.is_file():
        raise UserError(
            f"{document.where((key,))} names {path}, which is no file;"
            " paths are relative to the study file"
        )
    return path


def _goal(content: dict[str, Any]) -> Goal:
    return Goal(
        content["name"], float(content["x_m"]), float(content["y_m"]), float(content["yaw_rad"])
    )


def _floats(content: dict[str, Any]) -> dict[str, float]:
    return {key: float(value) for key, value in content.items()}
