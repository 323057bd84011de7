# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The classes that pluginlib finds in an installation."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from xml.etree import ElementTree

from nav2_composition_bench.installation import ament_index

_PLUGINS = "__pluginlib__plugin"


def declared_classes(environment: Mapping[str, str]) -> set[str]:
    """Every name under which pluginlib finds a class: its ``name``, or its ``type`` without one."""
    names: set[str] = set()
    for kind in ament_index.kinds(environment):
        if kind.endswith(_PLUGINS):
            for package in ament_index.registered(kind, environment):
                names |= _declared(kind, package, environment)
    return names


def _declared(kind: str, package: str, environment: Mapping[str, str]) -> set[str]:
    prefix = ament_index.prefix_of(package, environment)
    text = ament_index.resource(kind, package, environment)
    names: set[str] = set()
    for line in (text or "").splitlines():
        try:
            root = ElementTree.parse((prefix or Path()) / line.strip()).getroot()
        except (OSError, ElementTree.ParseError):  # pluginlib ignores such a file too
            continue
        for declaration in root.iter("class"):
            if name := declaration.get("name", declaration.get("type")):
                names.add(name)
    return names
