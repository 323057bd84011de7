# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whether a round robot would touch an obstacle of a costmap."""

from __future__ import annotations

import numpy as np

from nav2_composition_bench.reference_stack.control.geometry import Pose
from nav2_composition_bench.reference_stack.costmap.costs import LETHAL_OBSTACLE
from nav2_composition_bench.reference_stack.costmap.grid import CostGrid

_ANGLES = np.linspace(0.0, 2.0 * np.pi, 16, endpoint=False)


def touches_obstacle(grid: CostGrid, pose: Pose, radius_m: float) -> bool:
    """True when the robot's outline at the pose crosses a lethal cell.

    The outline is looked at, not the inflated cost of the centre: a robot that stands close to
    an obstacle must still be able to turn and to back away from it.
    """
    x_m = pose[0] + radius_m * np.cos(_ANGLES)
    y_m = pose[1] + radius_m * np.sin(_ANGLES)
    return bool((grid.cost_at(x_m, y_m, outside=0) == LETHAL_OBSTACLE).any())
