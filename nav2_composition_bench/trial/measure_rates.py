# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How often all that has a nominal rate happened in a trial of a topology; pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from nav2_composition_bench.sampling.cumulative_counter import Window
from nav2_composition_bench.topology.entities import BY_CALLBACKS
from nav2_composition_bench.trial.counted import Counted, NodeMessages, counted_inside


@dataclass(frozen=True)
class Rate:
    """What has to happen at a nominal rate, and how often it did.

    :param what: what the node did, such as ``published /image``.
    :param nominal_hz: of a clock; of a publisher without one, what the callbacks of its node asked
        for.
    :param times: in ``length_s``.
    :param refused: messages that the middleware did not take.
    """

    node: str
    what: str
    nominal_hz: float
    times: int
    length_s: float
    refused: int = 0

    @property
    def held(self) -> float:
        """The share of the nominal rate that it kept."""
        return self.times / (self.nominal_hz * self.length_s)

    def falls_behind(self, ratio: float) -> bool:
        """Tell whether so much lacks that the window's edges, worth one time, do not explain it.

        :param ratio: share of the nominal rate that has to be kept.
        """
        return self.times + 1 < ratio * self.nominal_hz * self.length_s

    def __str__(self) -> str:
        return (
            f"{self.node} {self.what} at {self.times / self.length_s:.3g} of {self.nominal_hz:g} Hz"
            + (f" (the middleware refused {self.refused} messages)" if self.refused else "")
        )


def measure_rates(nodes: Sequence[NodeMessages], windows: Sequence[Window]) -> tuple[Rate, ...]:
    """Return the rate of each timer, client and publisher that has a nominal one.

    A publisher without a rate of its own follows what makes it publish, so that only messages which
    the middleware refuses can lack. A subscription has none: queues may be meant to drop messages.

    :param windows: the steady ones, as of ``measure_messages``.
    """
    counted = [one for node in nodes if (one := counted_inside(node, windows)) is not None]
    parts = (_timers, _clients, _publishers)
    return tuple(rate for node in counted for part in parts for rate in part(node))


def _timers(node: Counted) -> Iterator[Rate]:
    for name, _, intervals in node.totals("timers"):
        times = intervals.count if intervals else 0
        if not _was_timed(node, name):
            times += 1  # its first call ends no interval, and may lie in the window
        yield from _periodic(node, f"timer.{name}", f"ran timer {name}", times)


def _was_timed(node: Counted, timer: str) -> bool:
    its = (each.latencies.get("timers", {}).get(timer) for each in node.earlier)
    return any(intervals is not None and intervals.count for intervals in its)


def _clients(node: Counted) -> Iterator[Rate]:
    for kind, sent, does, called in (
        ("client", "sent", "called", "service"),
        ("action_client", "goals", "sent goals to", "action"),
    ):
        for name, counts, _ in node.totals(f"{kind}s"):
            entity = f"{kind}.{name}"
            what = f"{does} {node.setting(f'{entity}.{called}', '')}"
            yield from _periodic(node, entity, what, counts[sent])


def _publishers(node: Counted) -> Iterator[Rate]:
    for name, counts, _ in node.totals("publishers"):
        entity = f"publisher.{name}"
        what = f"published {node.setting(f'{entity}.topic', '')}"
        sent, refused = counts["sent"], counts["failed"]
        if node.setting(f"{entity}.period_ns", BY_CALLBACKS) != BY_CALLBACKS:
            yield from _periodic(node, entity, what, sent, refused)
        elif refused:
            yield Rate(node.node, what, node.hz(sent + refused), sent, node.length_s, refused)


def _periodic(
    node: Counted, entity: str, what: str, times: int, refused: int = 0
) -> Iterator[Rate]:
    nominal_hz = node.nominal_hz(entity)
    if nominal_hz is not None:
        yield Rate(node.node, what, nominal_hz, times, node.length_s, refused)
