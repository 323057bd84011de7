# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Call a service, or wait for a future, from a thread that is not the executor's."""

from __future__ import annotations

import threading
import time
from typing import Any

SLICE_S = 0.1
"""How often a wait looks whether it should give up early."""


def wait_for(future: Any, timeout_s: float | None, *stops: threading.Event) -> bool:
    """Wait until a future is done.

    Another thread must be spinning its node; a callback that waits for its own executor would
    wait for ever.

    :param timeout_s: None for no limit.
    :param stops: end the wait when one of them is set.
    :return: whether the future is done.
    """
    done = threading.Event()
    future.add_done_callback(lambda _: done.set())
    deadline_s = None if timeout_s is None else time.monotonic() + timeout_s
    while not (done.is_set() or future.done()):
        left_s = SLICE_S if deadline_s is None else min(SLICE_S, deadline_s - time.monotonic())
        if left_s <= 0.0 or any(stop.is_set() for stop in stops):
            return bool(future.done())
        done.wait(left_s)
    return True


def call_service(client: Any, request: Any, timeout_s: float, *stops: threading.Event) -> Any:
    """Call a service from a worker thread and wait for the answer.

    :param client: an rclpy client whose node is spinning in another thread.
    :return: the response; None if there is no server or no answer in time.
    """
    deadline_s = time.monotonic() + timeout_s
    while not client.service_is_ready():
        if time.monotonic() >= deadline_s or any(stop.is_set() for stop in stops):
            return None
        time.sleep(0.02)
    future = client.call_async(request)
    if wait_for(future, deadline_s - time.monotonic(), *stops):
        return future.result()
    client.remove_pending_request(future)
    return None
