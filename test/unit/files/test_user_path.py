# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.user_path import looking_at, user_path


def test_a_tilde_stands_for_the_home_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/me")
    assert user_path("--study", "~/mine.yaml") == Path("/home/me/mine.yaml")
    assert user_path("--study", "mine.yaml") == Path("mine.yaml")


def test_a_user_that_is_unknown_is_one_line() -> None:
    with pytest.raises(UserError, match="--study is '~nosuchuser/s.yaml', whose home directory"):
        user_path("--study", "~nosuchuser/s.yaml")


def test_what_cannot_be_looked_at_is_one_line() -> None:
    with pytest.raises(UserError, match="^cannot read /map: Permission denied$"):
        with looking_at(Path("/map")):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def test_what_cannot_be_looked_at_is_told_with_what_names_it() -> None:
    with pytest.raises(UserError, match="^--overlay slow: cannot read /slow: Input/output error$"):
        with looking_at(Path("/slow"), "--overlay slow"):
            raise OSError(errno.EIO, os.strerror(errno.EIO))


def test_a_bug_in_a_look_stays_a_bug() -> None:
    with pytest.raises(ZeroDivisionError), looking_at(Path("/map")):
        raise ZeroDivisionError
