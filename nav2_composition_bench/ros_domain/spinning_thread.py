# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""An executor of rclpy in a thread that ends before it does."""

from __future__ import annotations

import threading

from rclpy.executors import Executor, ExternalShutdownException

_END_S = 5.0


class SpinningThread:
    """Spins an executor until it is closed, or its context ends.

    rclpy's ``Executor.shutdown()`` does not wait for a thread that spins, and takes from it what it
    needs (rclpy 7). So here the thread ends first.
    """

    def __init__(self, executor: Executor, name: str) -> None:
        self._executor = executor
        self._is_closed = False
        self._thread = threading.Thread(target=self._spin, name=name, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """End the thread, then the executor, which waits for callbacks that are being run."""
        self._is_closed = True
        self._executor.create_task(_nothing)  # a turn, after which the thread looks
        self._thread.join(timeout=_END_S)
        self._executor.shutdown(timeout_sec=_END_S)

    def _spin(self) -> None:
        try:
            while not self._is_closed and self._executor.context.ok():
                self._executor.spin_once()
        except ExternalShutdownException:
            pass


def _nothing() -> None:
    """A task that only ends a wait."""
