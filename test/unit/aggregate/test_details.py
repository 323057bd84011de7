# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Means of what the figures of trials leave out."""

from __future__ import annotations

import pytest
from record_factory import at_speed, details_of, invalid, make_process, make_record

from nav2_composition_bench.aggregate.details import ObserverCost
from nav2_composition_bench.trial.record import ObserverRecord, Outsider


def test_processes_are_counted_per_valid_trial() -> None:
    pair = (make_process("amcl"), make_process("map_server"))
    records = [
        make_record("multi_process", 0, processes=pair),
        make_record("multi_process", 1, processes=pair[:1]),
        invalid(make_record("multi_process", 2, processes=pair * 5)),
    ]
    details = details_of(records)
    assert details.process_counts == {"multi_process": 1.5}
    assert {cost.label for cost in details.processes["multi_process"]} == {"amcl", "map_server"}


def test_the_observers_cost_is_that_of_valid_trials() -> None:
    records = [
        make_record(block=0, observer=ObserverRecord(0.2, 1_000_000, 5, 0.01)),
        make_record(block=1, observer=ObserverRecord(0.4, 3_000_000, 0, None)),
        make_record(block=2, observer=None),
        invalid(make_record(block=3, observer=ObserverRecord(9.0, 9_000_000, 5, 9.0))),
    ]
    observers = details_of(records).observers
    assert observers == {"isolated": ObserverCost((0.2 + 0.4) / 2, 2_000_000, 0.01, None)}


def test_the_yardsticks_cost_is_the_mean_over_trials_that_had_one() -> None:
    records = [at_speed(make_record(block=0), 150.0, 150.0), make_record(block=1)]
    assert details_of(records).observers["isolated"].yardstick_cpu_percent == 0.8


def test_several_outsiders_of_one_name_are_one_line_and_one_sighting_per_trial() -> None:
    seen = (Outsider(1, "python3", 10), Outsider(2, "python3", 30), Outsider(3, "ros2", 50))
    records = [make_record(outsiders=seen), make_record(block=1, outsiders=seen[:1])]
    first, second = details_of(records).outsiders
    assert (first.name, first.trials, first.mean_bytes) == ("ros2", 1, 50)
    assert (second.name, second.trials, second.largest_bytes) == ("python3", 2, 30)
    assert second.mean_bytes == pytest.approx(50 / 3)


def test_without_trials_there_are_no_details() -> None:
    details = details_of([])
    assert (details.processes, details.process_counts, details.outsiders) == ({}, {}, ())
