# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.reference_stack.runtime.frame_tree import (
    CACHE_NS,
    FrameTree,
    TransformError,
)
from nav2_composition_bench.reference_stack.runtime.transform import (
    Transform,
    pose_2d_to_transform,
)

SECOND_NS = 1_000_000_000


@pytest.fixture
def tree() -> FrameTree:
    tree = FrameTree()
    for second in range(4):
        stamp_ns = (second + 1) * SECOND_NS
        odometry = pose_2d_to_transform(float(second), 0.0, 0.0, stamp_ns)
        tree.insert("odom", "base", odometry, static=False)
    for second in range(3):
        stamp_ns = (second + 1) * SECOND_NS
        tree.insert("map", "odom", pose_2d_to_transform(10.0, 0.0, 0.0, stamp_ns), static=False)
    static = Transform(z=0.2, stamp_ns=SECOND_NS // 2)  # published before all the others
    tree.insert("base", "scan", static, static=True)
    return tree


def test_the_newest_common_time_is_that_of_the_transform_that_lags_most(tree: FrameTree) -> None:
    found = tree.lookup("map", "scan")
    assert (found.x, found.z, found.stamp_ns) == (12.0, 0.2, 3 * SECOND_NS)


def test_an_old_static_transform_does_not_lower_the_stamp_of_a_lookup(tree: FrameTree) -> None:
    assert tree.lookup("odom", "scan", 2 * SECOND_NS).stamp_ns == 2 * SECOND_NS
    assert tree.lookup("scan", "odom").stamp_ns == 4 * SECOND_NS


def test_a_time_between_two_transforms_is_interpolated(tree: FrameTree) -> None:
    assert tree.lookup("odom", "base", int(2.25 * SECOND_NS)).x == pytest.approx(1.25)


def test_the_other_direction_is_the_inverse(tree: FrameTree) -> None:
    assert tree.lookup("scan", "map").x == pytest.approx(-12.0)


def test_siblings_meet_at_their_common_ancestor(tree: FrameTree) -> None:
    tree.insert("base", "camera", Transform(x=0.1, z=0.5), static=True)
    found = tree.lookup("camera", "scan")
    assert (found.x, found.z) == pytest.approx((-0.1, -0.3))


def test_a_frame_is_at_its_own_origin(tree: FrameTree) -> None:
    assert tree.lookup("base", "base").x == 0.0


def test_a_time_after_the_newest_transform_is_refused(tree: FrameTree) -> None:
    with pytest.raises(TransformError, match=r"0.500 s into the future"):
        tree.lookup("odom", "base", int(4.5 * SECOND_NS))


def test_a_time_before_the_oldest_transform_is_refused(tree: FrameTree) -> None:
    with pytest.raises(TransformError, match=r"0.500 s into the past"):
        tree.lookup("odom", "base", int(0.5 * SECOND_NS))


def test_an_unknown_frame_is_named(tree: FrameTree) -> None:
    with pytest.raises(TransformError, match="frame 'lidar' does not exist"):
        tree.lookup("map", "lidar")


def test_frames_of_two_trees_are_not_connected(tree: FrameTree) -> None:
    tree.insert("earth", "moon", Transform(), static=True)
    with pytest.raises(TransformError, match="not connected"):
        tree.lookup("map", "moon")


def test_a_loop_of_frames_is_an_error_not_an_endless_search(tree: FrameTree) -> None:
    tree.insert("scan", "map", Transform(), static=True)
    with pytest.raises(TransformError, match="loop"):
        tree.lookup("map", "scan")


def test_a_late_transform_finds_its_place(tree: FrameTree) -> None:
    late = pose_2d_to_transform(7.0, 0.0, 0.0, int(1.5 * SECOND_NS))
    tree.insert("odom", "base", late, static=False)
    assert tree.lookup("odom", "base", int(1.5 * SECOND_NS)).x == 7.0
    assert tree.lookup("odom", "base", 4 * SECOND_NS).x == 3.0


def test_history_is_forgotten_after_the_cache_time() -> None:
    tree = FrameTree()
    stamps_ns = range(SECOND_NS, 3 * CACHE_NS, SECOND_NS // 10)
    for stamp_ns in stamps_ns:
        tree.insert("odom", "base", Transform(stamp_ns=stamp_ns), static=False)
    assert tree.lookup("odom", "base", stamps_ns[-1] - CACHE_NS).stamp_ns > 0
    with pytest.raises(TransformError, match="past"):
        tree.lookup("odom", "base", SECOND_NS)


def test_a_clock_set_back_by_an_hour_makes_the_past_the_present() -> None:
    hour_ns = 3600 * SECOND_NS
    tree = FrameTree()
    for tenth in range(300):
        stamp_ns = 2 * hour_ns + tenth * SECOND_NS // 10
        tree.insert("odom", "base", pose_2d_to_transform(1.0, 0.0, 0.0, stamp_ns), static=False)
    for second in range(3):
        stamp_ns = hour_ns + second * SECOND_NS
        tree.insert("odom", "base", pose_2d_to_transform(2.0, 0.0, 0.0, stamp_ns), static=False)
    assert tree.lookup("odom", "base", hour_ns + SECOND_NS).x == 2.0
    assert tree.lookup("odom", "base").stamp_ns == hour_ns + 2 * SECOND_NS
