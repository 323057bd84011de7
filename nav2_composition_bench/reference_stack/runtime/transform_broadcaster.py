# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Publish transforms on /tf and /tf_static."""

from __future__ import annotations

from builtin_interfaces.msg import Time
from geometry_msgs.msg import TransformStamped
from rclpy.node import Node
from rclpy.qos import DurabilityPolicy, QoSProfile
from tf2_msgs.msg import TFMessage

from nav2_composition_bench.reference_stack.runtime.transform import Transform


class TransformBroadcaster:
    """Sends transforms with tf2's QoS.

    :param static: publish on /tf_static (kept for late joiners) instead of /tf.
    """

    def __init__(self, node: Node, *, static: bool = False) -> None:
        if static:
            qos = QoSProfile(depth=1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
            self._publisher = node.create_publisher(TFMessage, "/tf_static", qos)
        else:
            self._publisher = node.create_publisher(TFMessage, "/tf", QoSProfile(depth=100))

    def send(self, parent_frame: str, child_frame: str, transform: Transform) -> None:
        """Say where the child frame is in the parent frame at the transform's stamp."""
        self._publisher.publish(
            TFMessage(transforms=[stamped_message(parent_frame, child_frame, transform)])
        )


def stamped_message(parent_frame: str, child_frame: str, transform: Transform) -> TransformStamped:
    """Convert to geometry_msgs/TransformStamped."""
    message = TransformStamped()
    seconds, nanoseconds = divmod(transform.stamp_ns, 1_000_000_000)
    message.header.stamp = Time(sec=seconds, nanosec=nanoseconds)
    message.header.frame_id = parent_frame
    message.child_frame_id = child_frame
    move, turn = message.transform.translation, message.transform.rotation
    move.x, move.y, move.z = transform.x, transform.y, transform.z
    turn.x, turn.y, turn.z, turn.w = transform.qx, transform.qy, transform.qz, transform.qw
    return message
