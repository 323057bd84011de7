# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Does a study file have the form that ``study.schema.json`` describes?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from nav2_composition_bench.files.document import Document
from nav2_composition_bench.files.package_files import share_directory
from nav2_composition_bench.files.schema import check_form
from nav2_composition_bench.study.factor import FACTORS


def study_schema() -> dict[str, Any]:
    """Return the schema; what it says of factors is read from their table."""
    file = share_directory() / "params" / "studies" / "study.schema.json"
    schema: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    arm, factors = schema["properties"]["arms"]["items"], schema["properties"]["factors"]
    levels = {name: each.schema for name, each in FACTORS.items()}
    arm["properties"] = {"name": arm["properties"]["name"], **levels}
    factors["properties"] = {
        name: {"description": each.meaning, "type": "array", "minItems": 1, "items": each.schema}
        for name, each in FACTORS.items()
    }
    return schema


def check_schema(document: Document, only: Sequence[str] = ()) -> None:
    """Refuse what the schema does not allow.

    :param only: the keys that count; empty for all.
    :raises UserError: naming file, line and key of the first fault, and what would be right.
    """
    schema = study_schema()
    if only:
        properties = {key: schema["properties"][key] for key in only}
        schema = {"type": "object", "required": list(only), "properties": properties}
    check_form(document, schema)
