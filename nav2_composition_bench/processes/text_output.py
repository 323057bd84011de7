# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Text for streams whose encoding lacks some of the characters, such as ASCII."""

from __future__ import annotations

import codecs
import io
import sys

SPELLED = {
    "±": "+-",
    "−": "-",
    "–": "-",
    "×": "x",
    "·": "*",
    "²": "^2",
    "⁶": "^6",
    "°": "deg",
    "µ": "u",
    "≤": "<=",
    "≥": ">=",
    "→": "->",
    "…": "...",
}
"""What this package prints, as far as it is no ASCII."""
_HANDLER = "nav2_composition_bench.spelled"


def spell_what_streams_lack() -> None:
    """Have standard output and error spell what their encoding lacks, in place of an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors=_HANDLER)


def _spelled(error: UnicodeError) -> tuple[bytes, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return b"".join(map(_bytes_of, missing)), error.end


def _bytes_of(character: str) -> bytes:
    if "\udc80" <= character <= "\udcff":  # a byte of a file's name that is no text
        return bytes([ord(character) - 0xDC00])
    return SPELLED.get(character, "?").encode("ascii")


codecs.register_error(_HANDLER, _spelled)
