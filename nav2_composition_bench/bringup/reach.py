# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Who says whom the processes of a study discover."""

from __future__ import annotations

from nav2_composition_bench.ros_domain.environment import Reach
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.workload import Exchange


def reach_of(study: Study) -> Reach:
    """Return who does: the arms of fleets, and the shell where others start the host side."""
    if isinstance(study.workload, Exchange):
        return Reach.ARMS if study.workload.is_fleet else Reach.THIS_MACHINE
    return Reach.SHELL if study.workload.is_hosted_by_others else Reach.THIS_MACHINE
