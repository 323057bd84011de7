# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench topology``: check a topology file, and show its graph."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from rich import box
from rich.console import Console
from rich.table import Table

from nav2_composition_bench.errors import UserError, told_in_one_line
from nav2_composition_bench.files.user_path import refuse_no_file
from nav2_composition_bench.files.whole_file import write_whole
from nav2_composition_bench.report.topology_text import HEADING, outlet_rows, summary_lines
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.topology_file import find_topology_file, load_topology

NAME = "topology"
HELP = "check topology files, or show their graph and rates"
STANDARD_OUTPUT = "-"
_WIDE = 1000
"""Columns where the output is no terminal, so that no name is cut."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments."""
    parser.add_argument(
        "action",
        choices=("check", "show"),
        help="check: print counts, rates, estimated memory, paths, requirements; show: also all"
        " that nodes send, and draw the graph",
    )
    parser.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="topology file, or a topology of the package; several make up one graph, a process"
        " each",
    )
    parser.add_argument(
        "--out",
        metavar="FILE",
        help="with show: the picture, SVG; - for standard output (default: NAME.svg)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print what was asked for; a fault of the file is a :class:`UserError`."""
    if arguments.action == "check" and arguments.out is not None:
        raise UserError("--out needs show; check draws nothing")
    topology = load_topology([find_topology_file(name, "FILE") for name in arguments.files])
    if arguments.out == STANDARD_OUTPUT:
        print(_picture(topology), end="")
        return 0
    summary = "\n".join(summary_lines(topology))
    if arguments.action == "check":
        print(summary)
        return 0
    picture = Path(arguments.out or f"{topology.name}.svg")
    refuse_no_file(picture, "--out")
    print(f"{summary}\n")
    console = Console() if sys.stdout.isatty() else Console(width=_WIDE)
    console.print(_table(topology), highlight=False)
    _write(topology, picture)
    return 0


def _table(topology: Topology) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    figures = HEADING[-3:]
    for heading in HEADING:
        table.add_column(heading, justify="right" if heading in figures else "left")
    for row in outlet_rows(topology):
        table.add_row(*row)
    return table


def _write(topology: Topology, path: Path) -> None:
    with told_in_one_line(f"--out: cannot write {path}"):
        write_whole(path, _picture(topology))
    print(f"drawn: {path}")


def _picture(topology: Topology) -> str:
    from nav2_composition_bench.report.topology_picture import topology_svg_file  # slow to import

    return topology_svg_file(topology)
