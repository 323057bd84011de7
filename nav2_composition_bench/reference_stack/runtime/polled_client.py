# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Service clients that wait for their answer themselves, whatever the executors are doing."""

from __future__ import annotations

import threading
import time
from typing import Any

from rclpy.node import Node

from nav2_composition_bench.reference_stack.runtime.polled_subscription import NeverReadyGroup

POLL_S = 0.01


class PolledClient:
    """A client for one thread. It needs no executor, so it cannot wait for itself."""

    def __init__(self, node: Node, service_type: Any, name: str) -> None:
        self._type = service_type
        self._client: Any = node.create_client(service_type, name, callback_group=NeverReadyGroup())

    def wait_for_service(self, timeout_s: float, *stops: threading.Event) -> bool:
        """Wait for a server; False when time is up or one of ``stops`` is set."""
        deadline_s = time.monotonic() + timeout_s
        while not self._client.service_is_ready():
            if time.monotonic() >= deadline_s or any(stop.is_set() for stop in stops):
                return False
            time.sleep(POLL_S)
        return True

    def call(self, request: Any, timeout_s: float, *stops: threading.Event) -> Any:
        """Call the service.

        :return: the response; None without one in time or when one of ``stops`` is set.
        """
        deadline_s = time.monotonic() + timeout_s
        if not self.wait_for_service(timeout_s, *stops):
            return None
        return self.response_to(self.send(request), deadline_s - time.monotonic(), *stops)

    def send(self, request: Any) -> int:
        """Send a request to a service that is there, and return its sequence number."""
        with self._client.handle:
            return int(self._client.handle.send_request(request))

    def response_to(self, sequence_number: int, timeout_s: float, *stops: threading.Event) -> Any:
        """Wait for the response to a request; may be called again if it was not there in time.

        :return: the response; None without one in time or when one of ``stops`` is set.
        """
        deadline_s = time.monotonic() + timeout_s
        while time.monotonic() < deadline_s and not any(stop.is_set() for stop in stops):
            with self._client.handle:
                header, response = self._client.handle.take_response(self._type.Response)
            if header is None:
                time.sleep(POLL_S)
            elif header.request_id.sequence_number == sequence_number:
                return response
        return None
