# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Tables of what factors change."""

from __future__ import annotations

import math

import crossed_arms
from crossed_arms import BONDS, LogEffects, crossed
from record_factory import make_record
from stored_studies import four_compositions

from nav2_composition_bench.report.effect_rows import CERTAIN, EffectTable, effect_tables
from nav2_composition_bench.study.factor import FACTORS

HALF = math.log(0.5)


def tables(blocks: int = 3, **factors: tuple[str, ...]) -> list[EffectTable]:
    named = crossed_arms.arms({**BONDS, **factors})
    return effect_tables(crossed(named, {("no_bonds",): HALF}, blocks, block_noise=0.2))


def test_a_study_of_one_factor_or_none_has_no_such_table() -> None:
    assert effect_tables(four_compositions()) == []
    assert effect_tables([make_record()]) == effect_tables([]) == []


def test_what_bonds_cost_is_told_for_each_composition_and_their_mean() -> None:
    composition, params, together = tables()
    assert params.title == "Change of cost by parameters: no_bonds against base"
    heading, *rows = params.rows
    assert heading == ["composition", "CPU [95 %]", "PSS [95 %]", "Footprint [95 %]"]
    assert [row[0] for row in rows] == ["multi_process", "isolated", "mean of these"]
    assert all(row[1] == "-50.0% [-50.0, -50.0]" for row in rows)
    assert all(row[1].startswith(("+0.0%", "-0.0%")) for row in composition.rows[1:])
    assert list(params.words) == list(together.words) == [0]


def test_several_levels_have_a_column_and_a_mean_each() -> None:
    table, *_ = tables(composition=("multi_process", "manual", "isolated"))
    assert table.title == "Change of cost by composition, against multi_process"
    assert [row[:2] for row in table.rows] == [
        ["composition", "parameters"],
        *(
            [level, context]
            for level in ("manual", "isolated")
            for context in ("base", "no_bonds", "mean of these")
        ),
    ]
    assert list(table.words) == [0, 1]


def test_each_further_factor_is_a_column_of_the_context() -> None:
    params = tables(rmw=("rmw_fastrtps_cpp", "rmw_cyclonedds_cpp"))[2]
    assert params.rows[0][:2] == ["composition", "middleware"]
    assert params.rows[-1][:2] == ["mean of these", ""]
    assert len({len(row) for row in params.rows}) == 1


def test_every_factor_has_a_word() -> None:
    arms = {"a": dict.fromkeys(FACTORS, "0"), "b": dict.fromkeys(FACTORS, "1")}
    arms |= {f"{factor}": {**arms["a"], factor: "1"} for factor in FACTORS}
    assert len(effect_tables(crossed(arms, {}, 2))) == len(FACTORS)


def test_interactions_that_are_certain_are_marked() -> None:
    named = crossed_arms.arms(BONDS)
    effects: LogEffects = {("isolated", "no_bonds"): math.log(1.5)}
    for noise, mark in ((0.001, CERTAIN), (5.0, "")):
        *_, table = effect_tables(crossed(named, effects, 4, noise=noise))
        (row,) = table.rows[1:]
        assert row[0] == "composition isolated, parameters no_bonds"
        assert all(cell.strip().endswith(mark or "]") for cell in row[1:])
        assert CERTAIN in table.note


def test_a_single_block_has_changes_without_intervals() -> None:
    for table in tables(blocks=1):
        assert all("[" not in cell for row in table.rows[1:] for cell in row)
