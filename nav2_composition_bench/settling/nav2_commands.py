# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Command lines of Nav2: executables of the ROS 2 installation that is sourced."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.files.package_files import PACKAGE
from nav2_composition_bench.settling.commands import (
    MANUAL_COMPOSITION,
    Find,
    Words,
    global_arguments,
    remapping_rules,
)
from nav2_composition_bench.settling.containers import (
    container_words,
    has_own_container,
    refuse_on_rcl_alone,
)
from nav2_composition_bench.settling.parameters import Value
from nav2_composition_bench.study.executor import Spinning
from nav2_composition_bench.study.nav2_table import RELATIVE_TF
from nav2_composition_bench.study.node_entry import NodeEntry

_TF_RULES = tuple(f"{old}:={new}" for old, new in RELATIVE_TF)


@dataclass(frozen=True)
class Nav2Commands:
    """``SystemCommands`` of Nav2.

    :param distro: ROS distribution.
    :param with_known_cost: whether the node of known cost is one of its nodes.
    """

    distro: str
    use_intra_process_comms: bool
    find: Find
    with_known_cost: bool = False

    chooses_executors = False

    def extra_arguments(self, spinning: Spinning, node: NodeEntry) -> tuple[tuple[str, Value], ...]:
        """Empty unless intra-process communication is wanted, as for Nav2's own launch files.

        This package's containers keep latched topics, so that every node can have it there.
        """
        is_possible = node.can_use_intra_process or has_own_container(spinning)
        is_wanted = self.use_intra_process_comms and is_possible
        return (("use_intra_process_comms", True),) if is_wanted else ()

    def single_node(self, node: NodeEntry, spinning: Spinning, params_file: Path) -> Words:
        """The node's own executable.

        A lifecycle manager is renamed by a rule for that node alone: one without would rename
        every node of the process.
        """
        renaming = (f"{node.executable}:__node:={node.name}",) * (node.executable != node.name)
        program = self.find(node.package, node.executable)
        return (program, *global_arguments(params_file, (*remapping_rules(node), *renaming)))

    def manual(self, spinning: Spinning, params_file: Path) -> Words:
        """This package's executable, which is built with Nav2's node table."""
        refuse_on_rcl_alone(spinning)
        intra_process = ("--use-intra-process-comms",) * self.use_intra_process_comms
        return (
            self.find(PACKAGE, MANUAL_COMPOSITION),
            *spinning.executor_words,
            *intra_process,
            *("--known-cost",) * self.with_known_cost,
            *global_arguments(params_file, _TF_RULES),
        )

    def container(
        self, spinning: Spinning, params_file: Path, name: str, nodes: Sequence[NodeEntry] = ()
    ) -> Words:
        """A container of rclcpp_components, or of this package with its other executors.

        Parameters and transforms go to it too: costmaps are constructed inside their servers
        and read the process's global arguments, not the component's (navigation2#4011).

        The multi-threaded one has a thread per core, the most that its parameter thread_num
        allows. Two are enough because the lifecycle managers are loaded last: one that is loaded
        before its nodes keeps a thread waiting for them.
        """
        latched: Words = ()
        if self.use_intra_process_comms and has_own_container(spinning):
            topics = (pair for node in nodes for pair in node.latched_topics)
            latched = tuple(word for pair in topics for word in ("--latched", "=".join(pair)))
        return (
            *container_words(spinning, self.distro, self.find),
            *latched,
            *global_arguments(params_file, (f"__node:={name}", *_TF_RULES)),
        )
