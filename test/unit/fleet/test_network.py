# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import subprocess
from typing import Any

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.fleet.network import FleetNetwork
from nav2_composition_bench.study.fleet import Network


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Words of commands; those that have one of them fail."""
    words: list[str] = []

    def run(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        fails = any(word in part for word in words for part in command)
        said = "it is\nnot allowed" if fails else ""
        return subprocess.CompletedProcess(command, int(fails), "[]", said)

    monkeypatch.setattr(subprocess, "run", run)
    return words


def test_routing_that_the_kernel_refuses_is_the_users_to_mend(refused: list[str]) -> None:
    refused.append("ip_forward")
    with (
        pytest.raises(UserError, match="network of a fleet: it is not allowed$"),
        FleetNetwork(["a", "b"], (), Network.FIVE_SUBNETS),
    ):
        pass


def test_counters_that_cannot_be_read_are_the_users_to_mend(refused: list[str]) -> None:
    network = FleetNetwork(["a"], (), Network.ONE_SUBNET)
    refused.append("show")
    with pytest.raises(UserError, match="network of a fleet: it is not allowed$"):
        network.traffic(["a"])
