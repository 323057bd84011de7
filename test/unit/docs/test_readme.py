# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The README's tables are made from the records beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from nav2_composition_bench.aggregate.savings import Saving, saving
from nav2_composition_bench.metrics import HEADLINE
from nav2_composition_bench.report.figures import spread
from nav2_composition_bench.trial.store import read_records

ROOT = Path(__file__).resolve().parents[3]
LINK = re.compile(r"\]\((results/[^)]+)\)")


EXECUTORS = "results/x86_64-2-core-vm/nav2-jazzy-executors"
EVENT_LOOPS = "results/x86_64-2-core-vm-2/nav2-jazzy-event-loops"
MIDDLEWARE = "results/x86_64-2-core-xeon-vm/nav2-jazzy-middleware"


def tables(heading: str) -> Iterator[tuple[str, list[list[str]]]]:
    """Yield the study that was linked last before each table of such a heading, and its rows."""
    study, rows = "", list[list[str]]()
    for line in [*(ROOT / "README.md").read_text().splitlines(), ""]:
        study = next(iter(LINK.findall(line)), study)
        if line.startswith(heading):
            rows = [[]]
        elif rows and line.startswith("|"):
            rows.append([cell.strip(" `") for cell in line.strip("|").split("|")])
        elif rows:
            yield study, rows[2:]
            rows = []


TABLES = dict(tables("| composition | CPU %"))


def percent(found: Saving | None) -> str:
    return "" if found is None else f"{100 * found.fraction:.0f} %"


def percent_with_interval(found: Saving | None) -> str:
    if found is None or found.interval is None:
        return ""
    ends = (f"{100 * end:.0f}" for end in (found.interval.low, found.interval.high))
    return f"{percent(found)} [{', '.join(ends)}]"


def test_there_is_a_table_for_each_study_that_is_told_of() -> None:
    assert TABLES and all(len(rows) == 4 for rows in TABLES.values())


@pytest.mark.parametrize("study", TABLES)
def test_a_table_says_what_its_records_say(study: str) -> None:
    records = read_records(ROOT / study)
    for composition, *cells in TABLES[study]:
        expected = list[str]()
        for metric in HEADLINE:
            is_baseline = composition == "multi_process"
            found = None if is_baseline else saving(records, composition, metric)
            expected += [spread(records, composition, metric), percent(found)]
        assert cells[: len(expected)] == expected


@pytest.mark.parametrize("bonds", ["with", "without"])
def test_the_tables_of_executors_say_what_their_records_say(bonds: str) -> None:
    ((study, rows),) = tables(f"| arm, {bonds} bonds |")
    assert study == EXECUTORS and len(rows) == 7
    records = read_records(ROOT / study)
    baseline = f"multi_process+{bonds}_bonds"
    for name, _, cpu, cpu_saved, pss, footprint, footprint_saved in rows:
        arm = f"{name}+{bonds}_bonds"
        shown = [spread(records, arm, metric) for metric in HEADLINE]
        assert [cpu, pss, footprint] == shown
        of_cpu, of_footprint = (
            None if arm == baseline else saving(records, arm, metric, reference=baseline)
            for metric in ("cpu_percent", "footprint_bytes")
        )
        assert [cpu_saved, footprint_saved] == [
            percent_with_interval(of_cpu),
            percent(of_footprint),
        ]


def test_the_table_of_middlewares_says_what_its_records_say() -> None:
    ((study, rows),) = tables("| arm | middleware | CPU %")
    assert study == MIDDLEWARE and len(rows) == 6
    records = read_records(ROOT / study)
    for name, rmw, cpu, cpu_saved, pss, footprint, footprint_saved in rows:
        arm, baseline = f"{name}+{rmw}", f"multi_process+{rmw}"
        assert [cpu, pss, footprint] == [spread(records, arm, metric) for metric in HEADLINE]
        of_cpu, of_footprint = (
            None if arm == baseline else saving(records, arm, metric, reference=baseline)
            for metric in ("cpu_percent", "footprint_bytes")
        )
        assert cpu_saved == percent_with_interval(of_cpu)
        assert footprint_saved == percent(of_footprint)


def test_the_readme_tells_what_the_other_middleware_saves() -> None:
    records = read_records(ROOT / MIDDLEWARE)
    text = " ".join((ROOT / "README.md").read_text().split())
    for metric, label in (("cpu_percent", "CPU"), ("footprint_bytes", "footprint")):
        found = [
            saving(
                records,
                f"{name}+rmw_cyclonedds_cpp",
                metric,
                reference=f"{name}+rmw_fastrtps_cpp",
            )
            for name in ("multi_process", "isolated", "events")
        ]
        said = ", ".join(map(percent_with_interval, found))
        assert f"Cyclone DDS saves of the {label} {said}" in text


def test_the_readme_tells_what_this_packages_containers_save() -> None:
    records = read_records(ROOT / EVENT_LOOPS)
    text = " ".join((ROOT / "README.md").read_text().split())
    for name in ("ring_buffer", "by_pointer"):
        against_stock, against_rclcpp = (
            percent_with_interval(
                saving(
                    records,
                    f"{name}+with_bonds",
                    "cpu_percent",
                    reference=f"{other}+with_bonds",
                )
            )
            for other in ("isolated", "rclcpp_events")
        )
        assert f"{against_stock} of the CPU of `component_container_isolated`" in text
        assert f"{against_rclcpp} of that of rclcpp's EventsExecutor" in text


@pytest.mark.parametrize("study", TABLES)
def test_the_columns_of_the_paper_are_its_own(study: str) -> None:
    paper = json.loads((ROOT / "results" / "paper" / "x86.json").read_text())["compositions"]
    for composition, *cells in TABLES[study]:
        for place, metric in ((-2, "cpu_percent"), (-1, "pss_bytes")):
            mean = {name: paper[name][metric]["mean"] for name in paper}
            saved = 1 - mean[composition] / mean["multi_process"]
            is_baseline = composition == "multi_process"
            assert cells[place] == ("" if is_baseline else f"{saved:.0%}".replace("%", " %"))
