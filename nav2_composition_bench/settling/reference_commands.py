# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Command lines of the reference stack: modules of this package."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.settling.commands import (
    Words,
    global_arguments,
    remapping_rules,
)
from nav2_composition_bench.settling.parameters import Value
from nav2_composition_bench.study.executor import Executor, Spinning
from nav2_composition_bench.study.node_entry import NodeEntry

_RUNTIME = "nav2_composition_bench.reference_stack.runtime"
_CONTAINER_OPTION = {
    Spinning(Executor.SINGLE_THREADED, per_node=True): "--isolated",
    Spinning(Executor.MULTI_THREADED, per_node=False): "--multi-threaded",
}


@dataclass(frozen=True)
class ReferenceCommands:
    """``SystemCommands`` of the reference stack.

    :param python: the interpreter.
    :param with_known_cost: whether the node of known cost is one of its nodes.
    """

    python: str
    with_known_cost: bool = False

    chooses_executors = False

    def extra_arguments(self, spinning: Spinning, node: NodeEntry) -> tuple[tuple[str, Value], ...]:
        """None."""
        return ()

    def single_node(self, node: NodeEntry, spinning: Spinning, params_file: Path) -> Words:
        """The module single_node; it finds the node in the table by its name."""
        arguments = global_arguments(params_file, remapping_rules(node))
        return (*self._module("single_node"), "--node", node.name, *arguments)

    def manual(self, spinning: Spinning, params_file: Path) -> Words:
        """The module manual."""
        if spinning.executor is not Executor.SINGLE_THREADED:
            raise _no_such(spinning)
        own = ("--known-cost",) if self.with_known_cost else ()
        return (*self._module("manual"), *own, *global_arguments(params_file))

    def container(
        self, spinning: Spinning, params_file: Path, name: str, nodes: Sequence[NodeEntry] = ()
    ) -> Words:
        """The module container.

        The file goes to it too: nodes that a component makes inside itself (costmaps) read the
        process's global arguments, not the component's.
        """
        if spinning not in _CONTAINER_OPTION:
            raise _no_such(spinning)
        arguments = global_arguments(params_file, [f"__node:={name}"])
        return (*self._module("container"), _CONTAINER_OPTION[spinning], *arguments)

    def _module(self, name: str) -> Words:
        return (self.python, "-m", f"{_RUNTIME}.{name}")


def _no_such(spinning: Spinning) -> UserError:
    one = "for each node" if spinning.per_node else "for all nodes"
    return UserError(f"the reference stack has no {spinning.executor} executor {one}")
