# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Histograms of latencies whose bins are as wide as a fixed share of the value.

A bin holds values that agree in their highest ``sub_bits + 1`` bits (as in HdrHistogram), so that
its middle is within ``2 ** -(sub_bits + 1)`` of any value in it: 0.8 % for six bits. Smaller
values than ``2 ** (sub_bits + 1)`` have a bin each. The formula is that of ``src/topology``.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


def bin_of(value_ns: int, sub_bits: int) -> int:
    """Return the index of the bin that a value falls into."""
    shift = max(0, value_ns.bit_length() - 1 - sub_bits)
    return (shift << sub_bits) + (value_ns >> shift)


def bin_span(index: int, sub_bits: int) -> tuple[int, int]:
    """Return the least value of a bin, and that of the next one."""
    shift = max(0, (index >> sub_bits) - 1)
    low = index - (shift << sub_bits)
    return low << shift, (low + 1) << shift


@dataclass(frozen=True)
class Histogram:
    """Latencies of some messages, nanoseconds.

    Count, sums, least and greatest are exact; whatever needs the bins has their error.

    :param bins: index → number of values.
    """

    sub_bits: int
    count: int = 0
    sum_ns: float = 0.0
    sum_of_squares_ns2: float = 0.0
    min_ns: int | None = None
    max_ns: int | None = None
    bins: Mapping[int, int] = field(default_factory=dict)

    @property
    def mean_ns(self) -> float | None:
        """The mean; None without values."""
        return self.sum_ns / self.count if self.count else None

    @property
    def deviation_ns(self) -> float | None:
        """The standard deviation of the sample; None for fewer than two values."""
        if self.count < 2:
            return None
        squares = self.sum_of_squares_ns2 - self.sum_ns**2 / self.count
        return math.sqrt(max(0.0, squares) / (self.count - 1))

    def quantile_ns(self, share: float) -> float | None:
        """Return the least value that at least this share of the values does not exceed.

        :param share: above 0, at most 1.
        """
        if not self.count or self.min_ns is None or self.max_ns is None:
            return None
        wanted = math.ceil(share * self.count)
        if wanted >= self.count:
            return float(self.max_ns)
        seen = 0
        for index in sorted(self.bins):
            seen += self.bins[index]
            if seen >= wanted:
                low, end = bin_span(index, self.sub_bits)
                return min(max((low + end - 1) / 2, self.min_ns), self.max_ns)
        return float(self.max_ns)

    def up_to(self, limit_ns: int) -> Histogram:
        """Return the values that do not exceed a limit, as far as the bins tell them apart.

        Their sums are those of the bins' middles.
        """
        if self.max_ns is None or self.max_ns <= limit_ns:
            return self
        kept = {index: n for index, n in self.bins.items() if self._middle_ns(index) <= limit_ns}
        count = sum(kept.values())
        if not count:
            return Histogram(self.sub_bits)
        sums = [(self._middle_ns(index), n) for index, n in kept.items()]
        return Histogram(
            self.sub_bits,
            count,
            sum(middle * n for middle, n in sums),
            sum(middle**2 * n for middle, n in sums),
            self.min_ns,
            min(bin_span(max(kept), self.sub_bits)[1] - 1, limit_ns),
            kept,
        )

    def _middle_ns(self, index: int) -> float:
        low, end = bin_span(index, self.sub_bits)
        return (low + end - 1) / 2


def merged(histograms: Iterable[Histogram]) -> Histogram | None:
    """Return the histogram of all values; None of none.

    :raises ValueError: for histograms whose bins differ.
    """
    parts = list(histograms)
    if not parts:
        return None
    if len({part.sub_bits for part in parts}) > 1:
        raise ValueError("histograms have bins of different widths")
    bins: Counter[int] = Counter()
    for part in parts:
        bins.update(part.bins)
    return Histogram(
        parts[0].sub_bits,
        sum(part.count for part in parts),
        sum(part.sum_ns for part in parts),
        sum(part.sum_of_squares_ns2 for part in parts),
        min((part.min_ns for part in parts if part.min_ns is not None), default=None),
        max((part.max_ns for part in parts if part.max_ns is not None), default=None),
        dict(bins),
    )
