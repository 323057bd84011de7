# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Nav2's nodes per ROS distribution, as its bring-up launches them without zones.

One list holds every node; what a distribution lacks or remaps differently is data beside it.
"""

from __future__ import annotations

import dataclasses

from nav2_composition_bench.study.node_entry import (
    CMD_VEL_TO_NAV,
    LOCALIZATION_MANAGER,
    NAVIGATION_MANAGER,
    NodeEntry,
)

Remappings = tuple[tuple[str, str], ...]

RELATIVE_TF: Remappings = (("/tf", "tf"), ("/tf_static", "tf_static"))
"""What Nav2's launch files give every node, so that a namespace would reach its transforms."""


def _nav2(
    package: str,
    name: str,
    plugin: str,
    header: str,
    *,
    executable: str | None = None,
    library: str | None = None,
    manager: str | None = NAVIGATION_MANAGER,
    remappings: Remappings = (),
    hidden_nodes: tuple[str, ...] = (),
    client_nodes: tuple[str, ...] = (),
) -> NodeEntry:
    executable = executable or name
    return NodeEntry(
        package=package,
        executable=executable,
        plugin=plugin,
        name=name,
        remappings=(*RELATIVE_TF, *remappings),
        lifecycle_manager=manager,
        hidden_nodes=hidden_nodes,
        client_nodes=client_nodes,
        header=f"{package}/{header}",
        library=library or f"{executable}_core",
    )


def _manager(name: str) -> NodeEntry:
    return _nav2(
        "nav2_lifecycle_manager",
        name,
        "nav2_lifecycle_manager::LifecycleManager",
        "lifecycle_manager.hpp",
        executable="lifecycle_manager",
        library="nav2_lifecycle_manager_core",
        manager=None,
    )


ALL_NODES: tuple[NodeEntry, ...] = (
    _nav2(
        "nav2_map_server",
        "map_server",
        "nav2_map_server::MapServer",
        "map_server.hpp",
        manager=LOCALIZATION_MANAGER,
    ),
    _nav2(
        "nav2_amcl",
        "amcl",
        "nav2_amcl::AmclNode",
        "amcl_node.hpp",
        manager=LOCALIZATION_MANAGER,
    ),
    _nav2(
        "nav2_controller",
        "controller_server",
        "nav2_controller::ControllerServer",
        "controller_server.hpp",
        remappings=CMD_VEL_TO_NAV,
        hidden_nodes=("/local_costmap/local_costmap",),
    ),
    _nav2("nav2_smoother", "smoother_server", "nav2_smoother::SmootherServer", "nav2_smoother.hpp"),
    _nav2(
        "nav2_planner",
        "planner_server",
        "nav2_planner::PlannerServer",
        "planner_server.hpp",
        hidden_nodes=("/global_costmap/global_costmap",),
    ),
    _nav2("nav2_route", "route_server", "nav2_route::RouteServer", "route_server.hpp"),
    _nav2(
        "nav2_behaviors",
        "behavior_server",
        "behavior_server::BehaviorServer",  # the one whose namespace is not its package
        "behavior_server.hpp",
        remappings=CMD_VEL_TO_NAV,
    ),
    _nav2(
        "nav2_velocity_smoother",
        "velocity_smoother",
        "nav2_velocity_smoother::VelocitySmoother",
        "velocity_smoother.hpp",
        remappings=CMD_VEL_TO_NAV,
    ),
    _nav2(
        "nav2_collision_monitor",
        "collision_monitor",
        "nav2_collision_monitor::CollisionMonitor",
        "collision_monitor_node.hpp",
    ),
    _nav2(
        "nav2_bt_navigator",
        "bt_navigator",
        "nav2_bt_navigator::BtNavigator",
        "bt_navigator.hpp",
        client_nodes=(
            "/bt_navigator_navigate_to_pose_rclcpp_node",
            "/bt_navigator_navigate_through_poses_rclcpp_node",
        ),
    ),
    _nav2(
        "nav2_waypoint_follower",
        "waypoint_follower",
        "nav2_waypoint_follower::WaypointFollower",
        "waypoint_follower.hpp",
    ),
    _nav2(
        "opennav_docking",
        "docking_server",
        "opennav_docking::DockingServer",
        "docking_server.hpp",
        executable="opennav_docking",
    ),
    _nav2(
        "opennav_following",
        "following_server",
        "opennav_following::FollowingServer",
        "following_server.hpp",
        executable="opennav_following",
    ),
    _manager(LOCALIZATION_MANAGER),
    _manager(NAVIGATION_MANAGER),
)
"""Every node that some distribution launches, in the managers' order of bring-up."""

NOT_LAUNCHED: dict[str, tuple[str, ...]] = {
    "humble": ("route_server", "collision_monitor", "docking_server", "following_server"),
    "jazzy": ("following_server",),
    "kilted": ("following_server",),
    "lyrical": (),
}
"""Distribution -> nodes its bring-up does not have."""

OTHER_SECTIONS = (
    *("map_saver", "robot_state_publisher", "loopback_simulator", "slam_toolbox"),
    *("keepout_filter_mask_server", "keepout_costmap_filter_info_server"),
    *("speed_filter_mask_server", "speed_costmap_filter_info_server"),
)
"""Nodes with a section in parameter files of Nav2's bring-up that no table here launches."""

OTHER_REMAPPINGS: dict[str, dict[str, Remappings]] = {
    "humble": {
        # Without a collision monitor the velocity smoother drives the robot, and recoveries do too.
        "behavior_server": (),
        "velocity_smoother": (*CMD_VEL_TO_NAV, ("cmd_vel_smoothed", "cmd_vel")),
    },
}
"""Distribution -> node -> remappings in place of those of ``ALL_NODES``, transforms apart."""


_LATCHED: dict[str, tuple[tuple[str, str], ...]] = {
    "map_server": (("/map", "nav_msgs/msg/OccupancyGrid"),),
    "amcl": (("/amcl_pose", "geometry_msgs/msg/PoseWithCovarianceStamped"),),
    "route_server": (("/route_graph", "visualization_msgs/msg/MarkerArray"),),
}
"""Of Jazzy's rclcpp before 28.1.7; costmaps subscribe late and take no pointers."""

BY_POINTER: dict[str, dict[str, tuple[tuple[str, str], ...]]] = {
    "jazzy": _LATCHED,
    "kilted": {},
    "lyrical": {},
}
"""Distribution whose Nav2 can use intra-process communication -> the nodes with latched topics.
Humble's rclcpp refuses every subscription with transient local durability then, so that it has no
entry."""


def _of_distro(distro: str) -> tuple[NodeEntry, ...]:
    other = OTHER_REMAPPINGS.get(distro, {})
    latched = BY_POINTER.get(distro, {})
    return tuple(
        dataclasses.replace(
            entry,
            remappings=(*RELATIVE_TF, *other[entry.name])
            if entry.name in other
            else entry.remappings,
            latched_topics=latched.get(entry.name, ()),
        )
        for entry in ALL_NODES
        if entry.name not in NOT_LAUNCHED[distro]
    )


NAV2_TABLES: dict[str, tuple[NodeEntry, ...]] = {
    distro: _of_distro(distro) for distro in NOT_LAUNCHED
}
"""Distribution -> Nav2's table, in loading order."""
