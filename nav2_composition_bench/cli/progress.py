# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How far a study is: a live view on a terminal, plain lines elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from nav2_composition_bench.cli.plain_progress import PlainProgress
from nav2_composition_bench.trial.trial_runner import Progress


@contextmanager
def progress_on(stream: TextIO, live: bool = True) -> Iterator[Progress]:
    """Show progress as it suits the stream.

    :param live: False for plain lines on a terminal too.
    """
    if live and stream.isatty():
        from nav2_composition_bench.cli.live_progress import drawn_on  # slow to import

        with drawn_on(stream) as progress:
            if progress is not None:
                yield progress
                return
    yield PlainProgress(stream)
