# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where a map comes from, kept beside it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from pathlib import Path
from xml.etree import ElementTree

import yaml

from nav2_composition_bench.map_making.map_stem import map_file

SUFFIX = ".provenance.yaml"


def sha256(file: Path) -> str:
    """Digest of a file's contents, in hexadecimal."""
    return hashlib.sha256(file.read_bytes()).hexdigest()


def package_version(package: str, prefixes: Iterable[str]) -> str | None:
    """Version of an installed ROS package by its manifest; None if it is in none of the prefixes.

    :param prefixes: as in AMENT_PREFIX_PATH.
    """
    for prefix in filter(None, prefixes):
        manifest = Path(prefix) / "share" / package / "package.xml"
        if manifest.is_file():
            return ElementTree.parse(manifest).getroot().findtext("version")
    return None


def write_provenance(stem: Path, facts: dict[str, object], inputs: dict[str, Path]) -> Path:
    """Write ``STEM.provenance.yaml``.

    :param stem: of the map, whose .yaml and image must exist.
    :param facts: whatever says how it was made, in this order.
    :param inputs: files it was made from, each named with its digest.
    """
    image = map_file(stem, ".pgm")
    content = {
        **facts,
        "inputs": {
            what: {"file": file.name, "sha256": sha256(file)} for what, file in inputs.items()
        },
        "map": {"file": image.name, "sha256": sha256(image)},
    }
    target = map_file(stem, SUFFIX)
    text = yaml.safe_dump(content, sort_keys=False, allow_unicode=True, width=100)
    target.write_text(text, encoding="utf-8")
    return target
