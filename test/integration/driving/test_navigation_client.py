# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Waiting with the navigation client."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from started_process import Process

WAITS = """
from nav2_composition_bench.driving.navigation_client import NavigationClient
with NavigationClient() as navigation:
    navigation.wait(None, {timeout_s})
"""


@pytest.mark.parametrize("timeout_s", [-1.0, 0.0, 0.1])
def test_a_wait_ends_even_if_its_time_was_over_before(
    begin: Callable[..., Process], timeout_s: float
) -> None:
    assert begin("-c", WAITS.format(timeout_s=timeout_s)).wait() == 0
