# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.report.quantities import bytes_text, rate_text


@pytest.mark.parametrize(
    "size_bytes, text",
    [(0, "0 B"), (16, "16 B"), (1024, "1.02 kB"), (250_000, "250 kB"), (1.2e7, "12 MB"),
     (1.4e11, "140 GB"), (999_499, "999 kB"), (999_999, "1 MB"), (2e12, "2000 GB")],
)  # fmt: skip
def test_amounts_have_the_unit_that_suits_them(size_bytes: float, text: str) -> None:
    assert bytes_text(size_bytes) == text


@pytest.mark.parametrize(
    "rate_hz, text",
    [(0.1, "0.1 Hz"), (8.3333, "8.33 Hz"), (50, "50 Hz"), (1263.4, "1263 Hz"), (None, "max")],
)
def test_rates_have_three_digits_and_no_fewer_than_needed(rate_hz: float | None, text: str) -> None:
    assert rate_text(rate_hz) == text
