# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The page on fleets says what the code says."""

from __future__ import annotations

import re
from pathlib import Path

from nav2_composition_bench.fleet.trial import restarted_robots
from nav2_composition_bench.study.fleet import Discovery, Network
from nav2_composition_bench.study.study_file import load_study

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs" / "fleets.md").read_text(encoding="utf-8")


def first_cells(heading: str) -> list[str]:
    """Return the first cell of each row of the table with that heading."""
    _, _, rest = PAGE.partition(f"| `{heading}` |")
    table = rest.partition("\n\n")[0].splitlines()[2:]
    return [row.split("|")[1].strip().strip("`") for row in table]


def test_every_way_to_discover_and_every_network_is_described() -> None:
    assert first_cells("discovery") == [each.value for each in Discovery]
    assert first_cells("network") == [each.value for each in Network]


def test_a_tenth_of_the_robots_is_started_again_and_at_least_one() -> None:
    assert "A tenth of the robots (at least one)" in PAGE
    names = [f"robot_{number}" for number in range(1, 41)]
    assert restarted_robots(names) == ("robot_37", "robot_38", "robot_39", "robot_40")
    assert restarted_robots(names[:2]) == ("robot_2",)


def test_the_example_is_a_study(tmp_path: Path) -> None:
    (text,) = re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)
    path = tmp_path / "mine.yaml"
    path.write_text(text)
    study = load_study(path)
    assert study.exchange.is_fleet
    assert "server+drops_5_percent+robots-80" in [arm.name for arm in study.arms]
