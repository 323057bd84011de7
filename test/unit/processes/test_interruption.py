# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import signal
import threading

import pytest
from signal_handlers import handlers

from nav2_composition_bench.processes.interruption import (
    STOPPING_SIGNALS,
    stopping_signals_held,
    stopping_signals_raise,
)

__all__ = ["handlers"]


@pytest.mark.parametrize("number", STOPPING_SIGNALS)
def test_a_stopping_signal_raises_keyboard_interrupt(
    handlers: None, number: signal.Signals
) -> None:
    previous = signal.getsignal(number)
    with pytest.raises(KeyboardInterrupt, match=number.name), stopping_signals_raise():
        signal.raise_signal(number)
    assert signal.getsignal(number) is previous


def test_under_nohup_the_end_of_the_terminal_stops_nothing(handlers: None) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    with stopping_signals_raise(), stopping_signals_held() as held:
        signal.raise_signal(signal.SIGHUP)
    assert not held.requested


def test_a_held_signal_is_noted_and_delivered_after_the_block() -> None:
    passed: list[bool] = []

    def clean_up() -> None:
        with stopping_signals_held() as held:
            assert not held.requested
            signal.raise_signal(signal.SIGTERM)
            passed.append(held.requested)

    with pytest.raises(KeyboardInterrupt, match="SIGTERM"), stopping_signals_raise():
        clean_up()
    assert passed == [True]


def test_without_a_signal_nothing_is_delivered() -> None:
    with stopping_signals_raise(), stopping_signals_held() as held:
        pass
    assert not held.requested


def test_blocks_that_hold_signals_can_be_nested() -> None:
    order: list[str] = []

    def clean_up() -> None:
        with stopping_signals_held():
            with stopping_signals_held():
                signal.raise_signal(signal.SIGINT)
                order.append("inner")
            order.append("outer")

    with pytest.raises(KeyboardInterrupt), stopping_signals_raise():
        clean_up()
    assert order == ["inner", "outer"]


def test_another_thread_holds_nothing() -> None:
    handlers: list[object] = []

    def work() -> None:
        with stopping_signals_held():
            handlers.append(signal.getsignal(signal.SIGINT))

    before = signal.getsignal(signal.SIGINT)
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert handlers == [before]
