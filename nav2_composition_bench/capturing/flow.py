# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What is kept of the messages of a publisher: sums, however long it is listened to."""

from __future__ import annotations

import math
from dataclasses import dataclass

_NS_PER_S = 1e9
_MIN_TO_SPAN = 3
"""Messages whose times tell a rate better than their number does."""
_SPANNED = 0.5
"""Share of the time listened that they must span: fewer may be one burst."""
_STOPPED = 3.0
"""Mean times between messages without one, after which they have stopped."""


@dataclass(frozen=True)
class Flow:
    """A publisher's messages.

    :param mean_bytes: serialised.
    :param burstiness: (sd - mean) / (sd + mean) of the times between messages: -1 where they are
        regular, 0 where they are random, towards 1 in bursts; None of fewer than three messages.
    """

    messages: int
    rate_hz: float
    mean_bytes: float
    largest_bytes: int
    burstiness: float | None


NOTHING = Flow(0, 0.0, 0.0, 0, None)
"""Of a publisher that was silent."""


class FlowMeter:
    """Sums over the messages of one publisher, in the order in which it sent them."""

    __slots__ = (
        "_first_ns",
        "_first_number",
        "_intervals",
        "_largest",
        "_last_ns",
        "_last_number",
        "_mean_interval_s",
        "_messages",
        "_squares",
        "_total",
    )

    def __init__(self) -> None:
        self._messages = self._total = self._largest = 0
        self._first_ns = self._last_ns = 0
        self._first_number = self._last_number = 0
        self._intervals = 0
        self._mean_interval_s = self._squares = 0.0

    @property
    def messages(self) -> int:
        """How many were taken."""
        return self._messages

    @property
    def total_bytes(self) -> int:
        """Sum of their sizes."""
        return self._total

    def add(self, size_bytes: int, sent_ns: int, number: int) -> None:
        """Count a message.

        :param number: by which the publisher counts its messages; 0 where the middleware has none.
        """
        if not self._messages:
            self._first_ns, self._first_number = sent_ns, number
        elif number == self._last_number + 1 or not number:
            self._add_interval((sent_ns - self._last_ns) / _NS_PER_S)
        self._last_ns, self._last_number = sent_ns, number
        self._messages += 1
        self._total += size_bytes
        self._largest = max(self._largest, size_bytes)

    def flow(self, listened_s: float, silent_s: float = 0.0) -> Flow:
        """Return what it comes to.

        Messages that were sent and not taken count, where the middleware numbers them.

        :param listened_s: how long.
        :param silent_s: of that, how long after the last message.
        """
        if not self._messages:
            return NOTHING
        return Flow(
            self._messages,
            self._rate_hz(listened_s, silent_s),
            self._total / self._messages,
            self._largest,
            self._burstiness(),
        )

    def _rate_hz(self, listened_s: float, silent_s: float) -> float:
        sent_after_first = self._messages - 1
        if self._first_number:
            sent_after_first = max(sent_after_first, self._last_number - self._first_number)
        span_s = (self._last_ns - self._first_ns) / _NS_PER_S
        if self._messages >= _MIN_TO_SPAN and span_s >= _SPANNED * listened_s:
            if silent_s <= _STOPPED * span_s / sent_after_first:
                return sent_after_first / span_s
            return (sent_after_first + 1) / (span_s + silent_s)
        return (sent_after_first + 1) / listened_s

    def _burstiness(self) -> float | None:
        if self._intervals < 2 or self._mean_interval_s <= 0:
            return None
        deviation_s = math.sqrt(self._squares / self._intervals)
        return (deviation_s - self._mean_interval_s) / (deviation_s + self._mean_interval_s)

    def _add_interval(self, interval_s: float) -> None:
        self._intervals += 1
        before = interval_s - self._mean_interval_s
        self._mean_interval_s += before / self._intervals
        self._squares += before * (interval_s - self._mean_interval_s)
