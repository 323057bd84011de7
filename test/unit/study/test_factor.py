# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from typing import Any, cast

import pytest
from arm_studies import design_of, names

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.arm_design import ArmDesign, arms_of, factors_of
from nav2_composition_bench.study.design_changes import check_levels
from nav2_composition_bench.study.factor import FACTORS, Factor
from nav2_composition_bench.study.study_schema import study_schema

MAYBE = "none"


def seconds(where: str, level: str, _: object) -> int | None:
    if level != MAYBE and not level.isdecimal():
        raise UserError(f"{where} is '{level}', must be {MAYBE} or a number")
    return None if level == MAYBE else int(level)


PAUSE: Factor[int | None] = Factor(
    "pause_s",
    "pause, s",
    "none, or a number of seconds.",
    {"type": ["integer", "string"]},
    seconds,
    None,
    write=lambda pause_s: MAYBE if pause_s is None else str(pause_s),
    says_varied=True,
    word=lambda level: f"pause-{level}",
)


@pytest.fixture
def further(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put one more factor into the table."""
    monkeypatch.setitem(cast(dict[str, Factor[Any]], FACTORS), PAUSE.name, PAUSE)


@pytest.mark.parametrize("factor", FACTORS.values(), ids=list(FACTORS))
def test_the_default_of_a_factor_is_the_level_of_its_usual_value(factor: Factor[Any]) -> None:
    if factor.default is not None:
        assert factor.read("here", factor.default, ArmDesign()) == factor.usual


def test_a_further_entry_of_the_table_is_a_factor_of_arms(further: None) -> None:
    design = design_of("isolated", pause_s=[MAYBE, "5"])
    arms = arms_of(design)
    assert names(arms) == ["isolated", "isolated+pause-5"]
    assert factors_of(arms) == ("pause_s",)
    assert [arm[PAUSE] for arm in arms] == [None, 5]
    assert [arm.levels.get("pause_s") for arm in arms] == [None, "5"]
    assert arms[0].what_runs != arms[1].what_runs


def test_a_further_entry_of_the_table_is_a_factor_of_study_files(further: None) -> None:
    check_levels("pause_s", [MAYBE, "5"], "--factor", ArmDesign())
    with pytest.raises(UserError, match="--factor pause_s is 'long', must be none or a number"):
        check_levels("pause_s", ["long"], "--factor", ArmDesign())
    keys = study_schema()["properties"]
    assert keys["arms"]["items"]["properties"]["pause_s"] == PAUSE.schema
    assert keys["factors"]["properties"]["pause_s"]["items"] == PAUSE.schema
