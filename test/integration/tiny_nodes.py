# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Small managed nodes for tests of the runtime."""

from __future__ import annotations

import threading
from typing import Any

from nav2_msgs.action import Wait

from nav2_composition_bench.reference_stack.runtime.action_server import SimpleActionServer
from nav2_composition_bench.reference_stack.runtime.managed_node import ManagedNode
from nav2_composition_bench.reference_stack.runtime.running_goal import RunningGoal

PLUGIN = "tiny_nodes"
CONSTRUCTING = threading.Event()


class Tiny(ManagedNode):
    """Has one parameter and one action, ``~/wait``, that waits."""

    def __init__(self, node_name: str = "tiny", **options: Any) -> None:
        super().__init__(node_name, **options)
        self.rate = self.parameter("rate", 20.0)

    def configure(self) -> None:
        self.server = SimpleActionServer(self, Wait, "~/wait", self._wait)

    def activate(self) -> None:
        self.server.activate()

    def deactivate(self) -> None:
        self.server.deactivate()

    def cleanup(self) -> None:
        self.server.destroy()

    def _wait(self, goal: RunningGoal) -> None:
        """Wait as long as told; 13 s raise, 14 s forget to end."""
        request = goal.request
        if request.time.sec == 13:
            raise RuntimeError("thirteen")
        if request.time.sec == 14:
            return
        goal.publish_feedback(Wait.Feedback())
        while goal.wait(float(request.time.sec)):
            if goal.should_stop:
                goal.end_as_asked()
                return
            request = goal.accept_pending() or request
        goal.succeed()


class Host(Tiny):
    """Holds a hidden node, ``/inner/inner``."""

    def __init__(self, node_name: str = "host", **options: Any) -> None:
        super().__init__(node_name, **options)
        self.inner = Tiny("inner", namespace="/inner", context=self.context, hidden=True)
        self.host(self.inner)

    def configure(self) -> None:
        super().configure()
        self.inner.transition("configure")

    def cleanup(self) -> None:
        super().cleanup()
        self.inner.transition("cleanup")


class Refusing(ManagedNode):
    """Refuses to be configured."""

    def __init__(self, node_name: str = "refusing", **options: Any) -> None:
        super().__init__(node_name, **options)

    def configure(self) -> None:
        raise ValueError("the map is upside down")


class Unheard(Tiny):
    """Makes its transitions, and its answers to them are lost."""

    def __init__(self, node_name: str = "unheard", **options: Any) -> None:
        super().__init__(node_name, **options)
        self._service_change_state.send_response = lambda *_: None


class Crashing(ManagedNode):
    """A timer callback raises."""

    def __init__(self, node_name: str = "crashing", **options: Any) -> None:
        super().__init__(node_name, **options)
        self.create_timer(0.05, self._crash)

    def _crash(self) -> None:
        raise RuntimeError("a bug")


class Hanging(ManagedNode):
    """Its constructor does not return."""

    def __init__(self, node_name: str = "hanging", **options: Any) -> None:
        super().__init__(node_name, **options)
        self.get_logger().info("constructing")
        threading.Event().wait()


class NotANode:
    """Cannot be loaded."""
