# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What no container's executor spins, and so no composition's; pure.

A container gives its executor the node that it has loaded and not those which that one makes
inside itself, as Nav2's servers make their costmaps. Nor does an executor get what a library has
put into groups of callbacks with threads of their own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import PurePath

from nav2_composition_bench.recording.members import Member, Members, processes_of
from nav2_composition_bench.recording.seen import base_name
from nav2_composition_bench.recording.sighting import Sighting

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
        process = sighting.processes.get(its[0].home.pid or 0)
        if (manager := containers.get(its[0].process)) is not None:
            loaded = sighting.loaded.get(manager, ())
            makers = [node for node in its if node.seen in loaded]
        elif process is not None:
            makers = _called_after(process.command, its)
            makers = makers if len(makers) == 1 else []
        else:
            makers = []
        if makers:
            found |= {node.name for node in its if node not in makers}
    return frozenset(found)


def _called_after(command: str, nodes: Sequence[Member]) -> list[Member]:
    words = command.split()
    names = {word.partition(_RENAMED)[2] for word in words if _RENAMED in word}
    if not names:
        names = set(_program(words))
    return [node for node in nodes if base_name(node.name) in names]


def _program(words: Sequence[str]) -> Iterator[str]:
    for word in words:
        if word == _ROS_ARGUMENTS:
            return
        yield PurePath(word).stem
