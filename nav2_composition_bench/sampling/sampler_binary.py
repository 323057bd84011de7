# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where process_sampler is."""

from __future__ import annotations

import os
from pathlib import Path

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.own_program import find_own_program, is_executable

NAME = "process_sampler"
VARIABLE = "NAV2_BENCH_SAMPLER"


def find_sampler() -> Path:
    """Return the path of process_sampler.

    The environment variable NAV2_BENCH_SAMPLER comes first; then the places of all our programs.

    :raises UserError: if it is nowhere, or the variable names no executable file.
    """
    named = os.environ.get(VARIABLE, "")
    if named:
        path = Path(named)
        if not is_executable(path):
            raise UserError(f"{VARIABLE} is {named}, which is not an executable file")
        return path
    try:
        return find_own_program(NAME)
    except UserError as error:
        raise UserError(f"{error}, or name it in the environment variable {VARIABLE}") from None
