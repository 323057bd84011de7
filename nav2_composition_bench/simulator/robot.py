# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The simulated robot: a small differential-drive base with a lidar and a depth camera."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Chassis:
    """The body that collides: an upright cylinder centred over the wheel axle.

    :param bottom_m: height of its lower face above the floor.
    :param top_m: height of its upper face above the floor.
    :param friction: coefficient of Coulomb friction against anything.
    """

    radius_m: float = 0.17
    bottom_m: float = 0.025
    top_m: float = 0.15
    mass_kg: float = 3.6
    friction: float = 0.3


@dataclass(frozen=True)
class Drive:
    """Two driven wheels, and two casters that slide without friction.

    :param separation_m: between the wheels' contact points.
    :param wheel_friction: coefficient of Coulomb friction against the floor.
    :param armature_kgm2: inertia of motor and gear about the axle, of each wheel.
    :param torque_limit_nm: of each wheel's velocity servo.
    :param servo_gain_nms: torque per unit of speed error, N m s/rad.
    :param max_wheel_speed_radps: faster commands are scaled down, keeping the curvature.
    :param caster_offset_m: of the casters before and behind the axle.
    """

    wheel_radius_m: float = 0.036
    separation_m: float = 0.24
    wheel_mass_kg: float = 0.1
    wheel_friction: float = 1.0
    armature_kgm2: float = 2e-4
    torque_limit_nm: float = 0.25
    servo_gain_nms: float = 0.25
    max_wheel_speed_radps: float = 25.0
    caster_offset_m: float = 0.13
    caster_mass_kg: float = 0.02


@dataclass(frozen=True)
class LidarModel:
    """A 2D lidar over the centre of the axle, scanning counter-clockwise from -pi.

    :param height_m: of the scanning plane above the floor.
    :param noise_sd_m: standard deviation of the Gaussian noise on each range.
    """

    rays: int = 360
    rate_hz: int = 10
    height_m: float = 0.18
    range_min_m: float = 0.12
    range_max_m: float = 12.0
    noise_sd_m: float = 0.01


@dataclass(frozen=True)
class DepthCameraModel:
    """A depth camera that looks ahead, level.

    :param columns: of its depth image.
    :param rows: of its depth image.
    :param forward_m: of the optical centre before the axle.
    :param height_m: of the optical centre above the floor.
    :param horizontal_fov_rad: full angle; the vertical one follows from square pixels.
    :param noise_per_m2: standard deviation of the depth noise over depth squared, as stereo has.
    """

    columns: int = 80
    rows: int = 60
    rate_hz: int = 10
    forward_m: float = 0.14
    height_m: float = 0.22
    horizontal_fov_rad: float = 1.05
    depth_min_m: float = 0.2
    depth_max_m: float = 4.0
    noise_per_m2: float = 0.002


@dataclass(frozen=True)
class Robot:
    """Geometry, drive and sensors; frames after REP-105.

    base_footprint lies on the floor below the middle of the axle, base_link on the axle.
    """

    chassis: Chassis = field(default_factory=Chassis)
    drive: Drive = field(default_factory=Drive)
    lidar: LidarModel = field(default_factory=LidarModel)
    camera: DepthCameraModel = field(default_factory=DepthCameraModel)
