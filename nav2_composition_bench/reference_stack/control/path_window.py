# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The part of a path that lies just ahead of the robot."""

from __future__ import annotations

import numpy as np

from nav2_composition_bench.reference_stack.control.geometry import FloatArray, Pose

SEARCH_M = 1.5


class PathWindow:
    """Follows the robot's progress along one path.

    Progress never jumps back and searches only SEARCH_M ahead, so that a path which comes near
    itself is not short-cut.

    :param poses: shape (N, 3), at least one row.
    :raises ValueError: for an empty path.
    """

    def __init__(self, poses: FloatArray) -> None:
        if len(poses) == 0:
            raise ValueError("the path holds no poses")
        self.poses = poses
        steps = np.hypot(np.diff(poses[:, 0]), np.diff(poses[:, 1]))
        self._travelled_m = np.concatenate(([0.0], np.cumsum(steps)))
        self._index = 0

    def advance(self, pose: Pose) -> None:
        """Move on to the pose of the path nearest to the robot."""
        end = self._end_index(SEARCH_M)
        offsets = self.poses[self._index : end, :2] - (pose[0], pose[1])
        self._index += int(np.einsum("ij,ij->i", offsets, offsets).argmin())

    def ahead(self, length_m: float) -> tuple[FloatArray, FloatArray]:
        """The next poses.

        :return: the poses, shape (P, 3), P ≥ 1, and the length of path that remains from each
            of them to the end of the whole path, shape (P,).
        """
        part = slice(self._index, self._end_index(length_m))
        remaining_m: FloatArray = self._travelled_m[-1] - self._travelled_m[part]
        return self.poses[part], remaining_m

    def _end_index(self, length_m: float) -> int:
        limit_m = self._travelled_m[self._index] + length_m
        return max(
            int(np.searchsorted(self._travelled_m, limit_m, side="right")),
            self._index + 1,
        )
