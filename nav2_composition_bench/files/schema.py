# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Does a document have the form that a JSON schema describes?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from nav2_composition_bench.errors import UserError, in_one_line
from nav2_composition_bench.files.document import Document
from nav2_composition_bench.files.suggestion import suggestion

if TYPE_CHECKING:
    from jsonschema import ValidationError


def _match(validator: Any, pattern: str, instance: Any, schema: Any) -> Iterator[ValidationError]:
    """Refuse a line's end behind what matches, which Python's ``$`` allows."""
    if isinstance(instance, str) and (not re.search(pattern, instance) or instance[-1:] == "\n"):
        from jsonschema import ValidationError

        yield ValidationError(f"{instance!r} does not match {pattern!r}")


def _is_integer(_: Any, instance: Any) -> bool:
    """To JSON schema 5.0 is an integer too; Python cannot count by it."""
    return isinstance(instance, int) and not isinstance(instance, bool)


@cache
def _validator() -> Any:
    """Return the class that judges by a schema."""
    import jsonschema.validators  # slow to import, and not every file has a schema

    # Ubuntu 22.04 has jsonschema 3.2, which knows no later draft; the schemas use nothing else.
    draft: Any = getattr(jsonschema, "Draft202012Validator", jsonschema.Draft7Validator)
    checker = draft.TYPE_CHECKER.redefine("integer", _is_integer)
    rules = {"pattern": _match}
    extend: Any = jsonschema.validators.extend
    return extend(draft, rules, type_checker=checker)


def check_form(document: Document, schema: Mapping[str, Any]) -> None:
    """Refuse what the schema does not allow.

    :raises UserError: naming file, line and key of the first fault, and what would be right.
    """
    validator = _validator()(schema)
    errors = sorted(validator.iter_errors(document.content), key=lambda e: _line(document, e))
    if errors:
        raise UserError(_explain(document, errors[0]))


def _line(document: Document, error: ValidationError) -> int:
    return document.lines.get(tuple(error.absolute_path), 0)


def _explain(document: Document, error: ValidationError) -> str:
    key_path = tuple(error.absolute_path)
    where = document.where(key_path)
    value: Any = error.instance
    allowed: Any = error.validator_value
    schema: Any = error.schema
    if error.validator == "additionalProperties":
        known = sorted(schema["properties"])
        unknown = min(set(map(str, value)) - set(known))
        place = document.where((*key_path, unknown))
        return f"{place} is unknown; {suggestion(unknown, known)}known: {', '.join(known)}"
    if error.validator == "enum":
        words = [word for word in allowed if isinstance(word, str)]  # besides, truth values
        hint = suggestion(value, words)
        return f"{where} '{in_one_line(str(value))}' is unknown; {hint}known: {', '.join(words)}"
    if error.validator == "required":
        missing = sorted(set(allowed) - set(value))
        return f"{where} lacks {', '.join(missing)}; add it"
    if error.validator == "type":
        return f"{where} is {_shown(value)}, must be of type {allowed}"
    if error.validator in ("const", "maxItems", "minProperties"):
        return f"{where} is {_shown(value)}; {schema['description']}"
    rules = {
        "minimum": "must be at least",
        "maximum": "must be at most",
        "exclusiveMinimum": "must be more than",
        "minLength": "its length must be at least",
        "pattern": "must match",
        "minItems": "number of entries must be at least",
    }
    return f"{where} is {value!r}, {rules[str(error.validator)]} {allowed}"


def _shown(value: Any) -> str:
    if value is None:
        return "empty"
    if isinstance(value, (dict, list)):
        return f"{'an object' if isinstance(value, dict) else 'a list'} of {len(value)}"
    return repr(value)
