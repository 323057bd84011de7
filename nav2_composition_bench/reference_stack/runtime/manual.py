# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The whole reference stack in one process that constructs it (composition ``manual``).

Every node gets a single-threaded executor and a thread of its own.
"""

from __future__ import annotations

import argparse
import sys

from nav2_composition_bench.reference_stack.runtime.stack_process import StackProcess
from nav2_composition_bench.study.known_cost import KNOWN_COST_NODES
from nav2_composition_bench.study.node_entry import NodeEntry
from nav2_composition_bench.study.reference_table import REFERENCE_TABLE, thread_name_of


def remapping_arguments(entry: NodeEntry) -> list[str]:
    """Return the arguments that apply an entry's remappings to its node alone."""
    arguments = ["--ros-args"]
    for source, target in entry.remappings:
        arguments += ["-r", f"{source}:={target}"]
    return arguments


def main(arguments: list[str] | None = None) -> int:
    """Run the nodes until SIGINT or SIGTERM; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--known-cost", action="store_true", help="with the node of known cost")
    own, ros_arguments = parser.parse_known_args(arguments)
    added = (KNOWN_COST_NODES["reference"],) if own.known_cost else ()
    process = StackProcess("manual_composition")

    def start() -> None:
        process.start_ros(ros_arguments)
        from nav2_composition_bench.reference_stack.runtime.plugins import load_node_class

        for entry in (*REFERENCE_TABLE, *added):
            if process.stop.is_set():
                return
            node_class = load_node_class(entry.plugin)
            node = node_class(entry.name, cli_args=remapping_arguments(entry))
            process.add_node(node, process.start_executor(thread_name_of(entry.name)))

    return process.run(start)


if __name__ == "__main__":
    sys.exit(main())
