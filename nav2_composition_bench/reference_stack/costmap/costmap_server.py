# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the servers with a costmap inside have in common: an action, and the costmap's lifecycle."""

from __future__ import annotations

from typing import Any

from nav2_composition_bench.reference_stack.costmap.costmap_node import CostmapNode
from nav2_composition_bench.reference_stack.runtime.action_node import ActionNode


class CostmapServer(ActionNode):
    """Serves one action over a costmap that goes through its states with it.

    A subclass begins its :meth:`configure` by calling this one's.

    :param costmap_name: of the hidden node, and its namespace.
    """

    def __init__(self, node_name: str, costmap_name: str, **options: Any) -> None:
        super().__init__(node_name, **options)
        self._costmap = CostmapNode(
            costmap_name, context=self.context, thread_name=self.thread_name
        )
        self.host(self._costmap)

    def configure(self) -> None:
        """Configure the costmap."""
        self._costmap.transition("configure")

    def activate(self) -> None:
        """Begin to update the costmap and to accept goals."""
        self._costmap.transition("activate")
        super().activate()

    def deactivate(self) -> None:
        """Refuse goals, stop the costmap."""
        super().deactivate()
        self._costmap.transition("deactivate")

    def cleanup(self) -> None:
        """Close the action, clean up the costmap."""
        super().cleanup()
        if self._costmap.state_label == "inactive":
            self._costmap.transition("cleanup")
