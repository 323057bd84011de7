# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Work that other threads ask for and one thread does."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from typing import Generic, TypeVar

Result = TypeVar("Result")


class HandOver(Generic[Result]):
    """Runs what other threads hand over in the thread that made it."""

    def __init__(self) -> None:
        self._thread = threading.current_thread()
        self._jobs: queue.SimpleQueue[tuple[Callable[[], Result], Future[Result]]] = (
            queue.SimpleQueue()
        )
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
        try:
            job, future = self._jobs.get(timeout=timeout_s)
        except queue.Empty:
            return
        try:
            future.set_result(job())
        except Exception as error:
            future.set_exception(error)
        except BaseException:
            future.set_exception(CancelledError())
            raise

    def close(self) -> None:
        """Refuse the jobs that wait and all that come; may be called twice."""
        self._is_closed = True
        while not self._jobs.empty():
            try:
                _, future = self._jobs.get_nowait()
            except queue.Empty:
                return
            future.set_exception(CancelledError())
