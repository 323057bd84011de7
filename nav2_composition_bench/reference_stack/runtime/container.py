# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A component container: starts empty, loads and unloads nodes through composition_interfaces.

``--isolated`` gives each component a single-threaded executor and a thread of its own,
``--multi-threaded`` serves all of them with one multi-threaded executor.
"""

from __future__ import annotations

import argparse
import sys

from nav2_composition_bench.reference_stack.runtime.stack_process import StackProcess


def main(arguments: list[str] | None = None) -> int:
    """Serve until SIGINT or SIGTERM; return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    kind = parser.add_mutually_exclusive_group(required=True)
    kind.add_argument("--isolated", action="store_true")
    kind.add_argument("--multi-threaded", action="store_true")
    parser.add_argument(
        "--threads",
        type=int,
        help="of the multi-threaded executor; default: the cores, at least 2 (as rclcpp)",
    )
    own, ros_arguments = parser.parse_known_args(arguments)
    if own.threads is not None and own.threads < 2:
        parser.error(f"--threads must be at least 2, got {own.threads}")
    process = StackProcess("nav2_container")

    def start() -> None:
        process.start_ros(ros_arguments)
        from nav2_composition_bench.reference_stack.runtime.component_manager import (
            ComponentManager,
        )

        manager = ComponentManager(process, isolated=own.isolated, threads=own.threads)
        process.before_shutdown(manager.finish_loading)

    return process.run(start)


if __name__ == "__main__":
    sys.exit(main())
