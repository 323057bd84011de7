# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What no container's executor spins, and so no composition's; pure.

A container gives its executor the node that it has loaded and not those which that one makes
inside itself, as Nav2's servers make their costmaps. Nor does an executor get what a library has
put into groups of callbacks with threads of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from nav2_composition_bench.capturing.members import Member, Members, processes_of
from nav2_composition_bench.capturing.seen import base_name, namespace_of
from nav2_composition_bench.capturing.sighting import Sighting

_COSTMAPS = {"local_costmap": "controller_server", "global_costmap": "planner_server"}
"""Nodes of Nav2 by base name → which node makes them (nav2_controller, nav2_planner)."""
_ROS_ARGUMENTS = "--ros-args"
_RENAMED = "__node:="


def made_inside(sighting: Sighting, members: Members) -> frozenset[str]:
    """Return the names of the nodes that one of their process's others makes.

    In a container it is those that were not loaded into it. Elsewhere their maker is the node that
    the program is called after, or told to be called; where there is none, nothing tells.
    """
    containers = {manager.process: manager.seen for manager in members.managers}
    found: set[str] = set()
    for its in processes_of(members.inside).values():
        if (manager := containers.get(its[0].process)) is not None:
            loaded = sighting.loaded.get(manager, ())
            makers = [node for node in its if node.seen in loaded]
        else:
            process = sighting.process_of(its[0].home)
            makers = _called_after("" if process is None else process.command, its)
        if makers:
            found |= {node.name for node in its if node not in makers}
    return frozenset(found)


def makers_by_name(made: Iterable[Member], loaded: Iterable[Member]) -> dict[str, str]:
    """Return node → which of the loaded ones has made it, as far as names tell.

    Nav2's costmaps are known; others are called as their maker is, with more behind it, as Nav2's
    navigators do. Where two may have made it nothing tells.

    :param made: nodes of a container that were not loaded into it.
    """
    loaded = list(loaded)
    found = {}
    for node in made:
        called = base_name(node.seen)
        wanted = _COSTMAPS.get(called)
        makers = [
            each
            for each in loaded
            if f"{namespace_of(node.name)}/".startswith(f"{namespace_of(each.name).rstrip('/')}/")
            and (base_name(each.seen) == wanted or called.startswith(f"{base_name(each.seen)}_"))
        ]
        if len(makers) == 1:
            found[node.name] = makers[0].name
    return found


def _called_after(command: str, nodes: Sequence[Member]) -> list[Member]:
    """Return the node that a program is called after; none where several may be."""
    words = command.split()
    names = {word.partition(_RENAMED)[2] for word in words if _RENAMED in word}
    if not names:
        names = set(_program(words))
    found = [node for node in nodes if base_name(node.seen) in names]
    return found if len(found) == 1 else []


def _program(words: Sequence[str]) -> Iterator[str]:
    for word in words:
        if word == _ROS_ARGUMENTS:
            return
        yield PurePath(word).stem
