# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""One node of the reference stack in a process of its own (composition ``multi_process``)."""

from __future__ import annotations

import argparse
import sys

from nav2_composition_bench.reference_stack.runtime.stack_process import StackProcess
from nav2_composition_bench.study.known_cost import KNOWN_COST_NODES
from nav2_composition_bench.study.reference_table import REFERENCE_TABLE, thread_name_of


def main(arguments: list[str] | None = None) -> int:
    """Run the node until SIGINT or SIGTERM; return the exit status."""
    table = {entry.name: entry for entry in (*REFERENCE_TABLE, KNOWN_COST_NODES["reference"])}
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--node", required=True, choices=sorted(table), metavar="NAME")
    own, ros_arguments = parser.parse_known_args(arguments)
    thread_name = thread_name_of(own.node)
    process = StackProcess(thread_name)

    def start() -> None:
        process.start_ros(ros_arguments)
        from nav2_composition_bench.reference_stack.runtime.plugins import load_node_class

        node = load_node_class(table[own.node].plugin)(own.node)
        process.add_node(node, process.start_executor(thread_name))

    return process.run(start)


if __name__ == "__main__":
    sys.exit(main())
