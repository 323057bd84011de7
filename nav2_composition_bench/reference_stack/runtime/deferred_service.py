# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A service whose requests are worked on in a thread, while its executor goes on.

rclpy wants the response from the callback itself. A callback that takes seconds would block the
executor, and a coroutine that waits makes rclpy's executors spin at full speed.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any

from rclpy.node import Node

from nav2_composition_bench.reference_stack.runtime.named_thread import JOIN_S, NamedThread


class ServiceWorker:
    """One thread that works on the requests of any number of services, in order of arrival."""

    def __init__(self, thread_name: str) -> None:
        self._work: queue.SimpleQueue[Callable[[], None] | None] = queue.SimpleQueue()
        self._thread = NamedThread(self._run, thread_name)
        self._thread.start()

    def serve(
        self, node: Node, service_type: Any, name: str, handler: Callable[[Any, Any], Any]
    ) -> Any:
        """Create a service.

        :param handler: called in the worker's thread with request and response; returns the
            response.
        :return: rclpy's service.
        """
        service: Any = node.create_service(service_type, name, lambda request, _: request)
        send = service.send_response

        def enqueue(request: Any, header: Any) -> None:
            self._work.put(lambda: send(handler(request, service_type.Response()), header))

        # The callback above hands the request through to where the executor would answer.
        service.send_response = enqueue
        return service

    def request_stop(self) -> None:
        """Ask the thread to end after the request it is at; returns at once."""
        self._thread.request_stop()
        self._work.put(None)

    def stop(self, timeout_s: float = JOIN_S) -> bool:
        """End the thread; requests not begun are dropped.

        :return: whether it has ended in time.
        """
        self.request_stop()
        return self._thread.stop(timeout_s)

    def _run(self, stop: threading.Event) -> None:
        while not stop.is_set():
            work = self._work.get()
            if work is not None and not stop.is_set():
                work()
