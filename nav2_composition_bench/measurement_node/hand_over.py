# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Work that other threads ask for and one thread does."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Generic, TypeVar

from nav2_composition_bench.processes.interruption import stopping_signals_held

Result = TypeVar("Result")


class HandOver(Generic[Result]):
    """Runs what other threads hand over in the thread that made it."""

    def __init__(self) -> None:
        self._thread = threading.current_thread()
        self._jobs: queue.SimpleQueue[tuple[Callable[[], Result], Future[Result]]] = (
            queue.SimpleQueue()
        )
        self._current: Future[Result] | None = None
        self._is_closed = False

    def call(self, job: Callable[[], Result]) -> Result:
        """Have a job done and return its result; from the working thread it is simply called.

        :raises CancelledError: when the working thread has given up, before the job or in it.
        """
        if threading.current_thread() is self._thread:
            return job()
        future: Future[Result] = Future()
        self._jobs.put((job, future))
        if self._is_closed:
            self.close()
        return future.result()

    @property
    def is_idle(self) -> bool:
        """False while a job waits."""
        return self._jobs.empty()

    def serve(self, timeout_s: float) -> None:
        """Do the next job, or return when none came in time; for the working thread."""
        with stopping_signals_held():  # a job is waiting, or it is the current one
            try:
                job, future = self._jobs.get(timeout=timeout_s)
            except queue.Empty:
                return
            self._current = future
        try:
            future.set_result(job())
        except Exception as error:
            future.set_exception(error)
        except BaseException:
            _refuse(future)
            raise

    def close(self) -> None:
        """Refuse the job that was not done, those that wait and all that come; may be called twice.

        For the working thread, and for others where that has ended.
        """
        self._is_closed = True
        if self._current is not None:
            _refuse(self._current)
        while not self._jobs.empty():
            try:
                _, future = self._jobs.get_nowait()
            except queue.Empty:
                return
            _refuse(future)


def _refuse(future: Future[Result]) -> None:
    if not future.done():
        future.set_exception(CancelledError())
