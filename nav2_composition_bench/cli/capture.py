# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench capture``: write a running ROS 2 system down as a topology."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path
from typing import Any

from nav2_composition_bench.capturing.document import document_of
from nav2_composition_bench.capturing.homes import refuse_other_middleware
from nav2_composition_bench.capturing.node_costs import RCL, RCLCPP
from nav2_composition_bench.cli.ros_variables import checked_domain_id
from nav2_composition_bench.errors import UserError, at_least, in_one_line, told_in_one_line
from nav2_composition_bench.files.user_path import refuse_no_file
from nav2_composition_bench.files.whole_file import write_json
from nav2_composition_bench.processes.interruption import stopping_signals_raise
from nav2_composition_bench.report.quantities import bytes_text
from nav2_composition_bench.report.topology_text import summary_lines
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.topology_file import topology_of

NAME = "capture"
HELP = "write a topology file of the ROS 2 system that runs on ROS_DOMAIN_ID"
DURATION_S = 30.0
MIN_DURATION_S = 4.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the verb's arguments."""
    add = parser.add_argument
    add("--output", "-o", type=Path, required=True, metavar="FILE", help="topology file to write")
    add(
        "--duration",
        type=float,
        default=DURATION_S,
        metavar="S",
        help="seconds, 4 at least; longer for many topics (default: %(default)g)",
    )
    add(
        "--outside",
        action="append",
        default=[],
        metavar="NODE",
        help="node that is not compared, such as a simulator; * stands for any text; repeatable",
    )


def run(arguments: argparse.Namespace) -> int:
    """Capture and write.

    :raises UserError: for a system that is not there, and for a file that was written and cannot
        be replayed.
    """
    at_least("--duration", arguments.duration, MIN_DURATION_S)
    output: Path = arguments.output
    refuse_no_file(output, "--output")
    if rmw := os.environ.get("RMW_IMPLEMENTATION"):
        refuse_other_middleware(rmw)
    domain_id = checked_domain_id()
    with stopping_signals_raise():
        content = _captured(arguments, domain_id)
    if all(node.get("outside", False) for node in content["nodes"]):
        raise UserError(
            "all nodes are outside; nothing is left to compare: leave one out of --outside, and"
            " capture on the machine that the system runs on"
        )
    with told_in_one_line(f"--output: cannot write {output}"):
        write_json(output, content)
    try:
        topology = topology_of(content, output.stem)
    except UserError as error:
        raise UserError(f"{output} is written, but cannot be replayed: {error}") from error
    print("\n".join([*summary_lines(topology), *_lines(content, topology), f"written: {output}"]))
    return 0


def _captured(arguments: argparse.Namespace, domain_id: int) -> dict[str, Any]:
    # rclpy loads the middleware as soon as it is imported.
    from nav2_composition_bench.capturing.capturer import CaptureOptions, Capturer
    from nav2_composition_bench.capturing.watcher import Watcher

    with Watcher() as watcher:
        options = CaptureOptions(arguments.duration, domain_id, tuple(arguments.outside))
        sighting = Capturer(watcher, options, _say).capture()
    name = re.sub(r"[^A-Za-z0-9._-]+|^[^A-Za-z0-9]+", "_", arguments.output.stem).lstrip("_.-")
    costs = RCL if sighting.ros_distro is None else RCLCPP
    return document_of(sighting, name or "captured", costs, options.outside)


def _say(line: str) -> None:
    print(in_one_line(line), flush=True)


def _lines(content: dict[str, Any], topology: Topology) -> list[str]:
    captured, said = topology.captured, content["captured"]
    assert captured is not None
    cpu = [each.cpu_percent for each in captured.processes if each.cpu_percent is not None]
    pss = [each.pss_bytes for each in captured.processes if each.pss_bytes is not None]
    number = len(captured.processes)
    cost = said["capturer"]
    return [
        f"captured: {number} process{'es' if number != 1 else ''}, CPU {sum(cpu):.1f} % of one"
        f" core ({len(cpu)} of {number} read), PSS {bytes_text(sum(pss))} ({len(pss)} of {number})",
        f"capturing took {cost['quiet_cpu_percent']:.2f} % CPU while CPU was counted,"
        f" {cost['listening_cpu_percent']:.2f} % while listening to topics, of which it took"
        f" {cost['messages']} messages with {bytes_text(cost['bytes'])}",
        "not seen:",
        *(f"  {each}" for each in captured.not_seen),
    ]
