# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The pages of docs/ say what the code says."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

from nav2_composition_bench.aggregate.comparable import SUBJECTS
from nav2_composition_bench.study.node_entry import NodeEntry
from nav2_composition_bench.study.study_file import load_study

DOCS = Path(__file__).resolve().parents[3] / "docs"


def page(name: str) -> str:
    return (DOCS / f"{name}.md").read_text(encoding="utf-8")


def section(name: str, heading: str) -> str:
    """Return what stands below a heading, up to the next one of any level."""
    parts = re.split(r"^#+ (.+)$", page(name), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2]))[heading]


def rows(text: str) -> list[list[str]]:
    """Return the cells of a table's rows, heading and rule left out."""
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def names(text: str) -> list[str]:
    return [row[0].strip("`") for row in rows(text)]


def test_every_page_is_in_the_index() -> None:
    listed = set(re.findall(r"^[a-z0-9_]+$", page("index"), flags=re.MULTILINE))
    assert listed == {path.stem for path in DOCS.glob("*.md")} - {"index"}


def test_every_subject_of_a_comparison_is_described() -> None:
    written = " ".join(row[0] for row in rows(section("report", "Subjects")))
    assert sorted(re.findall(r"`([a-z-]+)`", written)) == sorted(SUBJECTS)


def test_the_node_table_is_described() -> None:
    fields = [field.name for field in dataclasses.fields(NodeEntry)]
    assert names(section("systems", "The node table")) == fields


def test_the_study_file_of_ones_own_is_one(tmp_path: Path) -> None:
    (example,) = re.findall(
        r"```yaml\n(.*?)```", section("arms", "A study file of one's own"), re.DOTALL
    )
    for name in re.findall(r"_file: (\S+)", example):
        (tmp_path / name).touch()
    file = tmp_path / "my_robot.yaml.study"
    file.write_text(example, encoding="utf-8")
    study = load_study(file)
    assert [goal.name for goal in study.navigation.goals] == ["shelf", "dock"]
    assert [arm.name for arm in study.arms] == ["multi_process", "isolated"]
