# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The committed pages on topologies are what the records beside them say."""

from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.aggregate.stored_study import find_studies, read_study
from nav2_composition_bench.cli.report import FORMATS

ROOT = Path(__file__).resolve().parents[3]
PAGES = sorted((ROOT / "results").glob("*/topologies.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_a_page_on_topologies_is_that_of_the_records_beside_it(page: Path) -> None:
    studies = [read_study(path) for path in find_studies([page.parent])]
    topologies = [study for study in studies if study.records[0].system == "topology"]
    assert page.read_text(encoding="utf-8") == FORMATS["md"](topologies), (
        f"make it again: nav2-bench report -o {page.relative_to(ROOT)}"
        f" {' '.join(study.name for study in topologies)}"
    )
