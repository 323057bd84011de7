# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import signal
import threading
from pathlib import Path

import pytest

from nav2_composition_bench.processes.interruption import stopping_signals_raise
from nav2_composition_bench.sampling.sampler_process import SamplerProcess


class Sleeper(SamplerProcess):
    """A program that says nothing."""

    def start(self) -> None:
        self._start(Path("/bin/sleep"), ["60"])

    def _take(self, line: bytes) -> None:
        raise AssertionError(line)


class InterruptedThread(threading.Thread):
    """A thread that a signal comes to while it is started."""

    def start(self) -> None:
        signal.raise_signal(signal.SIGINT)
        super().start()


def test_a_signal_while_it_is_started_comes_when_all_of_it_can_be_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(threading, "Thread", InterruptedThread)
    program = Sleeper()
    with pytest.raises(KeyboardInterrupt), stopping_signals_raise():
        program.start()
    pid = program.pid
    program.end()
    assert not Path(f"/proc/{pid}").exists()
