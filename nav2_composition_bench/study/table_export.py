# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The node table of a distribution for the build of ``manual_composition``.

``python -m nav2_composition_bench.study.table_export --distro jazzy --format cpp|cmake|packages``
needs nothing but the standard library, since it runs before anything is installed.

``cpp`` is a header with an include per class and one X-macro, ``NAV2_BENCH_NODES(X)``, that holds
``X(class, "name", "thread name", is a lifecycle manager, can use intra-process, "from:=to", ...)``
per node, in loading order. Threads inherit the name of the thread that makes them:
construct a node while the constructing thread carries its thread name, and its costmap, clock and
transform threads are found under the node too.
``cmake`` sets ``NAV2_BENCH_PACKAGES`` and ``NAV2_BENCH_LIBRARIES`` to lists of equal length;
``packages`` is the packages alone, one per line.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.node_entry import NodeEntry, all_node_names, thread_names
from nav2_composition_bench.study.node_table import table_for

_NOTICE = "made by nav2_composition_bench.study.table_export; do not edit"


def as_cpp(table: Sequence[NodeEntry]) -> str:
    """Return the text of a C++ header."""
    includes = dict.fromkeys(f'#include "{entry.header}"' for entry in table)
    threads = thread_names(all_node_names(table))
    rows = [_row(entry, threads[entry.name]) for entry in table]
    macro = " \\\n".join(["#define NAV2_BENCH_NODES(X)", *rows])
    return "\n".join([f"// {_NOTICE}", "#pragma once", "", *includes, "", macro, ""])


def as_cmake(table: Sequence[NodeEntry]) -> str:
    """Return CMake code that sets the lists of packages and of their libraries."""
    pairs = _packages(table)
    return (
        f"# {_NOTICE}\n"
        f"set(NAV2_BENCH_PACKAGES {' '.join(pairs)})\n"
        f"set(NAV2_BENCH_LIBRARIES {' '.join(pairs.values())})\n"
    )


def as_package_list(table: Sequence[NodeEntry]) -> str:
    """Return the packages, one per line, each once."""
    return "".join(f"{package}\n" for package in _packages(table))


FORMATS = {"cpp": as_cpp, "cmake": as_cmake, "packages": as_package_list}


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table; 2 for an unknown distribution."""
    parser = argparse.ArgumentParser(description="Print Nav2's node table for a build.")
    parser.add_argument("--distro", required=True, help="ROS distribution, e.g. $ROS_DISTRO")
    parser.add_argument("--format", required=True, choices=FORMATS)
    options = parser.parse_args(arguments)
    try:
        table = table_for("nav2", options.distro)
    except UserError as error:
        print(f"table_export: {error}", file=sys.stderr)
        return 2
    print(FORMATS[options.format](table), end="")
    return 0


def _packages(table: Sequence[NodeEntry]) -> dict[str, str]:
    """Package → library, each package once."""
    return {entry.package: str(entry.library) for entry in table}


def _row(entry: NodeEntry, thread_name: str) -> str:
    words = (entry.name, thread_name)
    flags = (entry.lifecycle_manager is None, entry.can_use_intra_process)
    rules = (f"{old}:={new}" for old, new in entry.remappings)
    cells = (*_quoted(words), *(str(flag).lower() for flag in flags), *_quoted(rules))
    return f"  X({entry.plugin}, {', '.join(cells)})"


def _quoted(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(f'"{word}"' for word in words)


if __name__ == "__main__":
    sys.exit(main())
