# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Topologies for tests, and the faults that they have."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.topology_file import load_topology, topology_of

Content = dict[str, Any]


def pub(topic: str, rate_hz: float | None = 10, kind: str = "stamped100b", **more: Any) -> Content:
    """A publisher; without a rate for one that callbacks publish."""
    rate = {} if rate_hz is None else {"freq_hz": rate_hz}
    return {"topic_name": topic, "msg_type": kind, **rate, **more}


def sub(topic: str, *publishes: str, kind: str = "stamped100b", **more: Any) -> Content:
    """A subscription that publishes these topics in its callback."""
    chain = {"publishes": list(publishes)} if publishes else {}
    return {"topic_name": topic, "msg_type": kind, **chain, **more}


def node(name: str, *endpoints: Content, **more: Any) -> Content:
    """A node with publishers, those with a rate or a size, and ``subscribers`` by keyword."""
    return {"node_name": name, "publishers": list(endpoints), **more}


def chain(*names: str, first_hz: float = 10) -> list[Content]:
    """Nodes that hand each message on: topics are called as the nodes that publish them."""
    nodes = [node(names[0], pub(names[0], first_hz))]
    for before, name in itertools.pairwise(names):
        nodes.append(node(name, pub(name, None), subscribers=[sub(before, name)]))
    return nodes


def graph(*nodes: Content, **root: Any) -> Topology:
    """The topology of these nodes."""
    return topology_of({"nodes": list(nodes), **root}, "test")


def written(directory: Path, *nodes: Content, name: str = "test", **root: Any) -> Path:
    """A file with a node a line, from the third line on."""
    head = "".join(f" {json.dumps(key)}: {json.dumps(value)}," for key, value in root.items())
    body = ",\n".join(json.dumps(each) for each in nodes)
    path = directory / f"{name}.json"
    path.write_text(f'{{{head}\n"nodes": [\n{body}\n]}}\n')
    return path


def fault(*paths: Path) -> str:
    """The one line that files are refused with, without the directory."""
    with pytest.raises(UserError) as caught:
        load_topology(paths)
    message = str(caught.value)
    assert "\n" not in message
    assert str(paths[0].parent) in message
    return message.replace(f"{paths[0].parent}/", "")
