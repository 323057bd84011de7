# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.node_table import table_for


def test_an_unknown_system_is_refused_with_those_known() -> None:
    with pytest.raises(UserError, match="unknown system 'moveit'; known: .*reference"):
        table_for("moveit")


@pytest.mark.parametrize(
    ("distro", "message"),
    [
        ("jazy", "'jazy'; did you mean 'jazzy'?.*humble, jazzy, kilted, lyrical"),
        ("foxy", "distribution 'foxy'; known: humble, jazzy, kilted, lyrical"),
        ("rolling", "say distro: lyrical"),
        (None, "ROS_DISTRO is not set.*known: humble"),
    ],
)
def test_a_distribution_without_a_table_is_refused(distro: str | None, message: str) -> None:
    with pytest.raises(UserError, match=message) as caught:
        table_for("nav2", distro)
    assert "\n" not in str(caught.value)
