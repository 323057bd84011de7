# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A fleet of robots as a graph: each robot has a namespace, and so has who looks at one of them."""

from __future__ import annotations

from nav2_composition_bench.files.json_document import read_json
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.topology.generated import FLEET, Content
from nav2_composition_bench.topology.topology_file import packaged_topologies

ROBOT_TOPICS = 35
"""Topics of a robot unless a study says otherwise: those of Nav2 on a small robot."""
MAX_ROBOTS = 200
"""A domain for each must be one of the 232 that there are ports for."""
FLEET_TOPIC = "/fleet/state"
"""Published and subscribed by every robot, so that each has something to find of every other."""
OPERATOR = "operator"
_TYPE = "stamped10b"
_NEVER_MS = 1_000_000
"""Something has to make a publisher publish; this does not within a trial."""


def fleet(robots: int, topics: int = ROBOT_TOPICS, robot: str = "") -> Content:
    """So many robots, and an operator's machine that subscribes all topics of the first.

    :param topics: that each robot publishes, besides one that is common to the fleet; nothing is
        sent on them, so that all traffic is discovery's.
    :param robot: a topology of the package that each robot runs besides; empty for none.
    :raises ValueError: for a fleet that cannot be.
    """
    if not 1 <= robots <= MAX_ROBOTS:
        raise ValueError(f"robots is {robots}, must be 1 to {MAX_ROBOTS}")
    if not 1 <= topics <= 1000:
        raise ValueError(f"topics is {topics}, must be 1 to 1000")
    common = {"topic_name": FLEET_TOPIC, "msg_type": _TYPE}
    own = [f"state_{number}" for number in range(1, topics + 1)]
    nodes: list[Content] = []
    for number in range(1, robots + 1):
        namespace = f"/robot_{number}"
        nodes.append(
            {
                "node_name": "robot",
                "node_namespace": namespace,
                "publishers": [
                    *({"topic_name": name, "msg_type": _TYPE} for name in own),
                    common,
                ],
                "timers": [{"period_ms": _NEVER_MS, "publishes": [*own, FLEET_TOPIC]}],
                "subscribers": [common],
            }
        )
        nodes += [{**node, "node_namespace": namespace} for node in _nodes_of(robot)]
    first = [{"topic_name": f"/robot_1/{name}", "msg_type": _TYPE} for name in own]
    operator = {"node_name": "operator", "node_namespace": f"/{OPERATOR}"}
    return {"name": FLEET, "nodes": [*nodes, {**operator, "subscribers": first}]}


def _nodes_of(topology: str) -> list[Content]:
    """Return the nodes of a topology of the package.

    :raises ValueError: if there is none of that name, or its nodes have namespaces of their own.
    """
    if not topology:
        return []
    packaged = packaged_topologies()
    if topology not in packaged:
        raise ValueError(
            f"robot '{topology}' is no topology of the package; {suggestion(topology, packaged)}"
            f"known: {', '.join(packaged)}"
        )
    nodes: list[Content] = read_json(packaged[topology]).content["nodes"]
    if any("node_namespace" in node for node in nodes):
        raise ValueError(f"robot '{topology}' has namespaces, which are the robots' own here")
    return nodes
