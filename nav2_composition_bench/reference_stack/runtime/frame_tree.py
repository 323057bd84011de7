# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The tree of frames over time, without ROS."""

from __future__ import annotations

import bisect
from collections.abc import Iterable
from dataclasses import replace

from nav2_composition_bench.reference_stack.runtime.transform import Transform, older_stamp_ns

CACHE_NS = 10_000_000_000
"""How much history is kept, as tf2's default."""
FOREVER_NS = 0
"""The stamp of a transform that holds at every time."""
LATEST_NS = 0
"""Asks for the newest time for which every transform on the way is known."""


class TransformError(Exception):
    """A transform is not known; the text says which and why."""


class FrameTree:
    """Transforms between frames over time, without ROS. Not safe for several threads."""

    def __init__(self) -> None:
        self._parents: dict[str, str] = {}
        self._history: dict[str, list[Transform]] = {}
        self._static: set[str] = set()

    def insert(self, parent: str, child: str, transform: Transform, *, static: bool) -> None:
        """Add where ``child`` is in ``parent`` at the transform's stamp, or always if static."""
        self._parents[child] = parent
        if static:
            self._static.add(child)
            # The stamp tells when it was published; it holds forever.
            self._history[child] = [replace(transform, stamp_ns=FOREVER_NS)]
            return
        history = self._history.setdefault(child, [])
        if history and transform.stamp_ns < history[-1].stamp_ns - CACHE_NS:
            # The clock was set back: what was known lies in a future that will not come.
            history.clear()
        if not history or transform.stamp_ns > history[-1].stamp_ns:
            history.append(transform)
        else:
            index = bisect.bisect_left(history, transform.stamp_ns, key=lambda t: t.stamp_ns)
            if index < len(history) and history[index].stamp_ns == transform.stamp_ns:
                history[index] = transform
            else:
                history.insert(index, transform)
        if history[-1].stamp_ns - history[0].stamp_ns > 2 * CACHE_NS:
            oldest_ns = history[-1].stamp_ns - CACHE_NS
            del history[: bisect.bisect_left(history, oldest_ns, key=lambda t: t.stamp_ns)]

    def lookup(self, target: str, source: str, stamp_ns: int = LATEST_NS) -> Transform:
        """Return where ``source`` is in ``target``.

        :raises TransformError: for unknown or unconnected frames, or a time outside the history.
        """
        target_chain, source_chain = self._chain(target), self._chain(source)
        shared = set(target_chain) & set(source_chain)
        if not shared:
            raise TransformError(f"frames '{target}' and '{source}' are not connected")
        common = next(frame for frame in source_chain if frame in shared)
        up = source_chain[: source_chain.index(common)]
        down = target_chain[: target_chain.index(common)]
        if stamp_ns == LATEST_NS:
            stamp_ns = self._latest_common_ns(up + down)
        result = self._product(up, stamp_ns)
        if down:
            result = self._product(down, stamp_ns).inverse().compose(result)
        return result

    def _chain(self, frame: str) -> list[str]:
        if frame not in self._parents and frame not in self._parents.values():
            raise TransformError(f"frame '{frame}' does not exist")
        chain = [frame]
        while chain[-1] in self._parents:
            parent = self._parents[chain[-1]]
            if parent in chain:
                raise TransformError(f"the frames form a loop at '{parent}'")
            chain.append(parent)
        return chain

    def _latest_common_ns(self, frames: Iterable[str]) -> int:
        stamp_ns = 0
        for frame in frames:
            if frame not in self._static:
                stamp_ns = older_stamp_ns(stamp_ns, self._history[frame][-1].stamp_ns)
        return stamp_ns

    def _product(self, frames: list[str], stamp_ns: int) -> Transform:
        result = Transform(stamp_ns=stamp_ns)
        for frame in frames:
            result = self._at(frame, stamp_ns).compose(result)
        return result

    def _at(self, frame: str, stamp_ns: int) -> Transform:
        history = self._history[frame]
        if frame in self._static:
            return history[0]
        index = bisect.bisect_left(history, stamp_ns, key=lambda t: t.stamp_ns)
        if index < len(history) and history[index].stamp_ns == stamp_ns:
            return history[index]
        if index == len(history) or index == 0:
            edge = history[-1] if index else history[0]
            way = "future" if index else "past"
            gap_s = abs(stamp_ns - edge.stamp_ns) / 1e9
            raise TransformError(
                f"'{frame}' in '{self._parents[frame]}' is wanted {gap_s:.3f} s into the {way} "
                "of what is known"
            )
        return history[index - 1].interpolate(history[index], stamp_ns)
