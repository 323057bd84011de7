# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What nodes counted inside the steady windows of a trial; pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from nav2_composition_bench.message_statistics.histogram import Histogram, merged
from nav2_composition_bench.message_statistics.statistics_file import NodeStatistics, Period
from nav2_composition_bench.sampling.cumulative_counter import Window
from nav2_composition_bench.topology.entities import sent_share

_NS_PER_S = 1e9
Settings = Mapping[str, Any]
"""Parameter name → value, of one node."""


@dataclass(frozen=True)
class NodeMessages:
    """What one node wrote, and the parameters it was given."""

    statistics: NodeStatistics
    settings: Settings


@dataclass(frozen=True)
class Counted:
    """One node's counts over the whole periods inside the windows.

    :param earlier: periods before the first of these.
    """

    node: str
    settings: Settings
    length_s: float
    periods: tuple[Period, ...]
    earlier: tuple[Period, ...]

    def totals(self, kind: str) -> Iterator[tuple[str, Counter[str], Histogram | None]]:
        """Yield each entity of a kind with what was counted of it, and its latencies."""
        names = dict.fromkeys(name for each in self.periods for name in _of(each, kind))
        for name in names:
            counts: Counter[str] = Counter()
            for each in self.periods:
                counts.update(each.counts.get(kind, {}).get(name, {}))
            parts = [each.latencies.get(kind, {}).get(name) for each in self.periods]
            yield name, counts, merged(part for part in parts if part is not None)

    @property
    def longest_period_s(self) -> float:
        """Length of the longest period."""
        return max(period.to_s - period.from_s for period in self.periods)

    def hz(self, count: float) -> float:
        """Return a count per second."""
        return count / self.length_s

    def setting(self, name: str, default: Any) -> Any:
        """Return a parameter of the node."""
        return self.settings.get(name, default)

    def nominal_hz(self, entity: str) -> float | None:
        """Return what a clock makes an entity do; None where there is none, or the entity ends.

        :param entity: with its kind, as in the names of parameters.
        """
        period_ns = self.setting(f"{entity}.period_ns", 0)
        if period_ns <= 0 or self.setting(f"{entity}.count", 0):
            return None
        return float(sent_share(self.setting(f"{entity}.skip_every", 0)) * _NS_PER_S / period_ns)


def _of(period: Period, kind: str) -> Iterable[str]:
    return (*period.counts.get(kind, {}), *period.latencies.get(kind, {}))


def counted_inside(node: NodeMessages, windows: Sequence[Window]) -> Counted | None:
    """Return what a node counted in the windows; None without a whole period in them."""
    periods = tuple(
        period
        for period in node.statistics.periods
        if any(begin <= period.from_s and period.to_s <= end for begin, end in windows)
    )
    length_s = sum(period.to_s - period.from_s for period in periods)
    if not length_s:
        return None
    earlier = tuple(each for each in node.statistics.periods if each.to_s <= periods[0].from_s)
    return Counted(node.statistics.head.node, node.settings, length_s, periods, earlier)


def uncounted(nodes: Sequence[NodeMessages], windows: Sequence[Window]) -> tuple[str, ...]:
    """Return the nodes that counted nothing in the windows, or stopped before the last one's end.

    Nodes count until they end. The period in which the last window ends may be missing if a node
    was killed, and a loaded machine may have made it longer.
    """
    end_s = max((end for _, end in windows), default=0.0)
    return tuple(
        node.statistics.head.node
        for node in nodes
        if (one := counted_inside(node, windows)) is None
        or node.statistics.periods[-1].to_s + 2 * one.longest_period_s < end_s
    )
