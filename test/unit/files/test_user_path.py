# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.user_path import (
    existing_file,
    looking_at,
    real_path,
    refuse_no_file,
    user_path,
)


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


@pytest.mark.parametrize("may_write", [True, False])
def test_a_pipe_must_be_writable_and_its_directory_need_not_be(
    may_write: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    # Root may write everywhere.
    monkeypatch.setattr(os, "access", lambda path, mode: may_write and path == pipe)
    if may_write:
        refuse_no_file(pipe, "--output")
        return
    with pytest.raises(UserError, match="^--output: cannot write .*/pipe, which may not be"):
        refuse_no_file(pipe, "--output")


def test_a_link_needs_the_directory_that_it_leads_to(tmp_path: Path) -> None:
    link = tmp_path / "link.md"
    link.symlink_to(tmp_path / "none" / "report.md")
    with pytest.raises(UserError, match="there is no directory .*/none$"):
        refuse_no_file(link, "--output")


def test_links_that_lead_in_a_circle_are_no_file(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    with pytest.raises(UserError, match="--overlay slow names .*loop, which is no file"):
        existing_file(real_path(loop), "--overlay slow")


def test_no_link_is_left_in_a_real_path(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "file")
    assert real_path(tmp_path / "link") == (tmp_path / "file").resolve()
