# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where the boxes of a graph stand and where its lines run: in layers from left to right.

Each outlet of a box has one line, which branches to all boxes it leads to. A line that crosses
layers gets a place of its own in each, so that it runs between boxes and never through one.
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from nav2_composition_bench.report.graph_layers import layers_of

SWEEPS = 24
"""Passes over the layers in which crossings are sought to be fewer."""


@dataclass(frozen=True)
class Line:
    """A line from an outlet of a box.

    :param outlet: which one, from above; lines of one box start in this order.
    :param is_flow: whether it decides which box stands left of which.
    """

    source: str
    outlet: int
    targets: tuple[str, ...]
    is_flow: bool = True


Item = str | tuple[str, int, int, bool]
"""A box, or a line (source and outlet) that passes a layer, the last word: leftwards."""


@dataclass(frozen=True)
class Layout:
    """Layers from the left, each from above, and the height of the middle of each item.

    :param stretches: of each line, from one item to the next as messages go; those
        between items of one layer turn round.
    """

    layers: tuple[tuple[Item, ...], ...]
    layer_of: Mapping[Item, int]
    middle: Mapping[Item, float]
    stretches: tuple[tuple[Line, Item, Item], ...]


def lay_out(
    heights: Mapping[str, float], lines: Sequence[Line], gap: float, line_gap: float
) -> Layout:
    """Lay a graph out.

    :param heights: of the boxes, in an order that is kept where nothing speaks against it.
    :param gap: between boxes.
    :param line_gap: what a line needs where it passes a layer.
    """
    after: dict[str, list[str]] = {box: [] for box in heights}
    for line in lines:
        if line.is_flow:
            after[line.source].extend(t for t in line.targets if t not in after[line.source])
    of_box = layers_of(after)
    layer_of: dict[Item, int] = {box: of_box[box] for box in heights}
    touched = {box for line in lines for box in (line.source, *line.targets)}
    alone = [box for box in heights if box not in touched]
    columns = max(1 + max(of_box.values(), default=0), math.isqrt(len(alone)))
    layer_of.update((box, index % columns) for index, box in enumerate(alone))
    stretches: list[tuple[Line, Item, Item]] = []
    for line in lines:
        _route(line, layer_of, stretches)
    layers: list[list[Item]] = [[] for _ in range(1 + max(layer_of.values(), default=0))]
    for item, layer in layer_of.items():
        layers[layer].append(item)
    neighbours: dict[Item, list[Item]] = defaultdict(list)
    for _, one, other in stretches:
        neighbours[one].append(other)
        neighbours[other].append(one)
    _order(layers, layer_of, neighbours, stretches)

    def size(item: Item) -> float:
        return heights[item] + gap if isinstance(item, str) else line_gap

    middle = _heights(layers, neighbours, size)
    return Layout(tuple(map(tuple, layers)), layer_of, middle, tuple(stretches))


def _route(line: Line, layer_of: dict[Item, int], stretches: list[tuple[Line, Item, Item]]) -> None:
    """Give a line its places in the layers that it passes."""
    home = layer_of[line.source]

    def passing(layer: int, *, leftwards: bool) -> Item:
        """Return the line's place in a layer, with those on the way there."""
        if layer == home and not leftwards:
            return line.source
        place: Item = (line.source, line.outlet, layer, leftwards)
        if place not in layer_of:
            if layer == home:
                before: Item = line.source
            else:
                before = passing(layer + 1 if leftwards else layer - 1, leftwards=leftwards)
            layer_of[place] = layer
            stretches.append((line, before, place))
        return place

    for target in line.targets:
        there = layer_of[target]
        if there > home:
            stretches.append((line, passing(there - 1, leftwards=False), target))
        else:
            stretches.append((line, passing(there, leftwards=True), target))


def _order(
    layers: list[list[Item]],
    layer_of: Mapping[Item, int],
    neighbours: Mapping[Item, Sequence[Item]],
    stretches: Sequence[tuple[Line, Item, Item]],
) -> None:
    """Order each layer such that few lines cross: by the mean place of the neighbours."""
    best = [list(layer) for layer in layers]
    fewest = _crossings(best, layer_of, stretches)
    for sweep in range(SWEEPS):
        rightwards = sweep % 2 == 0
        for number in range(len(layers)) if rightwards else reversed(range(len(layers))):
            place = {
                item: (index + 0.5) / len(layer)
                for layer in layers
                for index, item in enumerate(layer)
            }
            there = number - 1 if rightwards else number + 1

            def mean(item: Item, there: int = there, place: dict[Item, float] = place) -> float:
                near = [each for each in neighbours[item] if layer_of[each] == there]
                near = near or [each for each in neighbours[item] if layer_of[each] != there]
                return sum(place[each] for each in near) / len(near) if near else place[item]

            layers[number].sort(key=mean)
        crossings = _crossings(layers, layer_of, stretches)
        if crossings < fewest:
            best, fewest = [list(layer) for layer in layers], crossings
    layers[:] = best


def _crossings(
    layers: Sequence[Sequence[Item]],
    layer_of: Mapping[Item, int],
    stretches: Sequence[tuple[Line, Item, Item]],
) -> int:
    place = {item: index for layer in layers for index, item in enumerate(layer)}
    between: dict[int, list[tuple[float, int]]] = defaultdict(list)
    for line, one, other in stretches:
        left, right = sorted((one, other), key=lambda item: layer_of[item])
        if layer_of[left] != layer_of[right]:
            outlet = line.outlet / 1000 if left == line.source else 0.0
            between[layer_of[left]].append((place[left] + outlet, place[right]))
    return sum(
        (a - c) * (b - d) < 0
        for pairs in between.values()
        for index, (a, b) in enumerate(pairs)
        for c, d in pairs[:index]
    )


def _heights(
    layers: Sequence[Sequence[Item]],
    neighbours: Mapping[Item, Sequence[Item]],
    size: Callable[[Item], float],
) -> dict[Item, float]:
    """Return the middle of each item: near those of its neighbours, in order, without overlap."""
    middle: dict[Item, float] = {}
    for layer in layers:
        below = 0.0
        for item in layer:
            middle[item] = below + size(item) / 2
            below += size(item)
    for sweep in range(SWEEPS):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            wished = []
            for item in layer:
                near = [middle[each] for each in neighbours[item]]
                wished.append(sum(near) / len(near) if near else middle[item])
            apart = [0.0]
            for above, item in itertools.pairwise(layer):
                apart.append((size(above) + size(item)) / 2)
            middle.update(zip(layer, nearest_in_order(wished, apart)))
    top = min((middle[item] - size(item) / 2 for item in middle), default=0.0)
    return {item: height - top for item, height in middle.items()}


def nearest_in_order(wished: Sequence[float], apart: Sequence[float]) -> list[float]:
    """Return the values nearest to those wished, by least squares, that keep their distances.

    :param apart: least distance of each from the one before it.
    """
    offsets = list(itertools.accumulate(apart))
    blocks: list[tuple[float, int]] = []  # mean and number of values that touch one another
    for value, offset in zip(wished, offsets):
        mean, number = value - offset, 1
        while blocks and blocks[-1][0] > mean:
            other, others = blocks.pop()
            mean = (mean * number + other * others) / (number + others)
            number += others
        blocks.append((mean, number))
    flat = [mean for mean, number in blocks for _ in range(number)]
    return [mean + offset for mean, offset in zip(flat, offsets)]
