# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.user_path import user_path


def test_a_tilde_stands_for_the_home_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    assert user_path("--study", "~/mine.yaml") == Path("/home/me/mine.yaml")
    assert user_path("--study", "mine.yaml") == Path("mine.yaml")


def test_a_user_that_is_unknown_is_one_line() -> None:
    with pytest.raises(UserError, match="--study is '~nosuchuser/s.yaml', whose home directory"):
        user_path("--study", "~nosuchuser/s.yaml")
