# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The arms of a study as its stamp tells them, whichever version wrote it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from nav2_composition_bench.study.arm import BASE, OFF, ON
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.executor import Executor

DEFAULT_BASELINE = Composition.MULTI_PROCESS.value
"""What savings are measured against where no stamp says otherwise, as in the paper."""


def arms_of_stamp(stamp: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the definition of each arm by its name, in the study's order.

    A definition holds a level for each factor and, for a grouping, ``groups``, for a mapping
    ``loops``. Stamps from before there were arms tell of compositions and groupings, and of one
    middleware and one setting of intra-process communication for all of them.

    :param stamp: content of ``study.json``; empty where nothing is known.
    """
    study = stamp.get("study", {})
    if "arms" in study:
        return {
            arm["name"]: {key: value for key, value in arm.items() if key != "name"}
            for arm in study["arms"]
        }
    common = {
        "executor": Executor.STOCK.value,
        "rmw": study.get("rmw"),
        "intra_process": ON if study.get("use_intra_process_comms") else OFF,
        "params": BASE,
    }
    return {name: {**layout, **common} for name, layout in _layouts(study)}


def baseline_of_stamp(stamp: Mapping[str, Any]) -> str:
    """Return the name of the arm that savings are measured against."""
    return str(stamp.get("study", {}).get("baseline") or DEFAULT_BASELINE)


def _layouts(study: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for name in study.get("compositions", ()):
        yield name, {"composition": name}
    for grouping in study.get("groupings", ()):
        name = grouping["name"]
        yield name, {"composition": name, "groups": grouping["groups"]}
