# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The page on distributions against lock files and records."""

from __future__ import annotations

import datetime
import json
import re
from pathlib import Path
from typing import Any

import pytest
from distribution import DISTRIBUTIONS
from lock import lock_file, locked
from steps import Places

from nav2_composition_bench.trial.provenance import compared_fields

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "distributions.md").read_text(encoding="utf-8")
RMWS = {"rmw_fastrtps_cpp", "rmw_cyclonedds_cpp"}


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the first table below a heading, its own heading and rule left out."""
    text = re.split(rf"^#+ {heading}$", PAGE, flags=re.MULTILINE)[1]
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


STUDIES = [
    (name, row)
    for row in rows("What was run")
    for name in re.findall(r"`(x86_64[^`]*/[^`]*)`", row[2])
]


def test_every_set_of_wheels_is_listed_with_its_versions() -> None:
    table = rows("Distributions")[: len(DISTRIBUTIONS)]
    packages = [locked(lock_file(ROOT, name, (3, 11)).read_text()) for name in DISTRIBUTIONS]
    expected = [
        [
            f"`{name}`",
            f"`{Places(Path(), name).environment}`",
            pins["ros-rclpy"],
            pins["ros-rcl"],
            pins.get("ros-fastdds") or pins["ros-fastrtps"],
        ]
        for name, pins in zip(DISTRIBUTIONS, packages)
    ]
    assert [row[:5] for row in table] == expected


def test_some_studies_are_named() -> None:
    assert STUDIES


@pytest.mark.parametrize(("name", "row"), STUDIES, ids=[name for name, _ in STUDIES])
def test_a_study_was_run_on_with_and_when_it_is_said(name: str, row: list[str]) -> None:
    stamp: dict[str, Any] = json.loads((ROOT / "results" / name / "study.json").read_text())
    distribution, has_what, _, when = row
    assert compared_fields(stamp)["software.ros_distro"] == distribution.split("'")[0].lower()
    assert ("rclcpp" in stamp["software"]["packages"]) is not distribution.endswith("wheels")
    begun = datetime.datetime.fromtimestamp(stamp["started_wall_s"], datetime.timezone.utc)
    assert begun.date().isoformat() == when
    rmw = stamp["software"]["rmw"]
    ran = {rmw} if isinstance(rmw, str) else set(rmw)
    said = set(re.findall(r"`(rmw_\w+)`", has_what))
    assert ran == (RMWS if "both middlewares" in has_what else said)
    nav2 = f"Nav2 {stamp['software']['packages'].get('nav2_amcl')} "
    systems = {"reference": "reference stack", "nav2": nav2, "topology": "topologies"}
    assert has_what.startswith(systems[stamp["study"]["system"]])
