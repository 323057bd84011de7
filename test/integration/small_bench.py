# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench`` with a system of three tiny nodes in two processes, and a host side of two.

``small_bench.py VERB ...`` takes the command line of nav2-bench. The environment says how the
nodes behave (SMALL_BENCH_<NODE>=behaviour of small_node), whether the wall clock leaps
(SMALL_BENCH_CLOCK=leaps), whether legs without a steady window count (SMALL_BENCH_LEGS=count) and
which names of middlewares are installed (SMALL_BENCH_MIDDLEWARES; under each of them runs the one
that there is). The machine's speed is read for a second. Everything else is the real thing:
bring-up, sampler, records.
"""

from __future__ import annotations

import itertools
import os
import sys
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from short_readings import shorten_readings

from nav2_composition_bench.bringup import session
from nav2_composition_bench.bringup.host_side import HostProcess
from nav2_composition_bench.cli import run_trials
from nav2_composition_bench.cli.main import main
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.ros_domain.environment import process_environment
from nav2_composition_bench.settling import settled_study
from nav2_composition_bench.settling.commands import BringUpPlan, ProcessPlan
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.factor import DEFAULT_RMW
from nav2_composition_bench.trial import trial_log
from nav2_composition_bench.trial.validity import TrialFacts

SMALL_NODE = Path(__file__).with_name("small_node.py")
PROCESSES = {
    "amcl": {"amcl": "active_node", "manager": "active_manager"},
    "bt_navigator": {"bt_navigator": "navigating"},
}
"""Process → the behaviour of each of its nodes."""
HOST = {"simulator": "simulating", "goal_script": "plain"}


def finish_legs(directory: Path, *goals: str) -> None:
    """Have the legs to these goals end, to all without any; the small node waits for that."""
    for goal in goals or ("A", "B"):
        (directory / f"finish_{goal}").touch()


def command(behaviours: Mapping[str, str]) -> tuple[str, ...]:
    """Command line of a process.

    :param behaviours: node → what it does unless the environment says otherwise.
    """
    chosen = [
        os.environ.get(f"SMALL_BENCH_{name.upper()}", behaviour)
        for name, behaviour in behaviours.items()
    ]
    words = (",".join(behaviours), ",".join(chosen), os.environ["SMALL_BENCH_DIRECTORY"])
    return (sys.executable, str(SMALL_NODE), *words)


def small_plan(arm: Arm, _nodes: Any, parameters: Any, path: Path, _commands: Any) -> BringUpPlan:
    """The same processes, whatever the arm."""
    processes = tuple(
        ProcessPlan(name, command(behaviours), tuple(behaviours))
        for name, behaviours in PROCESSES.items()
    )
    managed: dict[str, tuple[str, ...]] = {"manager": ("amcl", "bt_navigator")}
    return BringUpPlan(arm, path, parameters, processes, (), managed)


def small_host(_settled: Any) -> tuple[HostProcess, ...]:
    """A simulator without physics and a goal script without goals."""
    return tuple(
        HostProcess(name, command({name: behaviour}), f"/{name}")
        for name, behaviour in HOST.items()
    )


def only_failures(facts: TrialFacts, *_limits: Any) -> str | None:
    """A rule of validity that asks nothing of the legs."""
    return "; ".join(facts.failures) or None


def pretend_middlewares(names: Sequence[str]) -> None:
    """Let names stand for middlewares; loading one says so, with the process that does it."""

    def environment(*arguments: Any, **options: Any) -> dict[str, str]:
        return process_environment(*arguments, **{**options, "rmw": DEFAULT_RMW})

    def load(rmw: str) -> None:
        print(f"process {os.getpid()} loads {rmw}", flush=True)

    Installation.middlewares = tuple(names)  # type: ignore[assignment]
    vars(session).update(process_environment=environment)
    vars(run_trials).update(load_middleware=load)


def run(arguments: Sequence[str]) -> int:
    """Run nav2-bench with the small system."""
    vars(settled_study).update(plan=small_plan)
    vars(session).update(host_processes=small_host)
    shorten_readings()
    if os.environ.get("SMALL_BENCH_LEGS") == "count":
        vars(trial_log).update(invalid_reason=only_failures)
    if names := os.environ.get("SMALL_BENCH_MIDDLEWARES"):
        pretend_middlewares(names.split())
    if os.environ.get("SMALL_BENCH_CLOCK") == "leaps":
        leaps, real = itertools.count(1), time.time
        time.time = lambda: real() + 3600.0 * (-1) ** next(leaps)  # type: ignore[assignment]
    return main(arguments)


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
