# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The base of the managed nodes that serve actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nav2_composition_bench.reference_stack.runtime.action_caller import ActionCaller
from nav2_composition_bench.reference_stack.runtime.action_server import SimpleActionServer
from nav2_composition_bench.reference_stack.runtime.managed_node import ManagedNode
from nav2_composition_bench.reference_stack.runtime.running_goal import RunningGoal


class ActionNode(ManagedNode):
    """Serves actions while it is active, and may call those of other nodes.

    A subclass opens both in ``configure``, with :meth:`serve_action` and :meth:`action_caller`;
    ``cleanup`` closes them.
    """

    def __init__(self, node_name: str, **options: Any) -> None:
        super().__init__(node_name, **options)
        self._servers: list[SimpleActionServer] = []
        self._callers: list[ActionCaller] = []

    def serve_action(
        self, action_type: Any, name: str, execute: Callable[[RunningGoal], None]
    ) -> None:
        """Open a server; for the arguments see SimpleActionServer."""
        self._servers.append(SimpleActionServer(self, action_type, name, execute))

    def action_caller(self, action_type: Any, name: str) -> ActionCaller:
        """Open a client."""
        self._callers.append(ActionCaller(self, action_type, name))
        return self._callers[-1]

    def activate(self) -> None:
        """Accept goals."""
        for server in self._servers:
            server.activate()

    def deactivate(self) -> None:
        """Refuse goals, end the running ones."""
        for server in self._servers:
            server.deactivate()

    def cleanup(self) -> None:
        """Close the actions."""
        for server in self._servers:
            server.destroy()
        for caller in self._callers:
            caller.destroy()
        self._servers, self._callers = [], []
