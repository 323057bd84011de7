# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Services, asked until they answer.

Fast DDS drops an answer whose writer has not found the client's reader within 100 ms, and may lose
all of one client (https://github.com/ros2/rmw_fastrtps/issues/842).
"""

from __future__ import annotations

import time
from typing import Any

from waiting import TIMEOUT_S

from nav2_composition_bench.ros_domain.ros_client import RosClient

_FIRST_PATIENCE_S = 5.0


def ask(client: RosClient, kind: Any, service: str, request: Any) -> Any:
    """Return the answer to a request that may be made twice; the test fails without one."""
    deadline, patience_s = time.monotonic() + TIMEOUT_S, _FIRST_PATIENCE_S
    while (left_s := deadline - time.monotonic()) > 0:
        answer = client.call(kind, service, request, min(patience_s, left_s))
        if answer is not None:
            return answer
        client.forget_service(service)
        patience_s *= 2  # who is slow gets to answer, too
    raise AssertionError(f"{service} was not answered within {TIMEOUT_S:g} s")


def ask_once(client: RosClient, kind: Any, service: str, request: Any, harmless: Any) -> Any:
    """Return the answer to a request that may not be made twice; the test fails without one.

    :param harmless: a request without effect, which is made first: when it is answered, the
        answer's writer has found the client's reader.
    """
    ask(client, kind, service, harmless)
    answer = client.call(kind, service, request, TIMEOUT_S)
    assert answer is not None, f"{service} was not answered within {TIMEOUT_S:g} s"
    return answer
