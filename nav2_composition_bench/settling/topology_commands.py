# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Command lines of topologies: programs of this package, and the containers that there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import PACKAGE
from nav2_composition_bench.settling.commands import Find, Words, global_arguments
from nav2_composition_bench.settling.containers import (
    ON_RCLCPP_ALONE,
    container_words,
    refuse_on_rcl_alone,
)
from nav2_composition_bench.settling.parameters import Value
from nav2_composition_bench.study.executor import Spinning
from nav2_composition_bench.study.node_entry import NodeEntry
from nav2_composition_bench.study.topology_table import EXECUTABLE

CONTAINER = "topology_container"


@dataclass(frozen=True)
class TopologyCommands:
    """``SystemCommands`` of topologies.

    :param distro: ROS distribution whose containers are used; None for this package's own, which
        are bound to rcl.
    """

    find: Find
    distro: str | None = None

    chooses_executors = True

    def extra_arguments(self, spinning: Spinning, node: NodeEntry) -> tuple[tuple[str, Value], ...]:
        """None."""
        return ()

    def single_node(self, node: NodeEntry, spinning: Spinning, params_file: Path) -> Words:
        """This package's program, told which node of the file is its own."""
        own = ("--node", f"/{node.name}", *self._executor(spinning))
        return (self.find(PACKAGE, EXECUTABLE), *own, *global_arguments(params_file))

    def manual(self, spinning: Spinning, params_file: Path) -> Words:
        """The same program with every node of the file, and a thread for each."""
        own = ("--per-node", *self._executor(spinning))
        return (self.find(PACKAGE, EXECUTABLE), *own, *global_arguments(params_file))

    def container(
        self, spinning: Spinning, params_file: Path, name: str, nodes: Sequence[NodeEntry] = ()
    ) -> Words:
        """A container; its nodes get their parameters when they are loaded."""
        renamed = ("--ros-args", "-r", f"__node:={name}")
        if self.distro is not None:
            return (*container_words(spinning, self.distro, self.find), *renamed)
        separate = (*["--isolated"] * spinning.per_node, *spinning.loop_words)
        own = (*separate, *self._executor(spinning))
        return (self.find(PACKAGE, CONTAINER), *own, *renamed)

    def _executor(self, spinning: Spinning) -> Words:
        """Option of this package's programs."""
        if self.distro is not None:
            refuse_on_rcl_alone(spinning)
        elif spinning.executor in ON_RCLCPP_ALONE:
            raise UserError(
                f"the executor {spinning.executor} needs ROS 2; the wheels have no rclcpp"
            )
        return spinning.executor_words
