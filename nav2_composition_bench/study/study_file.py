# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Studies from YAML files; every fault is one line."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.document import Document, existing_file, refuse_repeated
from nav2_composition_bench.files.names import directory_name
from nav2_composition_bench.files.package_files import share_directory
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.files.user_path import user_path
from nav2_composition_bench.files.yaml_document import parse_yaml, read_yaml
from nav2_composition_bench.study.arm_section import read_design, read_overlays
from nav2_composition_bench.study.background_load import BackgroundLoad
from nav2_composition_bench.study.exchange_section import exchanges, read_exchange
from nav2_composition_bench.study.goal import Goal, refuse_same_place
from nav2_composition_bench.study.known_cost import KnownCost
from nav2_composition_bench.study.study import Limits, SamplingRates, Study, ValidityLimits
from nav2_composition_bench.study.study_schema import check_schema
from nav2_composition_bench.study.workload import Navigation

STUDIES = Path("params") / "studies"


def default_study_file(system: str | None = None) -> Path:
    """Return the study that runs when none is named.

    :param system: the one that is asked for; None for the reference stack.
    """
    names = {"nav2": "nav2.yaml", "topology": "consumer_robot.yaml"}
    return share_directory() / STUDIES / names.get(system or "", "default.yaml")


def find_study_file(name: str, where: str = "--study") -> Path:
    """Return a study file by its path, or one of the package's by its name.

    :param where: how errors call the name.
    :raises UserError: if there is neither.
    """
    path = user_path(where, name)
    if path.suffix or "/" in str(name):
        return path
    packaged = {each.stem: each for each in sorted((share_directory() / STUDIES).glob("*.yaml"))}
    if path.name in packaged:
        return packaged[path.name]
    raise UserError(
        f"{where} '{name}' is no study of the package; {suggestion(name, packaged)}known:"
        f" {', '.join(packaged)}, or the path of a study file"
    )


def study_file(name: str | None, system: str | None = None, where: str = "--study") -> Path:
    """Return the study file of that name, or the default of a system where none is named."""
    return find_study_file(name, where) if name else default_study_file(system)


def load_study(path: Path) -> Study:
    """Read a study file.

    :raises UserError: naming file, line and key of the first fault, and what would be right.
    """
    document = read_yaml(path)
    check_schema(document)
    content = document.content
    exchange = read_exchange(document) if exchanges(document) else None
    study = Study(
        name=content.get("name") or directory_name(f"{path}: name", path.stem),
        system=content.get("system", "reference"),
        design=read_design(
            document,
            tuple(exchange.graphs) if exchange else (),
            is_fleet=exchange is not None and exchange.is_fleet,
        ),
        overlays=read_overlays(document),
        trials=int(content.get("trials", 2)),
        seed=content.get("seed"),
        workload=exchange or _navigation(document),
        limits=Limits(**_floats(content.get("limits", {}))),
        sampling=SamplingRates(**_floats(content.get("sampling", {}))),
        validity=ValidityLimits(**_floats(content.get("validity", {}))),
    )
    if "known_cost" in content:
        study = dataclasses.replace(study, known_cost=_known_cost(document))
    if "background_load" in content:
        study = dataclasses.replace(study, background_load=_background_load(document))
    plain = ("distro", "max_attempts")
    return dataclasses.replace(study, **{key: content[key] for key in plain if key in content})


def _navigation(document: Document) -> Navigation:
    _check_contradictions(document)
    content = document.content
    plain = ("simulator", "use_sim_time")
    return Navigation(
        tuple(_goal(goal) for goal in content["goals"]),
        _existing_file(document, "world_file"),
        _existing_file(document, "map_file"),
        _params_files(document),
        **{key: content[key] for key in plain if key in content},
    )


def _known_cost(document: Document) -> KnownCost:
    cost = KnownCost(**_floats(document.content["known_cost"]))
    cost.refuse_impossible(document.where(("known_cost",)))
    return cost


def _background_load(document: Document) -> BackgroundLoad:
    load = BackgroundLoad(**document.content["background_load"])
    load.refuse_impossible(document.where(("background_load",)))
    return load


def parse_goals(text: str, where: str) -> tuple[Goal, ...]:
    """Read goals from YAML, or from the file that the text names: a list, or a study's.

    :param where: how errors call the text.
    :raises UserError: naming the first fault, and what would be right.
    """
    is_yaml = "\n" in text or text.lstrip()[:1] in "[{-"
    found = parse_yaml(text, Path(where)) if is_yaml else read_yaml(user_path(where, text))
    content, lines = found.content, found.lines
    if isinstance(content, list):
        content, lines = {"goals": content}, {("goals", *key): at for key, at in lines.items()}
    document = Document(found.path, content, lines)
    check_schema(document, only=("goals",))
    _check_contradictions(document)
    return tuple(_goal(goal) for goal in content["goals"])


def _check_contradictions(document: Document) -> None:
    content = document.content
    names = [goal["name"] for goal in content["goals"]]
    refuse_repeated(document, "goals", names)
    goals = [_goal(goal) for goal in content["goals"]]
    refuse_same_place(goals, lambda index: document.where(("goals", index)))


def _params_files(document: Document) -> tuple[Path, ...]:
    given = document.content["params_file"]
    if isinstance(given, str):
        return (_existing_file(document, "params_file"),)
    return tuple(
        existing_file(document, ("params_file", index), name) for index, name in enumerate(given)
    )


def _existing_file(document: Document, key: str) -> Path:
    return existing_file(document, (key,), str(document.content[key]))


def _goal(content: dict[str, Any]) -> Goal:
    return Goal(
        content["name"], float(content["x_m"]), float(content["y_m"]), float(content["yaw_rad"])
    )


def _floats(content: dict[str, Any]) -> dict[str, float]:
    return {key: float(value) for key, value in content.items()}
