# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Fixtures for real processes, for the conftest.py of each directory that wants them."""

from __future__ import annotations

import itertools
import os
import signal
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from started_process import Process, starter

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.ros_domain.domain_id import domain_ports, lease_domain
from nav2_composition_bench.ros_domain.environment import ros_variables
from nav2_composition_bench.ros_domain.shared_memory import census, remove_leftovers
from nav2_composition_bench.ros_domain.udp_ports import used_udp_ports

_COUNT = itertools.count()


@pytest.fixture(scope="session", autouse=True)
def interruptible() -> Iterator[None]:
    """A background shell hands down SIGINT ignored, and children would inherit that."""
    previous = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, previous)


@pytest.fixture(scope="session", autouse=True)
def ros_logs(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """What ROS logs goes with the other files of the tests, not to the user's home directory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ROS_LOG_DIR", str(tmp_path_factory.mktemp("ros_log")))
        yield


@contextmanager
def ros_domain() -> Iterator[int]:
    """A ROS domain that nobody uses, clean of shared memory before and after.

    It is derived from the pid, 1 to 99, and skips domains whose ports somebody uses and those of
    tests that run at the same time. The code under test can take its own lease on it. Meanwhile
    it is the domain of the environment.
    """
    chosen, lock = _free_domain()
    before = census()
    environment = {
        "ROS_DOMAIN_ID": str(chosen),
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "LOCALHOST",
        "RMW_IMPLEMENTATION": "rmw_fastrtps_cpp",
    }
    try:
        with ros_variables(environment):
            yield chosen
    finally:
        # This process may still map segments of those that were killed.
        remove_leftovers(before, domain_ports(chosen), [os.getpid()])
        lock.close()


@pytest.fixture
def domain_id() -> Iterator[int]:
    """The ROS domain of one test."""
    with ros_domain() as chosen:
        yield chosen


@pytest.fixture
def log_directory(tmp_path: Path) -> Path:
    """Where the processes of a test log; kept by pytest when the test fails."""
    return tmp_path / "log"


@pytest.fixture
def begin(domain_id: int, tmp_path: Path) -> Iterator[Callable[..., Process]]:
    """A function that starts a Python command on the test's domain, ended whatever happens."""
    with starter(tmp_path) as run:
        yield run


def _free_domain() -> tuple[int, socket.socket]:
    used = used_udp_ports()
    for _ in range(99):
        candidate = (os.getpid() + next(_COUNT) * 13) % 99 + 1
        if not used.isdisjoint(domain_ports(candidate)):
            continue
        lock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            lock.bind(f"\0nav2_composition_bench/test-domain/{candidate}")
            lease_domain(candidate, used).release()
        except (OSError, UserError):
            lock.close()
            continue
        return candidate, lock
    raise RuntimeError("no ROS domain from 1 to 99 is free")
