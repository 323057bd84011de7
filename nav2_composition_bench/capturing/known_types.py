# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a type of messages or calls tells of the library that sends or hears them; pure.

DDS announces neither the depth of a queue nor which thread sends or takes what. Of libraries that
every user of Nav2 has, both are known.
"""

from __future__ import annotations

import dataclasses

from nav2_composition_bench.topology.qos import DEFAULT_QOS, Qos

BOND = "bond/msg/Status"
"""Type of bondcpp's heartbeats."""
TRANSFORMS = "tf2_msgs/msg/TFMessage"
"""Type of what tf2_ros's TransformListener hears, with a thread of its own by default."""
CLOCK = "rosgraph_msgs/msg/Clock"
"""Type of the simulated time that rclcpp's TimeSource hears in every node with ``use_sim_time``, in
a thread and with an executor of its own by default (``use_clock_thread``)."""
_MANAGED = "lifecycle_msgs/srv/"
"""Beginning of the types of services that Nav2's lifecycle managers call, with an executor for each
call (nav2_util's LifecycleServiceClient)."""
_NAV2_ACTIONS = "nav2_msgs/action/"
"""Beginning of the types of Nav2's actions, whose clients in Nav2 have groups of callbacks that
they spin themselves while they have a goal (nav2_behavior_tree's BtActionNode,
nav2_waypoint_follower), and whose servers execute one goal at a time (nav2_util's
SimpleActionServer)."""
_SERVED_APART = frozenset(
    f"{_NAV2_ACTIONS}{name}"
    for name in (
        "ComputeAndTrackRoute",
        "ComputePathThroughPoses",
        "ComputePathToPose",
        "ComputeRoute",
        "DockRobot",
        "FollowPath",
        "SmoothPath",
        "UndockRobot",
    )
)
"""Nav2's actions whose servers have an executor and thread of their own: those that controller,
planner, smoother, route and docking server make with ``spin_thread``, in Nav2 1.3."""

FEEDBACK = "_FeedbackMessage"
"""End of the types of actions' feedback. Servers of actions execute goals in threads of their own
(nav2_util's SimpleActionServer, and the examples of rclcpp_action), which send it: no executor is
woken for that."""

_PUBLISHER_DEPTHS = {BOND: 5, TRANSFORMS: 100}
_SUBSCRIPTION_DEPTHS = {BOND: 100, TRANSFORMS: 100, CLOCK: 1}
"""bondcpp 4 (``Bond::start``), tf2_ros 0.36 (``qos.hpp``) and rclcpp (``ClockQoS``)."""


def is_spun_apart(type_name: str) -> bool:
    """Tell whether what hears or calls this type has an executor of its own."""
    return type_name in (TRANSFORMS, CLOCK) or type_name.startswith((_MANAGED, _NAV2_ACTIONS))


def is_served_apart(action_type: str) -> bool:
    """Tell whether what serves actions of this type has an executor of its own."""
    return action_type in _SERVED_APART


def is_for_one(message_type: str) -> bool:
    """Tell whether this is feedback that is taken by who has the goal, of all that hear it."""
    return message_type.startswith(_NAV2_ACTIONS) and message_type.endswith(FEEDBACK)


def is_sent_apart(message_type: str) -> bool:
    """Tell whether messages of this type are sent by another thread than the executor's."""
    return message_type.endswith(FEEDBACK)


def publishers_qos(message_type: str, qos: Qos) -> Qos:
    """Return a publisher's quality of service, with the depth that its library is known to ask for.

    A reliable writer asks for an answer whenever its queue is full (Fast DDS), so that half the
    depth is twice the answers, from every reader.
    """
    return _with_depth(qos, _PUBLISHER_DEPTHS.get(message_type))


def subscriptions_qos(message_type: str, qos: Qos) -> Qos:
    """Return the same of a subscription."""
    return _with_depth(qos, _SUBSCRIPTION_DEPTHS.get(message_type))


def _with_depth(qos: Qos, depth: int | None) -> Qos:
    was_told = qos.depth != DEFAULT_QOS.depth
    return qos if depth is None or was_told else dataclasses.replace(qos, depth=depth)
