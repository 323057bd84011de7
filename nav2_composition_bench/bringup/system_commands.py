# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whose command lines a study's bring-up uses."""

from __future__ import annotations

from nav2_composition_bench.bringup.commands import SystemCommands
from nav2_composition_bench.bringup.nav2_commands import Nav2Commands
from nav2_composition_bench.bringup.reference_commands import ReferenceCommands
from nav2_composition_bench.study.study import Study


def commands_of(study: Study) -> SystemCommands:
    """Return the command lines of the study's system.

    :param study: with its ROS distribution settled, see ``study_file.for_distribution``.
    """
    if study.system == "nav2":
        assert study.distro is not None, "for_distribution settles it"
        return Nav2Commands(study.distro, study.use_intra_process_comms)
    return ReferenceCommands(study.known_cost is not None)
