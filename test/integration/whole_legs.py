# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench`` to which every leg is steady from beginning to end.

``whole_legs.py VERB ...`` takes the command line of nav2-bench. It is for tests of something else
than steadiness, which a loaded machine may not have: what was driven counts. The machine's speed is
read for a second. Everything else is real.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

from short_readings import shorten_readings

from nav2_composition_bench.cli.main import main
from nav2_composition_bench.steady_state.window import SteadyWindow
from nav2_composition_bench.trial import measure


def _whole_leg(_load: Sequence[float], start_s: float, end_s: float, **_settings: Any) -> Any:
    """Take a leg for steady as it is."""
    return SteadyWindow(start_s, end_s)


def count_whole_legs() -> None:
    """Let legs of this process count whole."""
    vars(measure).update(find_steady_window=_whole_leg)


if __name__ == "__main__":
    count_whole_legs()
    shorten_readings()
    sys.exit(main())
