# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from nav2_composition_bench.study.node_entry import COMM_LENGTH, all_node_names
from nav2_composition_bench.study.reference_table import (
    REFERENCE_TABLE,
    REFERENCE_THREAD_NAMES,
    thread_name_of,
)


def test_every_node_of_the_reference_stack_has_a_thread_name_of_its_own() -> None:
    assert set(REFERENCE_THREAD_NAMES) == set(all_node_names(REFERENCE_TABLE))
    assert len(set(REFERENCE_THREAD_NAMES.values())) == len(REFERENCE_THREAD_NAMES)
    assert all(len(name) <= COMM_LENGTH for name in REFERENCE_THREAD_NAMES.values())


def test_a_node_outside_the_table_has_a_thread_name_too() -> None:
    assert thread_name_of("a_node_of_somebody_else") == "a_node_of_someb"


def test_lifecycle_managers_are_loaded_last() -> None:
    managers = {entry.lifecycle_manager for entry in REFERENCE_TABLE} - {None}
    assert {entry.name for entry in REFERENCE_TABLE[-2:]} == managers
