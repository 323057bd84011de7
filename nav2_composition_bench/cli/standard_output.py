# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Standard output that cannot be written, such as to a full disk, as an error of the user's."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from typing import Any, TextIO, cast

from nav2_composition_bench.errors import UserError


class OutputError(UserError, OSError):
    """Standard output cannot be written; an OSError still, to whoever expects one."""


@contextmanager
def checked_output(stream: TextIO) -> Iterator[None]:
    """Write standard output through a check while the block runs, and flush it at its end.

    After a failure nothing more is written: what cleans up may print, and Python does not complain
    once more at exit.

    :raises OutputError: in the block or at its end, if it cannot be written.
    :raises BrokenPipeError: if its reader, head for instance, has gone.
    """
    output = _CheckedOutput(stream)
    with redirect_stdout(cast(TextIO, output)):
        try:
            yield
        finally:
            output.flush()
            if output.fault is not None:  # argparse, for one, passes over it
                raise output.fault


class _CheckedOutput:
    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self.fault: OSError | None = None

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """As of the stream."""
        with self._told():
            return self._stream.write(text)

    def flush(self) -> None:
        """As of the stream."""
        with self._told():
            self._stream.flush()

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, self._stream.fileno())
            os.close(nothing)
            self.fault = error
            if not isinstance(error, BrokenPipeError):
                self.fault = OutputError(f"cannot write standard output: {error.strerror}")
            raise self.fault from None
