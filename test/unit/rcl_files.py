# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Parameter files and what a node /ns/node gets of them; an integration test asks rcl itself."""

from __future__ import annotations

from typing import Any


def of(section: str, parameters: str) -> str:
    """A section of a file."""
    return f"{section}:\n  ros__parameters: {parameters}\n"


A_TWICE = "{a: 1, n: {b: 1}, a: 2, n: {b: 2.0, c: 3}}"
NODE = "/ns/node"
FILES: dict[str, tuple[tuple[str, ...], dict[str, Any]]] = {
    "a later pattern wins": ((of(NODE, "{a: 1}") + of("/**", "{a: 2}"),), {"a": 2}),
    "an earlier pattern loses": ((of("/**", "{a: 2}") + of(NODE, "{a: 1}"),), {"a": 1}),
    "two spellings are two sections": (
        (of(NODE, "{a: 1, b: 1}") + of("/**", "{a: 2}") + of("ns/node", "{a: 3}"),),
        {"a": 3, "b": 1},
    ),
    "a section twice is one, at its first place": (
        (of(NODE, "{a: 1, b: 1}") + of("/**", "{a: 2}") + of(NODE, "{a: 3, c: 3}"),),
        {"a": 2, "b": 1, "c": 3},
    ),
    "a key twice": ((of(NODE, A_TWICE),), {"a": 2, "n.b": 2.0, "n.c": 3}),
    "nested sections": (("ns:\n  node:\n    ros__parameters: {a: 1}\n",), {"a": 1}),
    "nested below a pattern": (("/**:\n  node:\n    ros__parameters: {a: 1}\n",), {"a": 1}),
    "beside a nested section": (
        ("ns:\n  node: {ros__parameters: {a: 1}}\n  other: {ros__parameters: {a: 2}}\n",),
        {"a": 1},
    ),
    "any namespace": ((of("/**/node", "{a: 1}"),), {"a": 1}),
    "one namespace": ((of("/*/node", "{a: 1}"),), {"a": 1}),
    "any name": ((of("ns/*", "{a: 1}"),), {"a": 1}),
    "one level is not two": ((of("/*", "{a: 1}") + of(NODE, "{b: 1}"),), {"b": 1}),
    "no namespace is another node": ((of("node", "{a: 1}") + of(NODE, "{b: 1}"),), {"b": 1}),
    "files go on with one another": (
        (of(NODE, "{a: 1, b: 1}"), of(NODE, "{b: 2}")),
        {"a": 1, "b": 2},
    ),
    "a pattern of an earlier file keeps its place": (
        (of("/**", "{a: 1}") + of(NODE, "{a: 2}"), of("/**", "{a: 3, b: 3}")),
        {"a": 2, "b": 3},
    ),
    "a new pattern of a later file wins": (
        (of(NODE, "{a: 1}"), of("/**", "{a: 2}")),
        {"a": 2},
    ),
    "types": ((of(NODE, "{a: 1, b: x}"), of(NODE, "{a: 1.5, b: [1]}")), {"a": 1, "b": "x"}),
    "types in a mapping": ((of(NODE, "{n: {a: 1}}"), of(NODE, "{n: {a: 1.5}}")), {"n.a": 1.5}),
    "a name that goes on in another": ((of(NODE, "{a: 1, a.b: 2}"),), {"a": 1, "a.b": 2}),
    "a mapping in place of a value": ((of(NODE, "{a: 1, a: {b: 2}}"),), {"a.b": 2}),
    "a value after a mapping": ((of(NODE, "{a: {b: 2}, a: 1}"),), {"a.b": 2, "a": 1}),
    "tags": (
        (of(NODE, "{a: !!str 0123, b: !!int '5', c: !!float 3, d: !own yes, e: !!str y}"),),
        {"a": "0123", "b": "5", "c": 3, "d": True, "e": "y"},
    ),
    "lists with tags": ((of(NODE, "{a: [!!str 1, '2', b]}"),), {"a": ["1", "2", "b"]}),
    "keys that are no text to YAML": ((of(NODE, "{2: 1, on: 2}"),), {"2": 1, "on": 2}),
    "null is a word": ((of(NODE, "{a: null, b: ~}"),), {"a": "null", "b": "~"}),
    "two documents": ((f"{of(NODE, '{a: 1}')}---\n{of(NODE, '{b: 1}')}",), {"a": 1, "b": 1}),
    "lines": (
        ("/ns/node:\n  ros__parameters:\n    a: |\n      5\n    b: >-\n      5\n",),
        {"a": "5\n", "b": 5},
    ),
}
"""What is shown → files in their order, and what is read."""
