# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The event that ends a process."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from signal_handlers import handlers

from nav2_composition_bench.processes.interruption import STOPPING_SIGNALS
from nav2_composition_bench.processes.stop_event import StopEvent, set_by_signals

__all__ = ["handlers"]

WAITS_ALL_THE_TIME = """
import signal
signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which a shell may have handed down ignored
from nav2_composition_bench.processes.stop_event import set_by_signals
stop = set_by_signals()
print("ready", flush=True)
while not stop.wait(0.0):
    pass
"""


@pytest.mark.parametrize("round_number", range(5))
@pytest.mark.parametrize("number", STOPPING_SIGNALS)
def test_a_signal_in_the_middle_of_a_wait_ends_it(number: int, round_number: int) -> None:
    """With ``threading.Event`` more than half of these hang."""
    command = [sys.executable, "-c", WAITS_ALL_THE_TIME]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == b"ready\n"
            time.sleep(0.001 * round_number)  # another moment of the wait each time
            process.send_signal(number)
            assert process.wait(60.0) == 0
        finally:
            process.kill()


def test_a_wait_ends_with_its_time_or_when_it_is_set_by_another_thread() -> None:
    stop = StopEvent()
    assert stop.wait(0.0) is False and stop.wait(-1.0) is False and not stop.is_set()
    other = threading.Timer(0.01, stop.set)
    other.start()
    assert stop.wait() is True
    other.join()
    assert stop.is_set() and stop.wait() is True and stop.wait(0.0) is True


def test_it_can_be_set_again_but_not_cleared() -> None:
    stop = StopEvent()
    stop.set()
    stop.set()
    with pytest.raises(NotImplementedError, match="stays set"):
        stop.clear()


def event_descriptors() -> list[Path]:
    """Those of this process that are of the kind it uses: other threads open files meanwhile."""
    paths = Path("/proc/self/fd").iterdir()
    return [path for path in paths if path.is_symlink() and "eventfd" in os.readlink(path)]


def test_it_leaves_no_descriptor_behind() -> None:
    before = event_descriptors()
    for _ in range(3):
        StopEvent()
    assert event_descriptors() == before


def test_every_stopping_signal_sets_it(handlers: None) -> None:
    for number in STOPPING_SIGNALS:
        stop = set_by_signals()
        signal.raise_signal(number)
        assert stop.wait(60.0)


def test_a_program_under_nohup_goes_on_when_its_terminal_has_gone(handlers: None) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    stop = set_by_signals()
    signal.raise_signal(signal.SIGHUP)
    assert not stop.is_set()
