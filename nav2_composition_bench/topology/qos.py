# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Quality of service of an endpoint, and which of two do not match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any

SYSTEM_DEFAULT = "system_default"
KEEP_ALL = "keep_all"


@dataclass(frozen=True)
class Qos:
    """Quality of service; the defaults are rclcpp's."""

    history: str = "keep_last"
    depth: int = 10
    reliability: str = "reliable"
    durability: str = "volatile"
    liveliness: str = "automatic"


DEFAULT_QOS = Qos()


def read_qos(content: Mapping[str, Any]) -> Qos:
    """Return what the ``qos_`` keys of an endpoint say.

    ``system_default`` stands for the default of :class:`Qos`, because middlewares do not agree on
    theirs, and arms that differ in the middleware are to be alike in everything else.
    """
    said = {
        each.name: content[f"qos_{each.name}"]
        for each in fields(Qos)
        if content.get(f"qos_{each.name}", SYSTEM_DEFAULT) != SYSTEM_DEFAULT
    }
    if "depth" in said:
        said["depth"] = int(said["depth"])
    return Qos(**said)


def mismatch(offered: Qos, requested: Qos) -> tuple[str, str] | None:
    """Return the key and the reason for which a subscription gets nothing; None if they match.

    :param offered: by the publisher.
    :param requested: by the subscription.
    """
    if offered.reliability == "best_effort" and requested.reliability == "reliable":
        return "qos_reliability", "asks for reliable, and the publisher offers best_effort"
    if offered.durability == "volatile" and requested.durability == "transient_local":
        return "qos_durability", "asks for transient_local, and the publisher offers volatile"
    return None
