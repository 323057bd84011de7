# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Arms, designs and studies for tests, without files and without an installation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import yaml

from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.settling.parameters import ParameterFile
from nav2_composition_bench.settling.settled_study import SettledArm, SettledStudy
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.arm_design import PAPER_LEVELS, ArmDesign, ListedArm
from nav2_composition_bench.study.placement import PAPERS, STOCK, Placement
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import default_study_file, load_study
from nav2_composition_bench.study.study_options import StudyOptions, override


def arm_of(composition: Placement | str, **changes: Any) -> Arm:
    """Return an arm that is called as its composition; a stock one may be given by its name."""
    placement = STOCK[composition] if isinstance(composition, str) else composition
    return Arm(placement.name, {"composition": placement, **changes})


PAPERS_ARMS = tuple(map(arm_of, PAPERS))
MULTI_PROCESS, MANUAL, ISOLATED, MULTI_THREADED = PAPERS_ARMS
SINGLE_THREADED = arm_of("single_threaded")


def design_of(
    *compositions: str, placements: tuple[Placement, ...] = (), **factors: Sequence[str]
) -> ArmDesign:
    """Return a design of crossed factors; without compositions, of the paper's four."""
    levels = (*(compositions or PAPER_LEVELS), *(placement.name for placement in placements))
    given = {factor: tuple(its) for factor, its in factors.items()}
    return ArmDesign({"composition": levels, **given}, placements=placements)


def listed(*arms: dict[str, str], **factors: Sequence[str]) -> ArmDesign:
    """Return a design of listed arms; ``name`` among an arm's levels is its name."""
    return ArmDesign(
        {"composition": PAPER_LEVELS, **{name: tuple(its) for name, its in factors.items()}},
        tuple(
            ListedArm(each.get("name"), {f: level for f, level in each.items() if f != "name"})
            for each in arms
        ),
    )


def names(arms: Iterable[Arm]) -> list[str]:
    """Return the names of arms, in order."""
    return [arm.name for arm in arms]


def settled_without_files(study: Study, control_hz: float | None = 20.0) -> SettledStudy:
    """Return a study as if it were settled, its arms without parameters and able to run."""
    nothing = ParameterFile(Path("parameters.yaml"), {})
    here = Installation.here()
    arms = {
        arm.name: SettledArm(arm, study.nodes, nothing, control_hz, (), study, here)
        for arm in study.arms
    }
    return SettledStudy(study, study.nodes, arms, commands_are_stamped=False)


def packaged(study: str = "default", /, **options: Any) -> Study:
    """Return a study of the package, changed as by the command line."""
    file = default_study_file().parent / f"{study}.yaml"
    return override(load_study(file), StudyOptions(**options))


def write_study_file(directory: Path, **changes: Any) -> Path:
    """Write the package's default study with some keys changed; None leaves a key out."""
    default = default_study_file()
    content = yaml.safe_load(default.read_text())
    for key in ("world_file", "map_file", "params_file"):
        content[key] = str((default.parent / content[key]).resolve())
    content = {key: value for key, value in {**content, **changes}.items() if value is not None}
    path = directory / "mine.yaml"
    path.write_text(yaml.safe_dump(content, sort_keys=False))
    return path
