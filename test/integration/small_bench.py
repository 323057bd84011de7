# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench`` with a system of three tiny nodes and a host side of two.

``small_bench.py VERB ...`` takes the command line of nav2-bench. The environment says how the
nodes behave (SMALL_BENCH_<NODE>=behaviour of small_node) and whether the wall clock leaps
(SMALL_BENCH_CLOCK=leaps); everything else is the real thing: bring-up, sampler, records.
"""

from __future__ import annotations

import itertools
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from nav2_composition_bench.bringup import session
from nav2_composition_bench.bringup.commands import BringUpPlan, ProcessPlan
from nav2_composition_bench.bringup.host_side import HostProcess
from nav2_composition_bench.cli.main import main
from nav2_composition_bench.study.composition import Composition

SMALL_NODE = Path(__file__).with_name("small_node.py")
NODES = {"amcl": "active_node", "bt_navigator": "navigating", "manager": "active_manager"}
HOST = {"simulator": "simulating", "goal_script": "plain"}


def command(name: str, behaviour: str) -> tuple[str, ...]:
    """Command line of a node."""
    chosen = os.environ.get(f"SMALL_BENCH_{name.upper()}", behaviour)
    return (sys.executable, str(SMALL_NODE), name, chosen, os.environ["SMALL_BENCH_DIRECTORY"])


def small_plan(
    composition: Composition, _nodes: Any, parameters: Any, path: Path, _commands: Any
) -> BringUpPlan:
    """Three processes, whatever the composition."""
    processes = tuple(
        ProcessPlan(name, command(name, behaviour), (name,)) for name, behaviour in NODES.items()
    )
    managed = {"manager": ("amcl", "bt_navigator")}
    return BringUpPlan(composition, path, parameters, processes, (), managed)


def small_host(_study: Any) -> tuple[HostProcess, ...]:
    """A simulator without physics and a goal script without goals."""
    return tuple(
        HostProcess(name, command(name, behaviour), f"/{name}") for name, behaviour in HOST.items()
    )


def run(arguments: Sequence[str]) -> int:
    """Run nav2-bench with the small system."""
    session.plan = small_plan
    session.host_processes = small_host
    if os.environ.get("SMALL_BENCH_CLOCK") == "leaps":
        leaps, real = itertools.count(1), time.time
        time.time = lambda: real() + 3600.0 * (-1) ** next(leaps)  # type: ignore[assignment]
    return main(arguments)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
