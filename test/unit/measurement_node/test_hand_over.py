# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import queue
import signal
import threading
from concurrent.futures import CancelledError, Future
from typing import Any

import pytest

from nav2_composition_bench.measurement_node.hand_over import HandOver
from nav2_composition_bench.processes.interruption import stopping_signals_raise

TIMEOUT_S = 60.0


def asked(hand_over: HandOver[Any], job: Any) -> Future[Any]:
    """Hand a job over from another thread; its result comes in the future."""
    answer: Future[Any] = Future()

    def ask() -> None:
        try:
            answer.set_result(hand_over.call(job))
        except BaseException as error:
            answer.set_exception(error)

    threading.Thread(target=ask, daemon=True).start()
    return answer


def test_a_job_of_another_thread_is_done_by_the_one_that_serves() -> None:
    hand_over: HandOver[Any] = HandOver()
    answer = asked(hand_over, threading.current_thread)
    hand_over.serve(TIMEOUT_S)
    assert answer.result(TIMEOUT_S) is threading.current_thread()


def test_a_job_of_the_serving_thread_is_done_at_once() -> None:
    assert HandOver[Any]().call(lambda: 7) == 7


def test_an_error_goes_to_who_asked_and_serving_goes_on() -> None:
    hand_over: HandOver[Any] = HandOver()
    answer = asked(hand_over, lambda: 1 // 0)
    hand_over.serve(TIMEOUT_S)
    with pytest.raises(ZeroDivisionError):
        answer.result(TIMEOUT_S)


def test_a_signal_that_comes_with_a_job_releases_who_asked() -> None:
    class InterruptedQueue(queue.SimpleQueue[Any]):
        def get(self, block: bool = True, timeout: float | None = None) -> Any:
            job = super().get(block, timeout)
            signal.raise_signal(signal.SIGINT)
            return job

    hand_over: HandOver[Any] = HandOver()
    hand_over._jobs = InterruptedQueue()
    done: list[bool] = []
    answer = asked(hand_over, lambda: done.append(True))
    with stopping_signals_raise(), pytest.raises(KeyboardInterrupt):
        hand_over.serve(TIMEOUT_S)
    hand_over.close()
    with pytest.raises(CancelledError):
        answer.result(TIMEOUT_S)
    assert done == []


def test_an_interruption_releases_who_asked_and_goes_on() -> None:
    hand_over: HandOver[Any] = HandOver()

    def interrupt() -> None:
        raise KeyboardInterrupt

    answer = asked(hand_over, interrupt)
    with pytest.raises(KeyboardInterrupt):
        hand_over.serve(TIMEOUT_S)
    with pytest.raises(CancelledError):
        answer.result(TIMEOUT_S)


def test_nobody_waits_for_a_thread_that_has_given_up() -> None:
    hand_over: HandOver[Any] = HandOver()
    hand_over.close()
    with pytest.raises(CancelledError):
        asked(hand_over, lambda: 7).result(TIMEOUT_S)


def test_serving_without_a_job_returns() -> None:
    hand_over: HandOver[Any] = HandOver()
    hand_over.serve(0.0)
    assert hand_over.is_idle
