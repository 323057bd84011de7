# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The one table of nodes from which every composition is generated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

COMM_LENGTH = 15
"""Characters Linux keeps of a thread's name (TASK_COMM_LEN - 1, see prctl(2))."""


@dataclass(frozen=True)
class NodeEntry:
    """One launched node.

    :param package: the package that provides it.
    :param executable: its stand-alone executable.
    :param plugin: its class for LoadNode.
    :param name: the node's name.
    :param remappings: (from, to) pairs, the same in every composition.
    :param lifecycle_manager: the manager that drives it; None for a manager itself.
    :param hidden_nodes: fully qualified names of nodes it constructs inside itself.
    """

    package: str
    executable: str
    plugin: str
    name: str
    remappings: tuple[tuple[str, str], ...] = ()
    lifecycle_manager: str | None = None
    hidden_nodes: tuple[str, ...] = ()


def thread_names(names: Iterable[str]) -> dict[str, str]:
    """Map node names to thread names of at most 15 characters, unique among them.

    The first 15 characters where these are unique, else the first and last seven joined by ``~``.

    :raises ValueError: if two names collide even so.
    """
    names = list(names)
    heads = [name[:COMM_LENGTH] for name in names]
    short = {
        name: head if heads.count(head) == 1 else f"{name[:7]}~{name[-7:]}"
        for name, head in zip(names, heads)
    }
    if len(set(short.values())) != len(names):
        raise ValueError(f"thread names of {names} are not unique: {sorted(short.values())}")
    return short
