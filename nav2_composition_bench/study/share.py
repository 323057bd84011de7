# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Where the package's data files are: parameters, worlds, maps."""

from __future__ import annotations

import os
import sys
from pathlib import Path

PACKAGE = "nav2_composition_bench"
_MARKER = Path("params") / "studies" / "default.yaml"


def share_directory() -> Path:
    """Return the directory that holds ``params/``, ``worlds/`` and ``maps/``.

    A source tree is preferred to an installed one, so that edits of a clone take effect.

    :raises FileNotFoundError: if the installation is incomplete.
    """
    prefixes = [Path(prefix) for prefix in os.environ.get("AMENT_PREFIX_PATH", "").split(":")]
    candidates = [Path(__file__).resolve().parents[2]]
    candidates += [prefix / "share" / PACKAGE for prefix in [*prefixes, Path(sys.prefix)]]
    for candidate in candidates:
        if (candidate / _MARKER).is_file():
            return candidate
    raise FileNotFoundError(f"no {_MARKER} in any of {[str(path) for path in candidates]}")
