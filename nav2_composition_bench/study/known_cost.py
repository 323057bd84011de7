# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A node of known cost, added to the system under test to see whether a study finds it."""

from __future__ import annotations

import dataclasses
import re
from dataclasses import dataclass

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import PACKAGE
from nav2_composition_bench.study.nav2_table import RELATIVE_TF
from nav2_composition_bench.study.node_entry import NodeEntry
from nav2_composition_bench.study.reference_table import STACK
from nav2_composition_bench.topology.generated import MAX_KNOWN_COST_PERCENT

KNOWN_COST = "known_cost"
"""The node's name, and its executable's."""

_FOR_REFERENCE = NodeEntry(
    package=PACKAGE,
    executable=KNOWN_COST,
    plugin=f"{STACK}.runtime.known_cost.KnownCostNode",
    name=KNOWN_COST,
)
KNOWN_COST_NODES = {
    "reference": _FOR_REFERENCE,
    "nav2": dataclasses.replace(
        _FOR_REFERENCE,
        plugin="nav2_composition_bench::KnownCostNode",
        remappings=RELATIVE_TF,
    ),
}
"""System -> the node that it can be given."""

_WORD = re.compile(r"(cpu|memory)=(\d+(?:\.\d+)?)")


@dataclass(frozen=True)
class KnownCost:
    """What the node costs, as it counts itself; nothing, for a baseline with the node in it.

    :param cpu_percent: of one core.
    :param memory_mb: anonymous memory it holds, in 10^6 bytes.
    """

    cpu_percent: float = 0.0
    memory_mb: float = 0.0

    def refuse_impossible(self, where: str) -> None:
        """:raises UserError: naming ``where`` for figures that no node could keep to."""
        if not 0.0 <= self.cpu_percent <= MAX_KNOWN_COST_PERCENT:
            raise UserError(
                f"{where}: cpu is {self.cpu_percent:g} %, must be 0 to {MAX_KNOWN_COST_PERCENT:g}"
            )
        if self.memory_mb < 0.0:
            raise UserError(f"{where}: memory is {self.memory_mb:g} MB, must be at least 0")


def parse_known_cost(text: str) -> KnownCost:
    """Read ``cpu=5,memory=20`` (percent of a core, megabytes).

    :raises UserError: for anything else.
    """
    words = text.replace(" ", "").split(",")
    matches = [_WORD.fullmatch(word) for word in words]
    found = {match[1]: float(match[2]) for match in matches if match is not None}
    if None in matches or len(found) != len(words):
        raise UserError(
            f"--known-cost: cannot read '{text}'; write cpu=PERCENT,memory=MEGABYTES, e.g."
            " cpu=5,memory=20"
        )
    cost = KnownCost(found.get("cpu", 0.0), found.get("memory", 0.0))
    cost.refuse_impossible("--known-cost")
    return cost
