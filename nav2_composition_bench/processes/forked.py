# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Work that needs a process of its own because a process can load one middleware only."""

from __future__ import annotations

import contextlib
import ctypes
import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from typing import TypeVar

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.processes.interruption import (
    STOPPING_SIGNALS,
    stopping_signals_raise,
)

Result = TypeVar("Result")

_PR_SET_PDEATHSIG = 1
_FAULT = 1


def in_child(work: Callable[[], Result]) -> Result:
    """Do work in a copy of this process and return its result, which has to be picklable.

    To be called from a process with one thread, within ``stopping_signals_raise``. The child has a
    process group of its own, so that Ctrl-C at the terminal reaches this process alone, which hands
    it on once and waits for the child to clean up. The child gets SIGTERM when this process dies.

    :raises UserError: that the work raised, or when the child was killed.
    :raises KeyboardInterrupt: when this process or the child was told to stop.
    :raises BrokenPipeError: that the work raised: the reader of standard output has gone.
    :raises RuntimeError: when the child ended in any other way; its traceback is on standard error.
    """
    sys.stdout.flush()
    sys.stderr.flush()
    reading, writing = os.pipe()
    parent = os.getpid()
    unblocked = signal.pthread_sigmask(signal.SIG_BLOCK, STOPPING_SIGNALS)
    try:
        child = os.fork()
        if child == 0:
            os.close(reading)
            _be_child(parent, writing, unblocked, work)
        os.close(writing)
        try:
            signal.pthread_sigmask(signal.SIG_SETMASK, unblocked)
            content = _read_all(reading)
        except KeyboardInterrupt:
            _terminate(child)
            with contextlib.suppress(KeyboardInterrupt):  # the first one is raised
                _wait(child)
            raise
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, unblocked)
        os.close(reading)
    status = _wait(child)
    if status < 0:
        raise UserError(
            f"the process that ran the trials was killed by {signal.Signals(-status).name};"
            " finished trials are intact, --resume goes on"
        )
    if not content:
        raise RuntimeError(f"a child that runs trials ended with status {status}")
    kind, value = pickle.loads(content)
    if kind == "raised":
        raise value
    result: Result = value
    return result


def _be_child(
    parent: int, writing: int, unblocked: set[int | signal.Signals], work: Callable[[], Result]
) -> None:
    """Do the work, tell the result and end; never returns.

    :param unblocked: the signal mask; stopping signals are blocked so far.
    """
    status = _FAULT
    try:
        os.setpgid(0, 0)
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
        with stopping_signals_raise():
            try:
                signal.pthread_sigmask(signal.SIG_SETMASK, unblocked)
                if os.getppid() != parent:  # it died before the signal was armed
                    raise KeyboardInterrupt("the parent has ended")
                answer: tuple[str, object] = ("result", work())
            except (UserError, KeyboardInterrupt, BrokenPipeError) as error:
                answer = ("raised", error)
        for number in STOPPING_SIGNALS:
            signal.signal(number, signal.SIG_IGN)
        with os.fdopen(writing, "wb") as stream:
            pickle.dump(answer, stream)
        status = 0
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _read_all(descriptor: int) -> bytes:
    parts = []
    while part := os.read(descriptor, 65536):
        parts.append(part)
    return b"".join(parts)


def _wait(child: int) -> int:
    """Wait for the child, whatever signals come meanwhile; it ends by itself.

    :raises KeyboardInterrupt: of the first of these signals, once the child has ended.
    """
    stop: KeyboardInterrupt | None = None
    while True:
        try:
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            break
        except KeyboardInterrupt as interrupt:
            stop = stop or interrupt
            _terminate(child)  # told again to stop: cut grace periods short
        except ChildProcessError:
            status = _FAULT
            break
    if stop is not None:
        raise stop
    return status


def _terminate(child: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(child, signal.SIGTERM)
