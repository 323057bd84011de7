# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What of a native part needs no ROS builds anywhere, and its own tests pass."""

from __future__ import annotations

from pathlib import Path

import pytest
from native_builds import build_and_test, configure


@pytest.fixture(scope="module")
def parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The build directory of all parts."""
    build = tmp_path_factory.mktemp("parts")
    configure(Path(__file__).parent, build)
    return build


@pytest.mark.parametrize(
    "part", ["composed_process", "containers", "known_cost", "manual_composition", "topology"]
)
def test_its_own_tests_pass(part: str, parts: Path) -> None:
    build_and_test(part, parts, parts / part)
