# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whether the engine was built with what a topology with JPEG images needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.package_files import PACKAGE
from nav2_composition_bench.installation.engine_features import JPEG, features_of
from nav2_composition_bench.installation.own_program import find_program
from nav2_composition_bench.study.topology_table import EXECUTABLE
from nav2_composition_bench.topology.graph import Topology, TopologyNode


def jpeg_lacks(graph: Topology, environment: Mapping[str, str]) -> Iterator[str]:
    """Yield a clause if images of the graph are JPEG and the engine was built without it.

    An engine that is not there or does not start is told of elsewhere.
    """
    asking = next(filter(_has_jpeg, graph.nodes), None)
    if asking is None:
        return
    try:
        features = features_of(find_program(PACKAGE, EXECUTABLE, environment))
    except UserError:
        return
    if features is not None and JPEG not in features:
        yield (
            f"{asking.full_name} has JPEG images, and the engine was built without libjpeg;"
            " install libjpeg-dev and build it anew"
        )


def _has_jpeg(node: TopologyNode) -> bool:
    images = (each.image for each in node.publishers)
    return any(image is not None and image.payload == "jpeg" for image in images) or any(
        each.decode for each in node.subscriptions
    )
