# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The program ``measurement_node``."""

from __future__ import annotations

import sys
from contextlib import closing

from rclpy.context import Context
from rclpy.executors import MultiThreadedExecutor

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.measurement_node.measurement import Measurement
from nav2_composition_bench.measurement_node.node import NAME, MeasurementNode
from nav2_composition_bench.processes.interruption import stopping_signals_raise
from nav2_composition_bench.processes.text_output import spell_what_streams_lack
from nav2_composition_bench.ros_domain.log_directory import let_ros_log
from nav2_composition_bench.ros_domain.ros_start import init_ros
from nav2_composition_bench.ros_domain.spinning_thread import SpinningThread
from nav2_composition_bench.trial.store import read_stamp

COMPLETE, GIVEN_UP, BAD_INPUT, INTERRUPTED = 0, 1, 2, 130


def main() -> int:
    """Run the node; return its exit status.

    With autostart 0 when the trials are done, 1 when they were given up, 2 when the user has
    something to mend; 130 after SIGINT, SIGTERM or SIGHUP, with everything ended.
    """
    spell_what_streams_lack()
    context = Context()
    try:
        if (note := let_ros_log()) is not None:
            print(note, file=sys.stderr)
        init_ros(sys.argv, context)
        with stopping_signals_raise():
            node = MeasurementNode(context)
            try:
                executor = MultiThreadedExecutor(num_threads=2, context=context)
                executor.add_node(node)
                with closing(SpinningThread(executor, f"{NAME}_ros")):
                    try:
                        return _run(node)
                    finally:
                        node.end()
            finally:
                node.destroy_node()
    except KeyboardInterrupt:
        return INTERRUPTED
    except UserError as error:
        print(f"{NAME}: error: {error}", file=sys.stderr)
        return BAD_INPUT
    finally:
        context.try_shutdown()


def _run(node: MeasurementNode) -> int:
    if not node.get_parameter("autostart").value:
        node.serve()
        return COMPLETE
    try:
        is_complete = node.run_trials()
    except UserError:  # which the node has said already
        return BAD_INPUT
    finally:
        for line in table(node.measurement):
            print(line, flush=True)
    if is_complete is None:  # somebody took the lead before the trials were done
        node.serve()
        return COMPLETE
    return COMPLETE if is_complete else GIVEN_UP


def table(measurement: Measurement | None) -> list[str]:
    """Return the table of the arm's trials, those of earlier runs included."""
    # slow to import
    from nav2_composition_bench.aggregate.samples import FigureTable
    from nav2_composition_bench.report.table import table_one

    if measurement is None:
        return []
    asked = measurement.measured
    records = [r for r in measurement.records if r.arm == asked.arm.name]
    table = FigureTable(records, read_stamp(asked.directory))
    return [*table_one(table), f"records: {asked.directory}"] if records else []
