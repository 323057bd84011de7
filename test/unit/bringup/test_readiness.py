# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import pytest
from std_srvs.srv import Trigger

from nav2_composition_bench.bringup.readiness import wait_until_active
from nav2_composition_bench.processes.outcomes import BringUpError
from nav2_composition_bench.ros_domain.ros_client import RosClient

SERVICE = "/manager/is_active"


class FakeClient:
    """Asks a manager by service clients, of which each has a number.

    :param answer: what the manager says to the asker of a number; None is lost.
    """

    def __init__(self, answer: Callable[[int], bool | None]) -> None:
        self._answer = answer
        self._made = 0
        self._has_client = False
        self.askers: list[int] = []

    def call(self, _type: Any, service: str, *_arguments: Any, **_options: Any) -> Any:
        if service != SERVICE:
            return None
        if not self._has_client:
            self._has_client = True
            self._made += 1
        self.askers.append(self._made)
        success = self._answer(self._made)
        return None if success is None else Trigger.Response(success=success)

    def forget_service(self, service: str) -> None:
        assert service == SERVICE
        self._has_client = False


def wait(client: FakeClient, timeout_s: float) -> None:
    wait_until_active(cast(RosClient, client), {"manager": ("amcl",)}, tuple, timeout_s)


def test_a_manager_whose_answers_to_one_client_are_lost_is_asked_by_a_new_one() -> None:
    client = FakeClient(lambda asker: True if asker == 2 else None)
    wait(client, 60.0)
    assert client.askers[-1] == 2
    assert client.askers.count(1) > 1  # one lost answer is no reason yet


def test_a_manager_that_answers_is_asked_by_the_same_client_all_the_time() -> None:
    client = FakeClient(lambda _asker: False)
    with pytest.raises(BringUpError, match="not active after 1.5 s: amcl does not answer"):
        wait(client, 1.5)
    assert set(client.askers) == {1}
    assert len(client.askers) > 4
