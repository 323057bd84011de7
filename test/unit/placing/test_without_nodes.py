# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from record_factory import MEGABYTE, make_process, make_record

from nav2_composition_bench.placing.without_nodes import without_nodes

COUNTED = ("cpu_percent", "pss_bytes")
SIMULATOR = make_process("sim", nodes=("sim",), cpu_percent=30.0, pss_bytes=MEGABYTE)


def test_the_processes_of_the_nodes_do_not_count() -> None:
    record = make_record(
        "captured", 0, cpu_percent=50.0, pss_bytes=100 * MEGABYTE, processes=(SIMULATOR,)
    )
    rest = without_nodes(record, ["sim"], COUNTED)
    assert rest.value("cpu_percent") == pytest.approx(20.0)
    assert rest.value("pss_bytes") == 99 * MEGABYTE
    assert without_nodes(record, [], COUNTED) == record


def test_a_process_with_other_nodes_or_none_is_a_part_of_the_system() -> None:
    shared = make_process("shared", nodes=("sim", "amcl"), cpu_percent=5.0)
    helper = make_process("helper", nodes=(), cpu_percent=5.0)
    record = make_record("captured", 0, cpu_percent=50.0, processes=(shared, helper))
    assert without_nodes(record, ["sim"], COUNTED).value("cpu_percent") == 50.0
