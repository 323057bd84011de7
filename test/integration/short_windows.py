# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench`` with windows of a few seconds, however unsteady the machine is.

``short_windows.py VERB ...`` takes the command line of nav2-bench. A study's window is cut down
below what steadiness needs, and the whole of it counts as steady; the machine's speed is read for a
second. Everything else is real.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from short_readings import shorten_readings

from nav2_composition_bench.cli import run
from nav2_composition_bench.cli.main import main
from nav2_composition_bench.steady_state.window import SteadyWindow
from nav2_composition_bench.study.study import Study
from nav2_composition_bench.study.study_file import load_study
from nav2_composition_bench.trial import measure

WINDOW_S = 4.0


def load_short(path: Path) -> Study:
    """Load a study and shorten its window."""
    study = load_study(path)
    short = dataclasses.replace(study.exchange, window_s=WINDOW_S)
    return dataclasses.replace(study, workload=short)


def whole_leg(_load: Sequence[float], start_s: float, end_s: float, **_settings: Any) -> Any:
    """Take a leg for steady as it is."""
    return SteadyWindow(start_s, end_s)


if __name__ == "__main__":
    vars(run).update(load_study=load_short)
    vars(measure).update(find_steady_window=whole_leg)
    shorten_readings()
    sys.exit(main())
