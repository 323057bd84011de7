# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Write the figures of README and docs anew, or tell which are not current.

``make figures`` calls it, ``make figures ARGS=--check`` with the option.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from figures.blocks import refreshed
from figures.catalogue import FIGURES, documents, whole_files
from figures.studies import ROOT
from nav2_composition_bench.errors import UserError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; its exit status is 1 when a figure is not current and none is written."""
    parser = argparse.ArgumentParser(prog="make figures", description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing")
    is_check = parser.parse_args(arguments).check
    is_current = True
    try:
        for path, text, stale in outdated():
            is_current = False
            for what in stale:
                print(f"{what} is not current" if is_check else f"{what}: written")
            if not is_check:
                path.write_text(text, encoding="utf-8")
    except UserError as error:
        print(f"figures: {error}", file=sys.stderr)
        return 2
    if is_check and not is_current:
        print("figures: make figures writes them anew")
    return int(is_check and not is_current)


def outdated() -> Iterator[tuple[Path, str, list[str]]]:
    """Yield each file that is not as its figures are: its path, its text as it should be, and
    what in it is not current.

    :raises UserError: for a marker that cannot be right.
    """
    for path in documents():
        name = str(path.relative_to(ROOT))
        text = path.read_text(encoding="utf-8")
        new, blocks = refreshed(name, text, FIGURES)
        if new != text:
            stale = [block for block in blocks if not block.is_current]
            yield path, new, [f"{name}:{one.line_number}: {one.marker}" for one in stale]
    for path, make in whole_files().items():
        new = make()
        if not path.exists() or path.read_text(encoding="utf-8") != new:
            yield path, new, [str(path.relative_to(ROOT))]


if __name__ == "__main__":
    sys.exit(main())
