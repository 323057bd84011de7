# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Fixtures of the tests that drive real processes."""

from __future__ import annotations

import itertools
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from nav2_composition_bench.bringup.environment import (
    domain_ports,
    lease_domain,
    ros_variables,
    used_udp_ports,
)
from nav2_composition_bench.bringup.shared_memory import census, remove_leftovers
from nav2_composition_bench.errors import UserError

_COUNT = itertools.count()


@pytest.fixture(scope="session", autouse=True)
def _interruptible() -> Iterator[None]:
    """A background shell hands down SIGINT ignored, and children would inherit that."""
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, previous)


@pytest.fixture
def domain_id() -> Iterator[int]:
    """A ROS domain for one test, clean of shared memory before and after it.

    It is derived from the pid, 1 to 99, and skips domains whose ports somebody uses. No lease is
    held on it, so that the code under test can take one.
    """
    chosen = _free_domain()
    before = census()
    environment = {
        "ROS_DOMAIN_ID": str(chosen),
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
        "RMW_IMPLEMENTATION": "rmw_fastrtps_cpp",
    }
    with ros_variables(environment):
        yield chosen
    remove_leftovers(before, domain_ports(chosen))


@pytest.fixture
def log_directory(tmp_path: Path) -> Path:
    """Where the processes of a test log; kept by pytest when the test fails."""
    return tmp_path / "log"


def _free_domain() -> int:
    used = used_udp_ports()
    for _ in range(99):
        candidate = (os.getpid() + next(_COUNT) * 13) % 99 + 1
        if used.isdisjoint(domain_ports(candidate)):
            try:
                lease_domain(candidate, used).release()
            except UserError:
                continue
            return candidate
    raise RuntimeError("no ROS domain from 1 to 99 is free")
