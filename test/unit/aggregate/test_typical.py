# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The trial that stands for its composition."""

from __future__ import annotations

from record_factory import invalid, make_record

from nav2_composition_bench.aggregate.typical import typical_trial


def test_the_typical_trial_is_nearest_the_median() -> None:
    records = [make_record(block=block, cpu_percent=cpu) for block, cpu in enumerate((1, 50, 51))]
    assert typical_trial(records, "isolated") == 1


def test_trials_that_do_not_count_are_not_typical() -> None:
    records = [
        invalid(make_record(cpu_percent=40.0)),
        make_record(cpu_percent=None),
        make_record("manual"),
    ]
    assert typical_trial(records, "isolated") is None
