# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""One worker of a parallel test run imports the tests first; the others find them compiled.

All would compile them at once otherwise, and each for itself.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from pathlib import Path

_FIRST = "gw0"
_PATIENCE_S = 120.0
"""After which the others go on: the first worker may be gone."""


def await_turn() -> None:
    """Return when this worker is to import the tests; at once where nothing compiled is kept."""
    if _is_first() or sys.dont_write_bytecode:
        return
    end_s = time.monotonic() + _PATIENCE_S
    while not _mark().exists() and time.monotonic() < end_s:
        time.sleep(0.1)


def tell_others() -> None:
    """Let the other workers begin."""
    if _is_first():
        _mark().touch()


def clean_up() -> None:
    """Remove what the other workers waited for; all have begun when the first one ends."""
    if _is_first():
        _mark().unlink(missing_ok=True)


def _is_first() -> bool:
    return os.environ["PYTEST_XDIST_WORKER"] == _FIRST


def _mark() -> Path:
    return Path(tempfile.gettempdir()) / f"tests-of-{os.environ['PYTEST_XDIST_TESTRUNUID']}"
