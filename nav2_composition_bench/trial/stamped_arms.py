# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The form of a study's stamp, and the arms that it names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nav2_composition_bench.study.placement import (
    MULTI_PROCESS,
    STOCK,
    Placement,
    read_placement,
)

SCHEMA = 3
"""Version of the form of study.json, the only one that is read."""

DEFAULT_BASELINE = MULTI_PROCESS.name
"""What savings are measured against where no stamp says otherwise, as in the paper."""


def arms_of_stamp(stamp: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the definition of each arm by its name, in the study's order.

    A definition holds a level for each factor and, for a composition that is no stock one, the text
    of its ``placement``.

    :param stamp: content of ``study.json``; empty where nothing is known.
    """
    return {
        arm["name"]: {key: value for key, value in arm.items() if key != "name"}
        for arm in stamp.get("study", {}).get("arms", ())
    }


def placements_of_stamp(stamp: Mapping[str, Any]) -> dict[str, Placement]:
    """Return the placement of each arm by the arm's name, as far as the stamp has it."""
    found: dict[str, Placement] = {}
    for arm, definition in arms_of_stamp(stamp).items():
        name, text = definition["composition"], definition.get("placement")
        if name in STOCK:
            found[arm] = STOCK[name]
        elif text is not None:
            found[arm] = read_placement(name, text, f"arm {arm} of study.json")
    return found


def baseline_of_stamp(stamp: Mapping[str, Any]) -> str:
    """Return the name of the arm that savings are measured against."""
    return str(stamp.get("study", {}).get("baseline") or DEFAULT_BASELINE)
