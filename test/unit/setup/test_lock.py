# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What is locked for each distribution and Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from distribution import DISTRIBUTIONS
from lock import PYTHONS, constraints, lock_file, locked

ROOT = Path(__file__).resolve().parents[3]
VERSIONS = [(3, int(python.partition(".")[2])) for python in PYTHONS]
TEXT = """\
numpy==2.4.6 \\
    --hash=sha256:00
ros-rcl==9.2.8 \\
    --hash=sha256:01
"""


def packages_of(distribution: str, version: tuple[int, int]) -> dict[str, str]:
    return locked(lock_file(ROOT, distribution, version).read_text())


def test_the_versions_in_a_lock_file_are_read() -> None:
    assert locked(TEXT) == {"numpy": "2.4.6", "ros-rcl": "9.2.8"}


def test_what_is_not_ros_holds_for_other_distributions_too() -> None:
    assert constraints(TEXT) == "numpy==2.4.6\n"


@pytest.mark.parametrize("version", VERSIONS, ids=PYTHONS)
def test_distributions_differ_in_ros_alone(version: tuple[int, int]) -> None:
    first, *others = (packages_of(name, version) for name in DISTRIBUTIONS)
    for other in others:
        differing = {
            name for name in first.keys() | other.keys() if first.get(name) != other.get(name)
        }
        assert differing and all(name.startswith("ros-") for name in differing)


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
def test_every_python_has_the_same_ros(distribution: str) -> None:
    first, *others = (
        {name: pin for name, pin in packages_of(distribution, version).items() if "ros-" in name}
        for version in VERSIONS
    )
    assert first and all(other == first for other in others)
