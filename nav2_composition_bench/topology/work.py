# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the callbacks of a topology file do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.document import Place
from nav2_composition_bench.files.suggestion import suggestion
from nav2_composition_bench.topology.entities import Work


def read_work(content: Mapping[str, Any], place: Place) -> Work:
    """Return the work of a callback.

    :raises UserError: if it is of two kinds.
    """
    keys = [each.name for each in fields(Work)]
    said = {key: int(content[key]) for key in keys if content.get(key)}
    if len(said) > 1:
        first, second, *_ = said
        raise UserError(f"{place.at(second)} and {first} exclude each other; leave one out")
    return Work(**said)


def read_publishes(
    content: Mapping[str, Any],
    place: Place,
    full_name: Callable[[str], str],
    publishers: Mapping[str, str],
) -> tuple[str, ...]:
    """Return the names of the publishers that a callback publishes.

    :param full_name: of a topic that this node names.
    :param publishers: topic → name of the node's publishers.
    :raises UserError: if the node does not publish one of the topics.
    """
    names: list[str] = []
    for index, topic in enumerate(content.get("publishes", ())):
        where = place.at("publishes", index)
        full = full_name(topic)
        if full not in publishers:
            known = ", ".join(publishers) or "none"
            hint = suggestion(full, publishers)
            raise UserError(
                f"{where} '{topic}' is no topic that this node publishes; {hint}known: {known}"
            )
        if publishers[full] in names:
            raise UserError(f"{where} '{topic}' is named twice; name it once")
        names.append(publishers[full])
    return tuple(names)
