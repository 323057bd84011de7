# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Wait until the nodes of a topology have found one another."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from nav2_composition_bench.bringup.readiness import deadline_of, raise_for
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.message_statistics.statistics_file import read_statistics
from nav2_composition_bench.processes.outcomes import BringUpError, ProcessDeath

_LOOK_EVERY_S = 0.1
_NAMED = 3


def wait_until_discovered(
    files: Mapping[str, Path],
    deaths: Callable[[], Sequence[ProcessDeath]],
    timeout_s: float,
    since_s: float | None = None,
) -> float:
    """Wait until every node says that it has found all that its topics and services need.

    :param files: node → where it says so.
    :param since_s: CLOCK_MONOTONIC from which the time-out counts; None for now.
    :returns: CLOCK_MONOTONIC of the moment the last node had.
    :raises BringUpError: naming the process that died, or the nodes that lack something.
    """
    deadline_s = deadline_of(timeout_s, since_s)
    found: dict[str, float] = {}
    while True:
        found |= _discovered({node: path for node, path in files.items() if node not in found})
        raise_for(deaths())
        if len(found) == len(files):
            return max(found.values())
        if time.monotonic() >= deadline_s:
            missing = [node for node in files if node not in found]
            more = f" and {len(missing) - _NAMED} more" if len(missing) > _NAMED else ""
            raise BringUpError(
                f"not everything was discovered within {timeout_s:g} s: {_state(missing, files)}"
                f"{more}"
            )
        time.sleep(_LOOK_EVERY_S)


def _discovered(files: Mapping[str, Path]) -> dict[str, float]:
    found = {}
    for node, path in files.items():
        try:
            statistics = read_statistics(path)
        except UserError as error:
            raise BringUpError(str(error)) from error
        if statistics is not None and statistics.discovered is not None:
            found[node] = statistics.discovered.at_s
    return found


def _state(missing: Sequence[str], files: Mapping[str, Path]) -> str:
    return ", ".join(
        f"{node} {'still waits' if files[node].exists() else 'was never constructed'}"
        for node in missing[:_NAMED]
    )
