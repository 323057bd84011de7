# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The schema of study files, which editors read, with the factors as their table has them."""

from __future__ import annotations

import json
from typing import Any

from nav2_composition_bench.study.study_schema import study_schema

_WIDTH = 100


def schema_file() -> str:
    """Return the text of ``study.schema.json``."""
    return f"{_written(study_schema(), '', _WIDTH)}\n"


def _written(value: Any, indent: str, taken: int) -> str:
    """Return JSON, an object on one line where that fits.

    :param taken: columns of the line before it.
    """
    line = json.dumps(value, ensure_ascii=False)
    if not isinstance(value, dict) or taken + len(line) <= _WIDTH:
        return line
    inner = f"{indent}  "
    entries = []
    for key, its in value.items():
        head = f"{inner}{json.dumps(key)}: "
        entries.append(head + _written(its, inner, len(head)))
    return "{\n" + ",\n".join(entries) + f"\n{indent}}}"
