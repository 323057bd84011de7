# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where the texts of a picture are."""

from __future__ import annotations

from xml.etree import ElementTree


def text_places(svg: str) -> dict[str, float]:
    """Return each text with how far right it stands, as a share of the picture's width."""
    root = ElementTree.fromstring(svg)
    width = float(root.attrib["viewBox"].split()[2])
    texts = root.iter("{http://www.w3.org/2000/svg}text")
    return {each.text or "": float(each.attrib["x"]) / width for each in texts}
