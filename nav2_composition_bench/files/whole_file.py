# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Files that are written whole or not at all."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any


def write_whole(path: Path, text: str) -> None:
    """Write a text file such that a reader sees the old content or the new, nothing between.

    A link stays a link: what it leads to is written. A pipe or a device is written to as it is.

    :raises OSError: if it cannot be written; an old file is then intact.
    """
    if is_pipe_or_device(path):
        path.write_text(text, encoding="utf-8")
        return
    target = Path(os.path.realpath(path))
    draft = target.with_name(f".{target.name}.new")
    try:
        with draft.open("w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        draft.replace(target)
    except OSError:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise


def write_json(path: Path, document: Mapping[str, Any]) -> None:
    """Write a JSON object as ``write_whole`` does.

    :raises OSError: if it cannot be written; an old file is then intact.
    """
    write_whole(path, json.dumps(document, indent=2, allow_nan=False) + "\n")


def is_pipe_or_device(path: Path) -> bool:
    """Tell whether there is something at a path, or where its links lead, that is not replaced.

    :raises OSError: if it cannot be looked at.
    """
    return path.exists() and not path.is_file() and not path.is_dir()
