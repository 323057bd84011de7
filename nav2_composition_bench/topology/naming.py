# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Names of nodes, topics and entities."""

from __future__ import annotations

import re
from collections.abc import Iterable

_NOT_PLAIN = re.compile(
    r"[0-9].*|y|n|yes|no|on|off|true|false|null|nan|inf|infinity", flags=re.IGNORECASE
)


def is_plain(word: str) -> bool:
    """Whether rcl's reader of YAML takes a lower-case word without quotes for a text."""
    return not _NOT_PLAIN.fullmatch(word)


def joined(namespace: str, name: str) -> str:
    """Return a name in a namespace, from ``/`` on; nothing may be empty."""
    parts = [part for part in f"{namespace}/{name}".split("/") if part]
    return "/" + "/".join(parts)


def qualified(name: str, namespace: str, node: str) -> str:
    """Return the full name of a topic, service or action.

    :param name: relative to the namespace, from ``/`` on, or from ``~/`` on.
    :param node: name of its node without namespace.
    """
    if name.startswith("/"):
        return name
    if name.startswith("~/"):
        return joined(joined(namespace, node), name[2:])
    return joined(namespace, name)


def entity_names(names: Iterable[str]) -> list[str]:
    """Return a name that parameters can have for each of these, all different.

    :param names: of topics, services and the like, as in the file.
    """
    found: list[str] = []
    for name in names:
        word = re.sub(r"[^a-z0-9_]+", "_", name.lower()).strip("_") or "entity"
        word = word if is_plain(word) else f"x_{word}"
        number, chosen = 1, word
        while chosen in found:
            number += 1
            chosen = f"{word}_{number}"
        found.append(chosen)
    return found
