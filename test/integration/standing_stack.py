# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Fixtures that bring stacks up where a robot stands still, for those who have a robot there."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from container_harness import client
from study_factory import RMW
from waiting import TIMEOUT_S

from nav2_composition_bench.bringup.system import Surroundings, SystemHandle
from nav2_composition_bench.processes.run_marker import new_run_id
from nav2_composition_bench.ros_domain.domain_id import domain_ports
from nav2_composition_bench.ros_domain.environment import process_environment
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.ros_domain.shared_memory import census
from nav2_composition_bench.settling.commands import BringUpPlan
from nav2_composition_bench.study.study import Limits

__all__ = ["Start", "client", "start"]
Start = Callable[[BringUpPlan], SystemHandle]


@pytest.fixture
def start(domain_id: int, client: RosClient, log_directory: Path) -> Iterator[Start]:
    """Bring a stack up until every node is active; it is shut down with the test."""
    with stacks(domain_id, client, log_directory) as start:
        yield start


@contextmanager
def stacks(domain_id: int, client: RosClient, log_directory: Path) -> Iterator[Start]:
    """Give a function that brings a stack up until every node is active; all are shut down."""
    limits = Limits(bring_up_s=TIMEOUT_S, shutdown_s=TIMEOUT_S)
    environment = process_environment(os.environ, run_id=new_run_id(), domain_id=domain_id, rmw=RMW)
    log_directory.mkdir(exist_ok=True)
    systems: list[SystemHandle] = []

    def start(plan: BringUpPlan) -> SystemHandle:
        surroundings = Surroundings(environment, client, census(), domain_ports(domain_id), limits)
        system = SystemHandle(plan, "system-1", log_directory, surroundings)
        systems.append(system)
        system.start()
        system.wait_until_active(TIMEOUT_S)
        return system

    try:
        yield start
    finally:
        for system in systems:
            system.shut_down()
