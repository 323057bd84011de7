# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``small_measurement.py --ros-args -p ...``: measurement_node with the system of small_bench."""

from __future__ import annotations

import sys

from short_readings import shorten_readings
from small_bench import small_plan

from nav2_composition_bench.measurement_node.main import main
from nav2_composition_bench.settling import settled_study

if __name__ == "__main__":
    vars(settled_study).update(plan=small_plan)
    shorten_readings()
    sys.exit(main())
