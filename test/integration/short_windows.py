# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench`` with windows of a few seconds, however unsteady the machine is.

``short_windows.py VERB ...`` takes the command line of nav2-bench. A study's window is cut down
below what steadiness needs, to SHORT_WINDOW_S, and the whole of it counts as steady; the machine's
speed is read for a second. Everything else is real.
"""

from __future__ import annotations

import dataclasses
import os
import sys
from pathlib import Path

from short_readings import shorten_readings
from whole_legs import count_whole_legs

from nav2_composition_bench.cli import check_workspace, run
from nav2_composition_bench.cli.main import main
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import load_study

WINDOW_S = float(os.environ.get("SHORT_WINDOW_S", "4"))


def load_short(path: Path) -> Study:
    """Load a study and shorten its window."""
    study = load_study(path)
    short = dataclasses.replace(study.exchange, window_s=WINDOW_S)
    return dataclasses.replace(study, workload=short)


if __name__ == "__main__":
    for verb in (run, check_workspace):
        vars(verb).update(load_study=load_short)
    count_whole_legs()
    shorten_readings()
    sys.exit(main())
