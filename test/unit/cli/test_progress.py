# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import io

import pytest
from run_on_stream import Terminal

from nav2_composition_bench.cli.live_progress import LiveProgress
from nav2_composition_bench.cli.plain_progress import PlainProgress
from nav2_composition_bench.cli.progress import progress_on


def test_the_kind_depends_on_the_stream_and_on_what_is_wanted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    with progress_on(io.StringIO()) as plain, progress_on(Terminal()) as live:
        assert isinstance(plain, PlainProgress)
        assert isinstance(live, LiveProgress)
    with progress_on(Terminal(), live=False) as unwanted:
        assert isinstance(unwanted, PlainProgress)
    monkeypatch.setenv("TERM", "dumb")
    with progress_on(Terminal()) as dumb:
        assert isinstance(dumb, PlainProgress)
