# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Would Nav2's map_server load this map?"""

from __future__ import annotations

from pathlib import Path

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.user_path import existing_file
from nav2_composition_bench.files.yaml_document import read_yaml

_NEEDED = ("image", "resolution", "origin", "negate", "occupied_thresh", "free_thresh")


def check_map(map_file: Path) -> None:
    """Refuse what map_server would only refuse after everything has been started.

    :raises UserError: if the file cannot be read, lacks a key, or its image is not there.
    """
    document = read_yaml(map_file)
    content = document.content
    if not isinstance(content, dict):
        raise UserError(f"map {map_file} holds no map; {_NEEDED[0]}, {_NEEDED[1]} ... are needed")
    for key in _NEEDED:
        if key not in content:
            raise UserError(f"map {map_file} lacks {key}, which map_server needs; add it")
    image = map_file.parent / str(content["image"])
    existing_file(image, document.where(("image",)))
