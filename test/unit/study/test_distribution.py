# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.study.distribution import commands_are_stamped


@pytest.mark.parametrize(
    "distro, stamped",
    [(None, False), ("humble", False), ("jazzy", False), ("kilted", True), ("lyrical", True)],
)
def test_velocity_commands_are_stamped_from_kilted_on(distro: str | None, stamped: bool) -> None:
    assert commands_are_stamped(distro) is stamped
