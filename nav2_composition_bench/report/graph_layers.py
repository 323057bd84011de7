# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which layer of a picture each box of a graph belongs to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def layers_of(after: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return the layer of each box: right of all it depends on, cycles apart.

    :param after: box → those that depend on it.
    """
    boxes = list(after)
    forward = _without_cycles(after)
    before: dict[str, list[str]] = {box: [] for box in boxes}
    for box in boxes:
        for target in forward[box]:
            before[target].append(box)
    layer: dict[str, int] = {}
    waiting = {box: len(before[box]) for box in boxes}
    ready = [box for box in boxes if not waiting[box]]
    order: list[str] = []
    while ready:
        box = ready.pop(0)
        order.append(box)
        layer[box] = max((layer[each] + 1 for each in before[box]), default=0)
        for target in forward[box]:
            waiting[target] -= 1
            if not waiting[target]:
                ready.append(target)
    for box in reversed(order):  # those that depend on nothing stand near what depends on them
        if not before[box] and forward[box]:
            layer[box] = min(layer[target] for target in forward[box]) - 1
    return {box: layer[box] for box in boxes}


def _without_cycles(after: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return the ways that are left when those back to a box under way are taken out."""
    boxes = list(after)
    led_to = {target for targets in after.values() for target in targets}
    forward: dict[str, list[str]] = {box: [] for box in boxes}
    state: dict[str, bool] = {}  # True: under way, False: done
    for root in sorted(boxes, key=lambda box: box in led_to):
        if root in state:
            continue
        state[root] = True
        stack = [(root, iter(after[root]))]
        while stack:
            box, targets = stack[-1]
            target = next(targets, None)
            if target is None:
                state[box] = False
                stack.pop()
                continue
            if not state.get(target, False):
                forward[box].append(target)
            if target not in state:
                state[target] = True
                stack.append((target, iter(after[target])))
    return forward
