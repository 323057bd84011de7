# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which trials count. An invalid one is kept with its reasons and repeated."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from nav2_composition_bench.study.study import ValidityLimits
from nav2_composition_bench.trial.find_transport import other_way
from nav2_composition_bench.trial.goal_legs import SUCCEEDED
from nav2_composition_bench.trial.measure_rates import Rate
from nav2_composition_bench.trial.message_record import MessageEntities, TransportRecord
from nav2_composition_bench.trial.record import LegRecord

_ENOUGH_TO_BE_HEARD = 3
"""Messages in a window of which at least one must have arrived: one may lie on either edge."""

_MAX_ERRORS = 3
"""That a reason tells; the logs hold all."""


@dataclass(frozen=True)
class TrialFacts:
    """What validity is judged by. None where a quantity is unknown, which breaks no rule.

    :param failures: what went wrong with the trial as such: bring-up, time-outs, dead processes.
    :param memory_walks: walks inside each steady window, in the order of the legs that have one.
    :param throttled: what was throttled during the legs, one clause each.
    :param nominal_control_hz: the controller's parameter.
    :param counts_messages: whether the system has nodes that count their messages.
    :param errors: the last error that each process of the system logged during the legs.
    :param uncounted: those of them that counted nothing in the steady windows, or not to their end.
    :param rates: of all that has a nominal one in such a system.
    """

    failures: tuple[str, ...]
    goals: tuple[str, ...]
    legs: tuple[LegRecord, ...]
    memory_walks: tuple[int, ...]
    swap_pss_bytes: float | None
    throttled: tuple[str, ...]
    real_time_factor: float | None
    control_loop_hz: float | None
    nominal_control_hz: float | None
    foreign_nodes: tuple[str, ...]
    counts_messages: bool = False
    uncounted: tuple[str, ...] = ()
    rates: tuple[Rate, ...] = ()
    messages: MessageEntities | None = None
    transport: TransportRecord | None = None
    errors: tuple[str, ...] = ()


def invalid_reason(
    facts: TrialFacts, limits: ValidityLimits, rate_held_ratio: float = 0.0
) -> str | None:
    """Return why a trial does not count, all reasons in one line; None if it does."""
    of_driving = [*facts.failures, *_legs(facts), *_rates(facts, limits)]
    reasons = [
        *of_driving,
        *(_errors(facts) if of_driving else ()),
        *_memory(facts),
        *facts.throttled,
        *_foreign(facts.foreign_nodes),
        *_messages(facts, rate_held_ratio),
        *_transport(facts.transport),
    ]
    return joined(reasons)


def joined(reasons: Iterable[str]) -> str | None:
    """Return reasons as one line; None without any."""
    return "; ".join(" ".join(reason.split()) for reason in reasons) or None


def _legs(facts: TrialFacts) -> Iterator[str]:
    legs = facts.legs
    for leg in legs:
        length_s = leg.finished_monotonic_s - leg.accepted_monotonic_s
        if leg.status != SUCCEEDED:
            yield f"goal {leg.goal} ended {leg.status} after {length_s:.1f} s"
        elif leg.not_steady_reason is not None:
            yield f"leg {leg.goal} has no window: {leg.not_steady_reason}"
    missing = facts.goals[len(legs) :]
    if not facts.failures and missing and all(leg.status == SUCCEEDED for leg in legs):
        yield f"goal {missing[0]} was never accepted"


def _errors(facts: TrialFacts) -> Iterator[str]:
    """What may be behind it, such as a controller that made no progress and Nav2 recovered."""
    if told := facts.errors[-_MAX_ERRORS:]:
        yield f"logged meanwhile: {', '.join(told)}"


def _memory(facts: TrialFacts) -> Iterator[str]:
    steady = [leg for leg in facts.legs if leg.not_steady_reason is None]
    for leg, walks in zip(steady, facts.memory_walks):
        if walks == 0 and leg.status == SUCCEEDED:
            yield f"memory was not read in the window of leg {leg.goal}"
    if facts.swap_pss_bytes:
        yield f"{facts.swap_pss_bytes / 1e6:.1f} MB of the system were swapped out"


def _rates(facts: TrialFacts, limits: ValidityLimits) -> Iterator[str]:
    factor, rate_hz, nominal_hz = (
        facts.real_time_factor,
        facts.control_loop_hz,
        facts.nominal_control_hz,
    )
    if factor is not None and factor < limits.real_time_factor:
        yield (
            f"the simulator fell to a real-time factor of {factor:.3f},"
            f" {limits.real_time_factor:g} is needed"
        )
    if rate_hz is None or nominal_hz is None:
        return
    min_hz = limits.control_loop_ratio * nominal_hz
    if rate_hz < min_hz:
        yield (
            f"the controller ran at {rate_hz:.2f} Hz, {min_hz:.2f} of {nominal_hz:g} Hz are needed"
        )


def _messages(facts: TrialFacts, rate_held_ratio: float) -> Iterator[str]:
    """Nodes that counted nothing, what fell furthest behind its rate, silent subscriptions."""
    if not facts.counts_messages:
        return
    if facts.messages is None:
        if not facts.failures and any(leg.not_steady_reason is None for leg in facts.legs):
            yield "no node counted messages in the steady window"
        return
    behind = [rate for rate in facts.rates if rate.falls_behind(rate_held_ratio)]
    if behind:
        worst = min(behind, key=lambda rate: rate.held)
        also = f", and {len(behind) - 1} more fell behind" if len(behind) > 1 else ""
        yield f"{worst}{also}"
    yield from _silent(facts.messages)
    if facts.uncounted:
        first, *others = facts.uncounted
        also = f", {len(others)} more nodes neither" if others else ""
        yield f"{first} did not count messages to the end of the steady window{also}"


def _silent(entities: MessageEntities) -> Iterator[str]:
    """The subscription that received nothing although its topic was published again and again."""
    sent: dict[str, int] = {}
    for publisher in entities.publishers:
        sent[publisher.topic] = sent.get(publisher.topic, 0) + publisher.sent
    for one in entities.subscriptions:
        if not one.received and sent.get(one.topic, 0) >= _ENOUGH_TO_BE_HEARD:
            yield (
                f"{one.node} received none of the {sent[one.topic]} messages published on"
                f" {one.topic}"
            )


def _transport(found: TransportRecord | None) -> Iterator[str]:
    clause = None if found is None else other_way(found)
    if clause is not None:
        yield clause


def _foreign(nodes: Sequence[str]) -> Iterator[str]:
    if nodes:
        yield f"foreign nodes were on the domain: {', '.join(nodes)}"
