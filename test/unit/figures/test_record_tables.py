# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import re

from figures.record_tables import kept_metrics, record_parts, shown_metrics
from nav2_composition_bench.metrics import METRICS, REGISTRY


def names(table: str) -> list[str]:
    return re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE)


def test_every_part_of_a_record_has_a_section_with_the_meaning_of_each_field() -> None:
    text = record_parts()
    sections = re.findall(r"^### (\w+)$", text, re.MULTILINE)
    assert sections[:2] == ["TrialRecord", "LegRecord"] and len(set(sections)) == len(sections)
    assert {"ThreadRecord", "LoadPoint", "UnitCost", "LatencyRecord", "RobotRecord"} < {*sections}
    assert {"schema", "metrics", "exit_statuses", "up_monotonic_s"} < {*names(text)}
    assert "| `metrics` | object of number | metric → what was measured of it;" in text
    assert "|  |" not in text and "``" not in text


def test_every_metric_is_in_one_of_two_tables() -> None:
    assert names(shown_metrics()) == list(METRICS)
    assert {*names(kept_metrics())} == REGISTRY.keys() - METRICS.keys()
