# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A small study whose files exist, and what a run makes of a study."""

from __future__ import annotations

from pathlib import Path

from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.settling.settle import settle
from nav2_composition_bench.settling.settled_study import SettledStudy
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.arm_design import ArmDesign
from nav2_composition_bench.study.factor import DEFAULT_RMW
from nav2_composition_bench.study.goal import Goal
from nav2_composition_bench.study.node_entry import fully_qualified_names
from nav2_composition_bench.study.node_table import table_for
from nav2_composition_bench.study.placement import STOCK
from nav2_composition_bench.study.study import Limits, Study
from nav2_composition_bench.study.workload import Navigation

RMW = DEFAULT_RMW
"""What the tests' own processes run with."""
MULTI_PROCESS = Arm("multi_process", {"composition": STOCK["multi_process"]})
ISOLATED = Arm("isolated", {"composition": STOCK["isolated"]})
"""Arms of every study that says nothing of its arms."""


def make_study(directory: Path, limits: Limits | None = None) -> Study:
    """A study of the reference stack with an empty section for every node."""
    names = fully_qualified_names(table_for("reference"))
    for name in ("world.sdf", "map.yaml"):
        (directory / name).write_text("")
    params_file = directory / "params.yaml"
    params_file.write_text("".join(f"{name}:\n  ros__parameters: {{}}\n" for name in names))
    return Study(
        name="test",
        system="reference",
        design=ArmDesign(),
        trials=1,
        seed=0,
        workload=Navigation(
            goals=(Goal("A", 2.0, 0.0, 0.0), Goal("B", 0.0, 0.0, 0.0)),
            world_file=directory / "world.sdf",
            map_file=directory / "map.yaml",
            params_files=(params_file,),
        ),
        limits=limits or Limits(bring_up_s=120.0, shutdown_s=120.0),
    )


def settled_of(study: Study) -> SettledStudy:
    """Settle a study on what is installed here."""
    return settle(study, Installation.here())
