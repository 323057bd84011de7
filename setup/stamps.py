# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Remember which steps are done, by the content of what went into them."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path


class Stamp:
    """A file that exists only while a step's result is complete and holds what it was made from.

    It lies inside the environment that it vouches for, so that removing one removes the other.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def is_valid_for(self, key: str) -> bool:
        """Tell whether the step was completed from inputs with this key."""
        try:
            return self._path.read_text(encoding="utf-8") == key
        except OSError:
            return False

    def remove(self) -> None:
        """Declare the step's result incomplete; to be called before anything is changed."""
        self._path.unlink(missing_ok=True)

    def write(self, key: str) -> None:
        """Declare the step's result complete. The file appears whole or not at all."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        draft = self._path.with_suffix(".draft")
        draft.write_text(key, encoding="utf-8")
        os.replace(draft, self._path)


def key_of(*parts: str) -> str:
    """Combine the parts that a result depends on into one key."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()


def content_of(paths: Iterable[Path]) -> str:
    """Hash files, and directories with all they hold, by relative name and content."""
    digest = hashlib.sha256()
    for path in paths:
        files = sorted(path.rglob("*")) if path.is_dir() else [path]
        for file in files:
            if file.is_file() and "__pycache__" not in file.parts:
                name = file.relative_to(path.parent).as_posix()
                digest.update(f"{name}\0{file.stat().st_size}\0".encode())
                digest.update(file.read_bytes())
    return digest.hexdigest()
