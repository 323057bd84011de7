# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The pages of docs/ say what the code says."""

from __future__ import annotations

import argparse
import dataclasses
import re
import typing
from dataclasses import replace
from pathlib import Path

import pytest

from figures.record_tables import described
from nav2_composition_bench.aggregate.comparable import SUBJECTS
from nav2_composition_bench.cli import main as program
from nav2_composition_bench.study.arm_design import ArmDesign
from nav2_composition_bench.study.background_load import BackgroundLoad
from nav2_composition_bench.study.factor import FACTORS
from nav2_composition_bench.study.known_cost import KnownCost
from nav2_composition_bench.study.node_entry import NodeEntry
from nav2_composition_bench.study.placement import parse_placement
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import default_study_file, load_study
from nav2_composition_bench.study.workload import Navigation
from nav2_composition_bench.trial import provenance
from nav2_composition_bench.trial.machine_stamp import machine
from nav2_composition_bench.trial.software_stamp import software

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


def test_the_provenance_that_is_filed_is_described() -> None:
    assert names(section("records", "machine")) == list(machine())
    assert names(section("records", "software")) == list(software(["rmw"]))


def test_the_study_that_is_filed_is_described() -> None:
    study = replace(
        load_study(default_study_file("reference")),
        known_cost=KnownCost(0.0, 0.0),
        background_load=BackgroundLoad(busy=1),
    ).with_navigation(external_host=True)
    document = provenance.study_document(study)
    written = {row[0].strip("`"): row[1] for row in rows(section("records", "study"))}
    assert list(written) == list(document)
    hints = typing.get_type_hints(Study) | typing.get_type_hints(Navigation)
    for name, hint in hints.items():
        if name in document:
            assert written[name] == described(hint), name


def test_what_is_filed_of_topologies_is_described() -> None:
    document = provenance.study_document(load_study(default_study_file("topology")))
    driven = provenance.study_document(load_study(default_study_file("reference")))
    written = names(section("records", "Study of topologies"))
    assert set(written) == document.keys() - driven.keys()


def test_the_arms_that_are_filed_are_described() -> None:
    placement = parse_placement("pair=amcl|map_server")
    design = ArmDesign({"composition": ("pair",)}, placements=(placement,))
    study = replace(load_study(default_study_file("reference")), design=design)
    (arm,) = provenance.study_document(study)["arms"]
    assert names(section("records", "Arm")) == list(arm)


def test_every_factor_is_described_with_its_default() -> None:
    table = {row[0].strip("`"): row[2].strip("`") for row in rows(section("arms", "Factors"))}
    assert [name for name in table if name in FACTORS] == list(FACTORS)
    defaults = {name: factor.default for name, factor in FACTORS.items() if factor.default}
    del defaults["composition"]  # a study has each of the paper's unless it names some
    assert {name: table[name] for name in defaults} == defaults


def test_every_subject_of_a_comparison_is_described() -> None:
    written = " ".join(row[0] for row in rows(section("report", "Subjects")))
    assert sorted(re.findall(r"`([a-z-]+)`", written)) == sorted(SUBJECTS)


def test_the_node_table_is_described() -> None:
    fields = [field.name for field in dataclasses.fields(NodeEntry)]
    assert names(section("systems", "The node table")) == fields


@pytest.mark.parametrize("verb", program.VERBS)
def test_a_verbs_options_are_all_described_and_no_other(verb: str) -> None:
    parser = argparse.ArgumentParser(add_help=False)
    program.load(verb).add_arguments(parser)
    text = section("cli", verb)
    options = {option for action in parser._actions for option in action.option_strings}
    assert set(re.findall(r"`(--?[a-z][a-z-]*)`", "\n".join(map(str, rows(text))))) == options
    for action in parser._actions:
        if not action.option_strings:
            assert f"`{action.metavar or action.dest}`" in text


def test_every_verb_has_a_section_in_the_order_of_the_help_page() -> None:
    assert re.findall(r"^## (.+)$", page("cli"), flags=re.MULTILINE) == list(program.VERBS)


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
