# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Subscriptions of a node whose callbacks wait for each other's messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.topology.entities import Subscription


def fused_alike(subscriptions: tuple[Subscription, ...]) -> tuple[Subscription, ...]:
    """Return the subscriptions of a node.

    :raises UserError: if one is fused alone, or with one that does other things.
    """
    fused = [each for each in subscriptions if each.fused]
    if len(fused) == 1:
        raise UserError(
            f"{fused[0].place.at('fused')} is true of this subscription alone; fuse two or more of"
            " the node's"
        )
    for each in fused[1:]:
        for key, ours, theirs in (
            ("publishes", each.publishes, fused[0].publishes),
            ("work", each.work, fused[0].work),
        ):
            if ours != theirs:
                raise UserError(
                    f"{each.place.at()} is fused with {fused[0].place.at()}, and its {key} differs;"
                    " whichever message comes last, the same has to follow"
                )
    return subscriptions


def incoming_rates_hz(
    inputs: Sequence[tuple[Subscription, float | None]],
) -> list[float | None]:
    """Return how often the messages of subscriptions make a callback publish.

    :param inputs: subscriptions whose callbacks publish the same, with the rates of their messages;
        None for one that is as fast as it goes.
    """
    alone = [rate for each, rate in inputs if not each.fused]
    fused = [rate for each, rate in inputs if each.fused]
    return [*alone, *([_slowest(fused)] if fused else [])]


def _slowest(rates_hz: Iterable[float | None]) -> float | None:
    return min((rate for rate in rates_hz if rate is not None), default=None)
