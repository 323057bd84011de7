# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any

import pytest
from arm_studies import packaged


@pytest.mark.parametrize(
    ("changes", "by_others"),
    [
        ({}, False),
        ({"simulator": "gz"}, False),
        ({"simulator": "external"}, True),
        ({"external_host": True}, True),
    ],
)
def test_others_host_a_study_that_says_so_or_has_an_external_simulator(
    changes: dict[str, Any], by_others: bool
) -> None:
    assert packaged().with_navigation(**changes).navigation.is_hosted_by_others is by_others
