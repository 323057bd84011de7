# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What a program of the package prints on streams of any encoding."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

TEXT = "3 ± 1 → 10 µs, 5 m², ✅, "
PROGRAM = f"""
import sys
from nav2_composition_bench.processes.text_output import spell_what_streams_lack
spell_what_streams_lack()
for stream in (sys.stdout, sys.stderr):
    print({TEXT!a} + sys.argv[1], file=stream)
"""


def printed(argument: bytes, **variables: str) -> bytes:
    given = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, argument],
        env={**given, **variables},
        capture_output=True,
        check=True,
    )
    assert done.stderr == done.stdout
    return done.stdout


@pytest.mark.parametrize(
    ("variables", "expected"),
    [
        ({"PYTHONIOENCODING": "ascii"}, b"3 +- 1 -> 10 us, 5 m^2, ?, "),
        ({"LC_ALL": "C", "PYTHONUTF8": "0"}, b"3 +- 1 -> 10 us, 5 m^2, ?, "),
        ({"PYTHONIOENCODING": "latin-1"}, "3 ± 1 -> 10 µs, 5 m², ?, ".encode("latin-1")),
        ({"PYTHONIOENCODING": "utf-8"}, TEXT.encode()),
        ({"PYTHONUTF8": "1"}, TEXT.encode()),
    ],
)
def test_what_an_encoding_lacks_is_spelled(variables: dict[str, str], expected: bytes) -> None:
    assert printed(b"x", **variables) == expected + b"x\n"


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_the_name_of_a_file_that_is_no_text_is_printed_as_it_is(encoding: str) -> None:
    assert printed(b"b\xfc", PYTHONIOENCODING=encoding, PYTHONUTF8="1").endswith(b", b\xfc\n")
