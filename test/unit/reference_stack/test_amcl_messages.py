# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Estimates and particles as messages."""

import numpy as np
import pytest
from builtin_interfaces.msg import Time

from nav2_composition_bench.reference_stack.localization.amcl_messages import (
    from_pose_message,
    to_particle_cloud,
    to_pose_message,
)
from nav2_composition_bench.reference_stack.localization.particle_filter import PoseEstimate


def test_an_estimate_survives_its_message() -> None:
    covariance = np.array([[0.04, 0.01, 0.002], [0.01, 0.09, 0.003], [0.002, 0.003, 0.16]])
    estimate = PoseEstimate(np.array([1.5, -2.0, -2.5]), covariance)
    message = to_pose_message(estimate, "map", Time(sec=7))
    assert (message.header.frame_id, message.header.stamp.sec) == ("map", 7)
    back = from_pose_message(message)
    assert back.pose == pytest.approx(estimate.pose)
    assert back.covariance == pytest.approx(covariance)


def test_the_variance_of_the_heading_stands_where_ros_puts_it() -> None:
    estimate = PoseEstimate(np.zeros(3), np.diag([1.0, 2.0, 3.0]))
    covariance = to_pose_message(estimate, "map", Time()).pose.covariance
    assert (covariance[0], covariance[7], covariance[35]) == (1.0, 2.0, 3.0)
    assert np.count_nonzero(covariance) == 3


def test_every_particle_is_in_the_cloud_with_its_weight() -> None:
    poses = np.array([[1.0, 2.0, 0.0], [3.0, 4.0, np.pi]])
    cloud = to_particle_cloud(poses, np.array([0.25, 0.75]), "map", Time())
    assert [particle.weight for particle in cloud.particles] == [0.25, 0.75]
    assert cloud.particles[1].pose.position.x == 3.0
    assert cloud.particles[1].pose.orientation.z == pytest.approx(1.0)
