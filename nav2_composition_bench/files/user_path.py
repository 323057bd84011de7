# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Paths as users write them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nav2_composition_bench.errors import UserError, told_in_one_line
from nav2_composition_bench.files.whole_file import is_pipe_or_device


def user_path(where: str, name: str | Path) -> Path:
    """Return a path with the home directory in place of ``~`` or ``~user``.

    :param where: how errors call it, such as ``--study``.
    :raises UserError: if there is no such home directory.
    """
    try:
        return Path(name).expanduser()
    except RuntimeError:
        raise UserError(
            f"{where} is '{name}', whose home directory is unknown; write the path without ~"
        ) from None


def real_path(path: Path) -> Path:
    """Return the absolute path in which no link is left.

    Of links that lead in a circle some are left, where ``Path.resolve`` raises before Python 3.13.
    """
    return Path(os.path.realpath(path))


@contextmanager
def looking_at(path: Path, where: str = "") -> Iterator[None]:
    """Say in one line what keeps a user's file or directory from being looked at.

    To be put around nothing but that look: elsewhere an OSError is a bug and keeps its traceback.
    To ``Path.is_file`` and the like it is no error that a path does not exist.

    :param where: what names the path, such as ``--overlay``; empty where that is plain.
    :raises UserError: in place of an OSError, such as one for want of a permission.
    """
    place = f"{where}: " if where else ""
    with told_in_one_line(f"{place}cannot read {path}"):
        yield


def is_file(path: Path, where: str = "") -> bool:
    """Tell whether a user's path is a file.

    :param where: as of ``looking_at``.
    :raises UserError: if it cannot be looked at.
    """
    with looking_at(path, where):
        return path.is_file()


def existing_file(path: Path, where: str) -> Path:
    """Return a user's path to a file that is there.

    :param where: as of ``looking_at``.
    :raises UserError: if it is no file or cannot be looked at.
    """
    if not is_file(path, where):
        raise UserError(f"{where} names {path}, which is no file")
    return path


def refuse_no_file(path: Path, where: str) -> None:
    """Refuse a path that no file can be written to, before its content is made.

    :param where: as of ``looking_at``.
    :raises UserError: for a directory, a pipe or device that may not be written to, and where the
        file's own directory is not there or may not be written to.
    """
    with looking_at(path, where):
        is_directory = not path.name or path.is_dir()
        is_special = is_pipe_or_device(path)
        home = real_path(path).parent if path.is_symlink() else path.parent
        has_home = home.is_dir()
    if is_directory:
        raise UserError(f"{where}: {path} is a directory; name a file in it")
    if is_special:
        if not os.access(path, os.W_OK):
            raise UserError(f"{where}: cannot write {path}, which may not be written to")
        return
    if not has_home:
        raise UserError(f"{where}: cannot write {path}: there is no directory {home}")
    if not os.access(home, os.W_OK):
        raise UserError(f"{where}: cannot write {path}: {home} may not be written to")
