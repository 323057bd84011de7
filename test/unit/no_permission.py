# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Directories that must not be looked into, not even by a test that root runs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_NOBODY = 65534


@contextmanager
def without_permission(directory: Path) -> Iterator[None]:
    """Take the right to look into a directory away from this process.

    To be put around one call: who is root becomes nobody meanwhile, who may lack the right to
    import a module.
    """
    mode, user = directory.stat().st_mode, os.geteuid()
    directory.chmod(0)
    if user == 0:
        os.seteuid(_NOBODY)
    try:
        yield
    finally:
        os.seteuid(user)
        directory.chmod(mode)
