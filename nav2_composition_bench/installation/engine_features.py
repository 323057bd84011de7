# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the installed engine of topologies was built with, as it says itself."""

from __future__ import annotations

import subprocess
from collections.abc import Mapping

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import PACKAGE
from nav2_composition_bench.installation.own_program import find_program
from nav2_composition_bench.study.topology_table import EXECUTABLE

JPEG = "jpeg"
_TIMEOUT_S = 30.0


def features_of(environment: Mapping[str, str]) -> frozenset[str] | None:
    """Ask the engine; None where it is not there, does not start or does not know the question.

    :param environment: of the shell, which says where it is.
    """
    try:
        command = [find_program(PACKAGE, EXECUTABLE, environment), "--features"]
        told = subprocess.run(
            command,
            env=dict(environment),
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_S,
            check=False,
        )
    except (UserError, OSError, subprocess.TimeoutExpired):
        return None
    return frozenset(told.stdout.split()) if told.returncode == 0 else None
