# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest
from stored_studies import four_compositions, write_study

from figures import trials_page
from nav2_composition_bench.aggregate.stored_study import read_study


def test_verdicts_of_which_none_says_that_anything_changed_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        trials_page,
        "study",
        lambda name: read_study(write_study(tmp_path / "vm" / name, four_compositions())),
    )
    said = trials_page.verdicts_hours_apart()
    assert said == "All 12 verdicts are NO_DIFFERENCE or NOT_ENOUGH_TRIALS."
