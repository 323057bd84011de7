# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whether the engine was built with what a topology with JPEG images needs."""

from __future__ import annotations

from collections.abc import Iterator

from nav2_composition_bench.installation.engine_features import JPEG
from nav2_composition_bench.installation.installation import Installation
from nav2_composition_bench.topology.graph import Topology, TopologyNode


def jpeg_lacks(graph: Topology, installation: Installation) -> Iterator[str]:
    """Yield a clause if images of the graph are JPEG and the engine was built without it.

    An engine that is not there or does not start is told of elsewhere.
    """
    asking = next(filter(_has_jpeg, graph.nodes), None)
    if asking is None:
        return
    features = installation.engine_features
    if features is not None and JPEG not in features:
        yield (
            f"{asking.full_name} has JPEG images, and the engine was built without libjpeg;"
            " install libjpeg-dev and build it anew"
        )


def _has_jpeg(node: TopologyNode) -> bool:
    return any(each.is_compressed for each in node.publishers) or any(
        each.decode for each in node.subscriptions
    )
