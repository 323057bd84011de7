# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Run the yardstick: known work at a low rate that tells how fast the machine is."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from pathlib import Path
from types import TracebackType

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.sampling.sampler_binary import find_sampler
from nav2_composition_bench.sampling.yardstick_readings import (
    YardstickSecond,
    yardstick_rate_hz,
    yardstick_second,
)

_START_TIMEOUT_S = 60.0


class Yardstick:
    """A running yardstick; a context manager.

    It is a mode of process_sampler, and ends when this process does, however that ends.

    :param binary: process_sampler, if not the one that find_sampler() finds.
    """

    def __init__(self, binary: Path | None = None) -> None:
        self._binary = binary
        self._changed = threading.Condition()
        self._header: bytes | None = None
        self._seconds: list[YardstickSecond] = []
        self._finished = False
        self._said = ""
        self._process: subprocess.Popen[bytes] | None = None
        self._reader: threading.Thread | None = None

    def __enter__(self) -> Yardstick:
        self.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end()

    @property
    def pid(self) -> int:
        """Process id of the yardstick."""
        assert self._process is not None, "the yardstick has not been started"
        return self._process.pid

    @property
    def rate_hz(self) -> float:
        """Units of work per second."""
        assert self._header is not None, "the yardstick has not been started"
        return yardstick_rate_hz(json.loads(self._header))

    def start(self) -> None:
        """Start it and wait until it has chosen its rate, about a second.

        :raises UserError: if it refuses; the text is its own. Nothing runs then.
        """
        binary = self._binary or find_sampler()
        # A session of its own: Ctrl-C is for this process, which then ends the yardstick in order.
        self._process = subprocess.Popen(
            [str(binary), "--yardstick", "--die-with-parent"],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._collect, daemon=True)
        self._reader.start()
        with self._changed:
            self._changed.wait_for(
                lambda: self._header is not None or self._finished, _START_TIMEOUT_S
            )
        if self._header is None:
            self.end()
            raise UserError(self._said or f"{binary} --yardstick ended without a word")

    def seconds(self, since_s: float = 0.0) -> tuple[YardstickSecond, ...]:
        """Return the seconds that ended after a moment, CLOCK_MONOTONIC, in order."""
        with self._changed:
            return tuple(one for one in self._seconds if one.end_monotonic_s > since_s)

    def wait_for_second(self, at_s: float, timeout_s: float) -> bool:
        """Wait until there is a second that ended at a moment or later.

        :returns: False when time is over or the yardstick has ended before.
        """

        def has_come() -> bool:
            return bool(self._seconds) and self._seconds[-1].end_monotonic_s >= at_s

        deadline_s = time.monotonic() + timeout_s
        with self._changed:
            while not has_come():
                left_s = deadline_s - time.monotonic()
                if self._finished or left_s <= 0:
                    return False
                self._changed.wait(left_s)
        return True

    def end(self, timeout_s: float = 10.0) -> None:
        """End it, if it runs; everything told stays readable."""
        if self._process is None:
            return
        self._process.terminate()
        try:
            self._process.wait(timeout_s)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._reader is not None:
            self._reader.join()
        stdout, stderr = self._process.stdout, self._process.stderr
        assert stdout is not None and stderr is not None
        if not stderr.closed:
            self._said = stderr.read().decode(errors="replace").strip()
            stderr.close()
        stdout.close()

    def _collect(self) -> None:
        assert self._process is not None and self._process.stdout is not None
        for line in self._process.stdout:
            if not line.endswith(b"\n"):  # it was killed amid a line
                break
            with self._changed:
                if self._header is None:
                    self._header = line
                else:
                    self._seconds.append(yardstick_second(line))
                self._changed.notify_all()
        with self._changed:
            self._finished = True
            self._changed.notify_all()
