# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from record_factory import at_speed, invalid, make_record

from nav2_composition_bench.aggregate.adjustment import EXPECTED_IN_TRIAL_COEFFICIENT
from nav2_composition_bench.report.precision_rows import (
    precision_note,
    precision_rows,
    spread_lines,
    spread_rows,
)
from nav2_composition_bench.trial.record import TrialRecord

SPEEDS = (1.0, 1.3, 0.9, 1.1)


def study() -> list[TrialRecord]:
    """Return trials whose CPU goes with the machine; isolated slows known work down by 5 %."""
    return [
        at_speed(
            make_record(arm, block, cpu_percent=cpu * speed),
            150.0 * influence * speed ** (1 / EXPECTED_IN_TRIAL_COEFFICIENT),
            150.0 * speed,
        )
        for arm, cpu, influence in (("multi_process", 80.0, 1.0), ("isolated", 40.0, 1.05))
        for block, speed in enumerate(SPEEDS)
    ]


def test_scatter_is_shown_as_measured_and_adjusted_with_the_arms_influence() -> None:
    heading, base, isolated = precision_rows(study())
    assert len(heading) == len(base) == len(isolated)
    assert base[:4] == ["multi_process", "4", "15.9%", "0.0%"]
    assert isolated[2:4] == ["15.9%", "0.0%"]
    assert base[-1] == "–"
    assert isolated[-1].startswith("+5.0% [")


def test_that_arms_are_taken_to_be_alike_is_said_where_some_are() -> None:
    assert "differ in parameters alone" not in precision_note(study())
    levels = {"composition": "isolated", "params": "no_bonds"}
    alike = [at_speed(make_record("isolated+no_bonds", 0, levels=levels), 150.0, 150.0)]
    assert "differ in parameters alone" in precision_note([*study(), *alike])


def test_without_known_work_there_is_no_table() -> None:
    assert precision_rows([make_record(), make_record(block=1)]) == []


def test_an_arm_of_invalid_trials_alone_has_a_row_without_figures() -> None:
    failed = [invalid(make_record("manual", block)) for block in range(2)]
    row = next(row for row in precision_rows([*study(), *failed]) if row[0] == "manual")
    assert row[1:] == ["0", *["–"] * 5]


def test_an_uneven_spread_of_invalid_trials_is_said() -> None:
    bad = [invalid(make_record("isolated", block, cpu_percent=60.0)) for block in range(6)]
    good = [make_record("multi_process", block) for block in range(8)]
    (line,) = spread_lines([*good, *bad])
    assert line.startswith("6 of 14 trials are invalid; they are not spread evenly")
    rows = spread_rows([*good, *bad])
    assert rows[2][:5] == ["isolated", "6 of 6", "0", "–", "–"]
    assert rows[2][5] == "60.0 ± 0.0"


def test_invalid_trials_without_a_figure_have_no_table() -> None:
    records = [make_record("multi_process"), invalid(make_record(cpu_percent=None))]
    (line,) = spread_lines(records)
    assert "may well be spread evenly" in line and line.endswith("they change no figure")
    assert spread_rows(records) == []


def test_without_invalid_trials_nothing_is_said() -> None:
    assert spread_lines(study()) == []
    assert spread_rows(study()) == []
