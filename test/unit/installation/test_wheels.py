# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest
from distribution import DISTRIBUTIONS
from lock import lock_file, locked

from nav2_composition_bench.installation.wheels import RCLPY, distro_of_wheels

ROOT = Path(__file__).resolve().parents[3]
LOCKED = [
    (distribution, lock_file(ROOT, distribution, (3, minor)))
    for distribution in DISTRIBUTIONS
    for minor in (10, 11, 12, 13)
]


@pytest.mark.parametrize(
    ("distribution", "file"), LOCKED, ids=[f"{name}-{file.stem}" for name, file in LOCKED]
)
def test_the_rclpy_that_set_up_installs_tells_its_distribution(
    distribution: str, file: Path
) -> None:
    assert distro_of_wheels(locked(file.read_text())[RCLPY]) == distribution


@pytest.mark.parametrize("version", [None, "", "3.3.15", "70.1.0"])
def test_without_known_wheels_no_distribution_is_told(version: str | None) -> None:
    assert distro_of_wheels(version) is None
