# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The simulator's main loop: one tick after another, at the pace of real time."""

from __future__ import annotations

import threading
from collections.abc import Callable

from nav2_composition_bench.simulator.depth_camera import DepthCamera
from nav2_composition_bench.simulator.lidar import Lidar
from nav2_composition_bench.simulator.options import SimulatorOptions
from nav2_composition_bench.simulator.physics import TICK_S, Physics
from nav2_composition_bench.simulator.real_time import RealTimePacer
from nav2_composition_bench.simulator.robot import Robot
from nav2_composition_bench.simulator.ros_bridge import RosBridge
from nav2_composition_bench.simulator.sdf import read_world

TICK_HZ = round(1.0 / TICK_S)


def simulate(
    options: SimulatorOptions, stop: threading.Event, report: Callable[[str], None]
) -> None:
    """Run the simulator until stopped or the duration is over.

    :param report: takes one line at a time.
    :raises UserError: if the world cannot be read.
    """
    world = read_world(options.world_file)
    if options.mapped_only:
        world = world.as_mapped()
    robot = Robot()
    physics = Physics(world, robot, options.seed, options.start)
    lidar = Lidar(robot.lidar, physics.model, physics.data, options.seed)
    camera = DepthCamera(robot.camera, physics.model, physics.data, options.seed)
    pacer = RealTimePacer(options.real_time_factor, sleep=stop.wait)
    with RosBridge(robot, lidar, options.publish_clock, options.stamped) as bridge:
        report(f"simulating {options.world_file} (seed {options.seed})")
        pacer.start(physics.time_s)
        _run(options, stop, report, physics, lidar, camera, pacer, bridge)
        report(
            f"simulated {physics.time_s:.1f} s, real-time factor "
            f"{pacer.overall_factor(physics.time_s):.3f}, collisions {physics.collisions}"
        )


def _run(
    options: SimulatorOptions,
    stop: threading.Event,
    report: Callable[[str], None],
    physics: Physics,
    lidar: Lidar,
    camera: DepthCamera,
    pacer: RealTimePacer,
    bridge: RosBridge,
) -> None:
    scan_ticks = TICK_HZ // lidar.rate_hz
    camera_ticks = TICK_HZ // camera.rate_hz
    report_ticks = max(1, round(options.report_interval_s * TICK_HZ))
    last = None if options.duration_s is None else round(options.duration_s * TICK_HZ)
    tick = 0
    while not stop.is_set() and (last is None or tick < last):
        tick += 1
        if bridge.reset_requested():
            physics.return_to_start()
        state = physics.tick(*bridge.command(physics.time_s))
        pacer.wait(physics.time_s)
        bridge.begin_tick(physics.time_s)
        bridge.publish_odometry(state)
        if tick % scan_ticks == 0:
            bridge.publish_scan(lidar)
        if tick % camera_ticks == 1:
            bridge.publish_points(camera)
        if tick % TICK_HZ == 2:
            factor = pacer.real_time_factor(physics.time_s)
            bridge.publish_status(_status(physics, factor))
        if tick % report_ticks == 0:
            report(
                f"{physics.time_s:.1f} s, real-time factor "
                f"{pacer.overall_factor(physics.time_s):.3f}, collisions {physics.collisions}"
            )


def _status(physics: Physics, real_time_factor: float) -> dict[str, str]:
    pose = physics.pose
    return {
        "real_time_factor": f"{real_time_factor:.4f}",
        "sim_time_s": f"{physics.time_s:.3f}",
        "collisions": str(physics.collisions),
        "true_x_m": f"{pose.x_m:.3f}",
        "true_y_m": f"{pose.y_m:.3f}",
        "true_yaw_rad": f"{pose.yaw_rad:.3f}",
    }
