# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import re

import pytest

from figures.record_tables import kept_metrics, record_parts, shown_metrics, stamp_keys
from nav2_composition_bench.metrics import METRICS, REGISTRY
from nav2_composition_bench.trial.machine_stamp import machine


def names(table: str) -> list[str]:
    cells = re.findall(r"^\| (`.*?`) \|", table, re.MULTILINE)
    return re.findall(r"`(\w+)`", " ".join(cells))


def test_every_part_of_a_record_has_a_section_with_its_fields() -> None:
    text = record_parts()
    sections = re.findall(r"^### (\w+)$", text, re.MULTILINE)
    assert sections[:2] == ["TrialRecord", "LegRecord"] and len(set(sections)) == len(sections)
    assert {"ThreadRecord", "LoadPoint", "UnitCost", "LatencyRecord", "RobotRecord"} < {*sections}
    assert "    exit_statuses: {integer?} (by label; negative for a signal)\n" in text
    assert "    pss_bytes: integer\n    footprint_bytes: integer?\n" in text


@pytest.mark.parametrize(
    ("part", "line"),
    [
        ("study", "seed: integer? (of order and simulator)"),
        ("topologies", "topologies (level → name of the graph)"),
        ("software", "ros_distro"),
    ],
)
def test_stamps_have_their_keys_with_type_and_meaning(part: str, line: str) -> None:
    assert f"\n{line}\n" in stamp_keys(part)


def test_every_key_of_a_machine_is_there() -> None:
    assert set(machine()) < {*re.findall(r"\w+", stamp_keys("machine"))}


def test_every_metric_is_in_one_of_two_tables() -> None:
    assert names(shown_metrics()) == list(METRICS)
    assert {*names(kept_metrics())} == REGISTRY.keys() - METRICS.keys()
