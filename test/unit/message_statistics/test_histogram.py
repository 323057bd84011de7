# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest

from nav2_composition_bench.message_statistics.histogram import (
    Histogram,
    bin_of,
    bin_span,
    merged,
)

SUB_BITS = 6


def histogram(values_ns: Sequence[int]) -> Histogram:
    return Histogram(
        SUB_BITS,
        len(values_ns),
        float(sum(values_ns)),
        float(sum(value**2 for value in values_ns)),
        min(values_ns, default=None),
        max(values_ns, default=None),
        Counter(bin_of(value, SUB_BITS) for value in values_ns),
    )


def latencies(count: int, seed: int = 0) -> list[int]:
    drawn = np.random.default_rng(seed).lognormal(np.log(120_000), 0.8, count)
    return [int(value) for value in drawn]


@pytest.mark.parametrize("value", [0, 1, 63, 64, 65, 127, 128, 1_000, 123_456, 10**9, 2**62])
def test_a_value_lies_in_the_span_of_its_bin(value: int) -> None:
    low, end = bin_span(bin_of(value, SUB_BITS), SUB_BITS)
    assert low <= value < end
    assert bin_of(low, SUB_BITS) == bin_of(end - 1, SUB_BITS) == bin_of(value, SUB_BITS)
    assert bin_of(end, SUB_BITS) == bin_of(value, SUB_BITS) + 1


def test_the_middle_of_a_bin_is_within_one_percent_of_its_values() -> None:
    for value in latencies(500):
        low, end = bin_span(bin_of(value, SUB_BITS), SUB_BITS)
        assert abs((low + end - 1) / 2 - value) <= 0.01 * value


@pytest.mark.parametrize("share", [0.01, 0.5, 0.9, 0.99, 0.999, 1.0])
def test_quantiles_are_those_of_the_values_to_one_percent(share: float) -> None:
    values = latencies(5_000)
    exact = np.quantile(values, share, method="inverted_cdf")
    assert histogram(values).quantile_ns(share) == pytest.approx(exact, rel=0.01)


def test_mean_and_deviation_are_exact() -> None:
    values = latencies(1_000)
    found = histogram(values)
    assert found.mean_ns == pytest.approx(np.mean(values))
    assert found.deviation_ns == pytest.approx(np.std(values, ddof=1))


def test_parts_merge_to_the_histogram_of_the_whole() -> None:
    values = latencies(300)
    parts = [histogram(values[:100]), Histogram(SUB_BITS), histogram(values[100:])]
    assert merged(parts) == histogram(values)
    assert merged([]) is None


def test_histograms_of_other_bins_do_not_merge() -> None:
    with pytest.raises(ValueError, match="different widths"):
        merged([Histogram(6), Histogram(7)])


def test_values_beyond_a_limit_can_be_left_out() -> None:
    values = latencies(2_000)
    limit = 150_000
    kept = histogram(values).up_to(limit)
    expected = [value for value in values if value <= limit]
    assert kept.count == pytest.approx(len(expected), rel=0.02)
    assert kept.mean_ns == pytest.approx(np.mean(expected), rel=0.01)
    assert kept.max_ns is not None and kept.max_ns <= limit
    assert histogram(values).up_to(max(values)) == histogram(values)
    assert histogram(values).up_to(1).count == 0


def test_nothing_has_neither_mean_nor_quantile() -> None:
    empty = Histogram(SUB_BITS)
    assert (empty.mean_ns, empty.deviation_ns, empty.quantile_ns(0.5)) == (None, None, None)
