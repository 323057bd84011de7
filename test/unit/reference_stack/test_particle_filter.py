# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Localisation in a synthetic room whose walls are known exactly."""

import numpy as np
import pytest

from nav2_composition_bench.reference_stack.control.geometry import wrap_angle
from nav2_composition_bench.reference_stack.localization.likelihood_field import (
    BeamModel,
    LikelihoodField,
    thin_scan,
)
from nav2_composition_bench.reference_stack.localization.odometry_motion import OdometryNoise
from nav2_composition_bench.reference_stack.localization.particle_filter import (
    ParticleFilter,
    systematic_choice,
)
from nav2_composition_bench.reference_stack.localization.pose_math import compose
from nav2_composition_bench.reference_stack.mapping.occupancy_map import OccupancyMap

WIDTH_M, HEIGHT_M, RESOLUTION_M = 8.0, 5.0, 0.05
BOX = (5.0, 1.0, 6.0, 2.0)
ON_ROBOT = np.zeros(3)


def room() -> OccupancyMap:
    """An 8 x 5 m room, walls one cell thick, with a box that breaks the symmetry."""
    occupancy = np.zeros((round(HEIGHT_M / RESOLUTION_M), round(WIDTH_M / RESOLUTION_M)), np.int8)
    occupancy[[0, -1], :] = 100
    occupancy[:, [0, -1]] = 100
    x0, y0, x1, y1 = (round(edge / RESOLUTION_M) for edge in BOX)
    occupancy[y0:y1, x0:x1] = 100
    return OccupancyMap(RESOLUTION_M, 0.0, 0.0, occupancy)


def scan_from(pose: np.ndarray, beams: int = 360) -> np.ndarray:
    """Ranges by marching along the beams."""
    occupancy = room().occupancy
    angles = pose[2] + np.linspace(0.0, 2.0 * np.pi, beams, endpoint=False)
    along = np.arange(0.0, 10.0, 0.01)
    x_m = pose[0] + np.outer(np.cos(angles), along)
    y_m = pose[1] + np.outer(np.sin(angles), along)
    column = np.clip((x_m / RESOLUTION_M).astype(int), 0, occupancy.shape[1] - 1)
    row = np.clip((y_m / RESOLUTION_M).astype(int), 0, occupancy.shape[0] - 1)
    return np.asarray(along[np.argmax(occupancy[row, column] == 100, axis=1)])


def ends_from(pose: np.ndarray) -> np.ndarray:
    return thin_scan(scan_from(pose), 0.0, 2.0 * np.pi / 360, 0.1, 12.0, 60)


def test_the_true_pose_is_likelier_than_its_neighbours() -> None:
    field = LikelihoodField(room(), BeamModel())
    truth = np.array([2.0, 2.5, 0.4])
    nearby = truth + np.array(
        [[0, 0, 0], [0.3, 0, 0], [-0.3, 0, 0], [0, 0.3, 0], [0, -0.3, 0], [0, 0, 0.3], [0, 0, -0.3]]
    )
    assert int(np.argmax(field.weigh(nearby, ends_from(truth)))) == 0


def test_a_pose_outside_the_map_is_unlikely_and_no_error() -> None:
    field = LikelihoodField(room(), BeamModel())
    inside, outside = field.weigh(
        np.array([[2.0, 2.5, 0.4], [200.0, -90.0, 0.0]]), ends_from(np.array([2.0, 2.5, 0.4]))
    )
    assert outside < inside


def test_beams_without_an_echo_are_left_out() -> None:
    ranges = np.array([1.0, np.inf, 2.0, np.nan, 0.01, 3.0])
    ends = thin_scan(ranges, 0.0, 0.1, 0.1, 12.0, 6)
    assert np.hypot(*ends.T) == pytest.approx([1.0, 2.0, 3.0])


def test_a_scan_is_thinned_to_the_number_of_beams_wanted() -> None:
    assert thin_scan(np.ones(361), 0.0, 0.01, 0.1, 12.0, 60).shape[0] <= 60


def test_systematic_choice_follows_the_weights() -> None:
    chosen = systematic_choice(np.array([0.0, 3.0, 1.0, 0.0]), np.random.default_rng(0))
    assert np.bincount(chosen, minlength=4).tolist() == [0, 3, 1, 0]


def drive(filter_: ParticleFilter, truth: np.ndarray, steps: int) -> np.ndarray:
    """Drive an arc; the odometry starts at a pose of its own and drifts by 2 per cent."""
    field = LikelihoodField(room(), BeamModel())
    odometry = np.array([0.0, 0.0, 1.0])
    for _ in range(steps):
        step = np.array([0.15, 0.0, 0.12])
        truth = compose(truth, step)
        after = compose(odometry, step * 1.02)
        filter_.predict(odometry, after)
        odometry = after
        filter_.correct(field, ends_from(truth), ON_ROBOT)
    return truth


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_filter_converges_from_an_error_of_0_3_m_and_0_2_rad(seed: int) -> None:
    truth = np.array([2.5, 1.5, 0.2])
    filter_ = ParticleFilter(800, OdometryNoise(), resample_interval=1, seed=seed)
    filter_.start_at(truth + np.array([0.3, 0.0, 0.2]), np.diag([0.25, 0.25, 0.0685]))
    truth = drive(filter_, truth, 25)
    estimate = filter_.estimate()
    assert np.hypot(*(estimate.pose - truth)[:2]) < 0.1
    assert abs(wrap_angle(estimate.pose[2] - truth[2])) < 0.06
    assert np.sqrt(estimate.covariance[0, 0]) < 0.3


def test_without_scans_the_error_stays() -> None:
    truth = np.array([2.5, 1.5, 0.2])
    filter_ = ParticleFilter(800, OdometryNoise(), resample_interval=1, seed=0)
    filter_.start_at(truth + np.array([0.3, 0.0, 0.2]), np.diag([1e-6, 1e-6, 1e-6]))
    filter_.predict(np.zeros(3), np.array([0.01, 0.0, 0.0]))
    assert np.hypot(*(filter_.estimate().pose - truth)[:2]) > 0.25


def test_headings_are_averaged_on_the_circle() -> None:
    filter_ = ParticleFilter(2, OdometryNoise(), resample_interval=1)
    filter_.poses = np.array([[0.0, 0.0, np.pi - 0.1], [0.0, 0.0, -np.pi + 0.1]])
    assert abs(filter_.estimate().pose[2]) == pytest.approx(np.pi)
    assert filter_.estimate().covariance[2, 2] == pytest.approx(0.01)


def test_starting_anywhere_uses_free_cells_only() -> None:
    field = LikelihoodField(room(), BeamModel())
    filter_ = ParticleFilter(500, OdometryNoise(), resample_interval=1)
    filter_.start_anywhere(field.free_cells())
    cells = (filter_.poses[:, :2] / RESOLUTION_M).astype(int)
    assert (room().occupancy[cells[:, 1], cells[:, 0]] == 0).all()
    assert filter_.poses[:, 0].std() > 1.0
