# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from rcl_readings import READINGS, alike

from nav2_composition_bench.settling.rcl_scalar import Scalar, rcl_scalar


@pytest.mark.parametrize(("text", "value"), READINGS.items())
def test_a_text_without_quotes_is_what_rcl_reads(text: str, value: Scalar) -> None:
    assert alike(rcl_scalar(text), value)
