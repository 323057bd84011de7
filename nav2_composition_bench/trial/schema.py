# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The version that a document on disk tells of itself."""

from __future__ import annotations

from typing import Any

from nav2_composition_bench.errors import UserError


def refuse_other_schema(document: Any, schema: int, where: object) -> None:
    """Refuse what another version of this package wrote in another form.

    :param schema: the only one that is read.
    :param where: what messages call the document.
    :raises UserError: naming both.
    """
    found = document.get("schema") if isinstance(document, dict) else None
    if type(found) is not int:  # a truth value is an instance of int
        raise UserError(f"{where} has no integer schema; restore it or remove it")
    if found != schema:
        age = "newer" if found > schema else "older"
        raise UserError(
            f"{where} has schema {found}, {age} than {schema}, which is all that this version"
            " reads; use the nav2_composition_bench that wrote it"
        )
