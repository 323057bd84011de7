# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The study that is judged, its name, and where the judgement is written."""

from __future__ import annotations

from pathlib import Path

from nav2_composition_bench.aggregate.stored_study import StoredStudy, find_studies, read_study
from nav2_composition_bench.errors import UserError, told_in_one_line

WORKSPACES = "workspaces"
"""Directory of the records of two builds unless --name says otherwise."""
MAX_BLOCKS = 10
"""Of a comparison of two builds, unless --max-trials says otherwise."""


def one_study(path: Path) -> StoredStudy:
    """Read the one study at or below a path.

    :raises UserError: when there are several or none.
    """
    return read_study(one_directory(path))


def one_directory(path: Path) -> Path:
    """Return the directory of the one study at or below a path.

    :raises UserError: when there are several or none.
    """
    found = find_studies([path])
    if len(found) > 1:
        names = ", ".join(str(directory) for directory in found)
        raise UserError(f"{path} holds several studies ({names}); name one")
    return found[0]


def append_summary(path: Path, text: str) -> None:
    """Append a Markdown summary to a file.

    :raises UserError: when it cannot be written.
    """
    what = f"--github-summary: cannot write {path}"
    with told_in_one_line(what), path.open("a", encoding="utf-8") as stream:
        stream.write(text)
