# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How the tests of a run beside one another are told apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from side_by_side import BUILD, GROUPS, MUST_KEEP_UP, group_of, turn_of

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("beginning", sorted({*GROUPS, *MUST_KEEP_UP, *BUILD}))
def test_what_is_named_exists(beginning: str) -> None:
    path, _, test = beginning.partition("::")
    assert (ROOT / path).exists()
    assert not test or f"def {test}" in (ROOT / path).read_text(encoding="utf-8")


def test_modules_that_share_what_a_fixture_made_stay_in_one_worker() -> None:
    shared = [
        path.relative_to(ROOT).as_posix()
        for path in sorted((ROOT / "test" / "integration").rglob("test_*.py"))
        if 'scope="module"' in path.read_text(encoding="utf-8")
    ]
    assert shared
    for module in shared:
        assert group_of(f"{module}::test_one") == group_of(f"{module}::test_two")


def test_integration_tests_go_to_any_worker_and_unit_tests_file_by_file() -> None:
    session = "test/integration/bringup/test_session.py"
    assert group_of(f"{session}::test_one") != group_of(f"{session}::test_two")
    layering = "test/unit/test_layering.py"
    assert group_of(f"{layering}::test_one") == group_of(f"{layering}::test_two") == layering


def integration_tests() -> list[str]:
    """One of each file that is in no group, and in no directory that goes first."""
    paths = sorted((ROOT / "test" / "integration").rglob("test_*.py"))
    names = [path.relative_to(ROOT).as_posix() for path in paths]
    return [f"{name}::test_one" for name in names if not name.startswith((*GROUPS, *BUILD))]


def test_drives_begin_first_and_what_shares_a_fixture_next() -> None:
    others = integration_tests()
    assert len(others) > 25
    first = [
        "test/integration/trial/test_real_study.py::test_one",
        "test/packaging/test_wheel.py::test_one",
    ]
    assert sorted((*others, *reversed(first)), key=turn_of)[:2] == first


def test_tests_of_one_file_begin_among_those_of_others() -> None:
    waiting = [f"test/integration/capturing/test_capture.py::test_{each}" for each in range(20)]
    order = sorted((*waiting, *integration_tests()), key=turn_of)
    places = [order.index(each) for each in waiting]
    assert max(places) - min(places) > len(order) / 2


def test_unit_tests_begin_between_those_that_wait_and_after_them() -> None:
    (turn,) = {turn_of(each)[0] for each in integration_tests()}
    paths = sorted((ROOT / "test" / "unit").rglob("test_*.py"))
    turns = [turn_of(f"{path.relative_to(ROOT).as_posix()}::test_one")[0] for path in paths]
    between, after = (turns.count(each) / len(turns) for each in (turn, turn + 1))
    assert between + after == 1.0
    assert between == pytest.approx(5 / 6, abs=0.08)
