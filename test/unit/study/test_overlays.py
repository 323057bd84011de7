# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.study.overlays import (
    overlay_file,
    overlay_names,
    packaged_overlays,
)


def test_the_package_has_overlays_with_and_without_bonds() -> None:
    assert {"with_bonds", "without_bonds"} <= packaged_overlays().keys()
    assert all(path.is_file() for path in packaged_overlays().values())


def test_a_studys_own_overlays_come_first_and_hide_the_packages() -> None:
    own = (("mine", Path("mine.yaml")), ("with_bonds", Path("other.yaml")))
    assert overlay_names([name for name, _ in own])[:2] == ("mine", "with_bonds")
    assert len(overlay_names(["with_bonds"])) == len(packaged_overlays())
    assert overlay_file("with_bonds", own) == Path("other.yaml")
    assert overlay_file("without_bonds", own) == packaged_overlays()["without_bonds"]


def test_an_overlay_that_nobody_has_is_refused_with_the_nearest() -> None:
    with pytest.raises(UserError, match="no overlay 'with_bond'; did you mean 'with_bonds'"):
        overlay_file("with_bond", ())
