# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""JSON files as documents.

YAML's reader does not serve them: it refuses tabs between tokens and pairs of ``\\u`` escapes,
takes ``1e3`` for a word, and is some thirty times slower.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.document import (
    Document,
    KeyPath,
    make_document,
    read_text,
    unreadable,
)

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\]:,]|\n|[^\s{}\[\]:,"]+')


def read_json(path: Path) -> Document:
    """Read a JSON file.

    :raises UserError: if it cannot be read, is not JSON, repeats a key or holds NaN or infinity.
    """
    return parse_json(read_text(path), path)


def parse_json(text: str, path: Path) -> Document:
    """Make a document of a text.

    :param path: what messages call it.
    :raises UserError: if it is not JSON, repeats a key or holds NaN or infinity.
    """
    try:
        content = json.loads(text)
        return make_document(path, content, _Places(text).of_value(()))
    except json.JSONDecodeError as error:
        place = f"{path}:{error.lineno}"
        raise UserError(f"{place} is not JSON: {error.msg} (column {error.colno})") from None
    except (ValueError, RecursionError) as error:
        raise unreadable(path, error) from None


class _Places:
    """Key path and line of everything in a text that is known to be JSON."""

    def __init__(self, text: str) -> None:
        self._tokens = _TOKEN.finditer(text)
        self._line = 1
        self._token = ""
        self._next()

    def of_value(self, prefix: KeyPath) -> Iterator[tuple[KeyPath, int]]:
        """Yield what a value holds, and go on to the token behind it."""
        opening = self._token
        self._next()
        if opening == "{":
            while self._token != "}":
                key_path = (*prefix, str(json.loads(self._token)))
                yield key_path, self._line
                self._next()  # the colon
                self._next()
                yield from self.of_value(key_path)
                self._skip_comma()
            self._next()
        elif opening == "[":
            index = 0
            while self._token != "]":
                yield (*prefix, index), self._line
                yield from self.of_value((*prefix, index))
                self._skip_comma()
                index += 1
            self._next()

    def _skip_comma(self) -> None:
        if self._token == ",":
            self._next()

    def _next(self) -> None:
        self._token = ""
        for match in self._tokens:
            if match.group() != "\n":
                self._token = match.group()
                return
            self._line += 1
