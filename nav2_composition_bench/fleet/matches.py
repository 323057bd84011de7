# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How many endpoints the nodes of a machine are matched with, as their files tell it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from nav2_composition_bench.errors import UserError

Changes = Sequence[tuple[float, int]]
"""(CLOCK_MONOTONIC, matches from then on), ascending."""

_S_PER_NS = 1e-9


class MachineMatches:
    """The matches of one machine's nodes, read as they are written.

    :param files: what each node writes; see ``message_statistics.statistics_file``.
    """

    def __init__(self, files: Iterable[Path]) -> None:
        self._read = dict.fromkeys(files, 0)
        self._counts: dict[Path, int] = {}
        self._changes: list[tuple[float, int]] = []
        self._up_s: float | None = None

    @property
    def up_s(self) -> float | None:
        """Since when all endpoints of all nodes are there; None before."""
        return self._up_s

    @property
    def changes(self) -> Changes:
        """The matches of all nodes together, from when the first of them was up."""
        return self._changes

    @property
    def matches(self) -> int:
        """Those of the last reading."""
        return self._changes[-1][1] if self._changes else 0

    def read(self) -> None:
        """Take in what has been written since the last time.

        :raises UserError: for a line that no node can have written.
        """
        events = [event for path in self._read for event in self._new(path)]
        for at_s, path, matches in sorted(events):
            self._counts[path] = matches
            self._changes.append((at_s, sum(self._counts.values())))
            if self._up_s is None and len(self._counts) == len(self._read):
                self._up_s = at_s

    def _new(self, path: Path) -> list[tuple[float, Path, int]]:
        try:
            with path.open("rb") as stream:
                stream.seek(self._read[path])
                text = stream.read()
        except FileNotFoundError:
            return []
        complete = text[: text.rfind(b"\n") + 1]
        self._read[path] += len(complete)
        found = []
        for line in complete.splitlines():
            try:
                content = json.loads(line)
                if content.get("event") == "matches":
                    found.append((content["at_ns"] * _S_PER_NS, path, int(content["matches"])))
            except (ValueError, KeyError, TypeError, AttributeError) as error:
                raise UserError(f"{path} holds a line that no node writes: {error}") from error
        return found


def whole_since(changes: Changes, wanted: int) -> float | None:
    """Return since when a machine has as many matches as it is to have; None if it has fewer."""
    since: float | None = None
    for at_s, matches in changes:
        if matches < wanted:
            since = None
        elif since is None:
            since = at_s
    return since
