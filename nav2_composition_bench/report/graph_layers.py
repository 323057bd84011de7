# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which layer of a picture each box of a graph belongs to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from graphlib import TopologicalSorter


def layers_of(after: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Return the layer of each box: right of all it depends on, cycles apart.

    :param after: box → those that depend on it.
    """
    forward = _without_cycles(after)
    before: dict[str, list[str]] = {box: [] for box in after}
    for box, targets in forward.items():
        for target in targets:
            before[target].append(box)
    layer: dict[str, int] = {}
    for box in TopologicalSorter(before).static_order():
        layer[box] = max((layer[each] + 1 for each in before[box]), default=0)
    for box, targets in forward.items():  # what depends on nothing stands near what depends on it
        if not before[box] and targets:
            layer[box] = min(layer[target] for target in targets) - 1
    return {box: layer[box] for box in after}


def _without_cycles(after: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Return the edges without those that lead back to a box which is still being searched."""
    boxes = list(after)
    led_to = {target for targets in after.values() for target in targets}
    forward: dict[str, list[str]] = {box: [] for box in boxes}
    state: dict[str, bool] = {}  # True: still being searched, False: done
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
