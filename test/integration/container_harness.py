# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A container with the test's own nodes at hand."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import tiny_nodes
from asking import ask, ask_once
from composition_interfaces.srv import ListNodes, LoadNode, UnloadNode
from rclpy.parameter import Parameter
from waiting import TIMEOUT_S, wait_until

from nav2_composition_bench.ros_domain.ros_client import RosClient

RUNTIME = "nav2_composition_bench.reference_stack.runtime"
SERVICES = "/nav2_container/_container"


@dataclass
class Container:
    """A container process and how to talk to it."""

    process: subprocess.Popen[bytes]
    client: RosClient
    log_file: Path

    @property
    def log(self) -> str:
        """What it has printed so far."""
        return self.log_file.read_text()

    def load(self, class_name: str, node_name: str, **parameters: Any) -> Any:
        """Load one of the tiny nodes, or a plugin by its full path."""
        plugin = class_name if "." in class_name else f"{tiny_nodes.PLUGIN}.{class_name}"
        return self.call(LoadNode, "load_node", load_request(plugin, node_name, **parameters))

    def unload(self, unique_id: int) -> Any:
        """Unload a component."""
        return self.call(UnloadNode, "unload_node", UnloadNode.Request(unique_id=unique_id))

    def list(self) -> dict[int, str]:
        """Unique id -> full node name."""
        answer = ask(self.client, ListNodes, f"{SERVICES}/list_nodes", ListNodes.Request())
        return dict(zip(answer.unique_ids, answer.full_node_names))

    def call(self, kind: Any, name: str, request: Any) -> Any:
        """Call the service that loads or unloads; the test fails without an answer.

        A request that names nothing is refused.
        """
        return ask_once(self.client, kind, f"{SERVICES}/{name}", request, kind.Request())

    def end(self, number: int = signal.SIGINT) -> int:
        """Send a signal and return the exit status."""
        self.process.send_signal(number)
        return self.process.wait(TIMEOUT_S)


def load_request(plugin: str, node_name: str, **parameters: Any) -> Any:
    """A LoadNode request."""
    return LoadNode.Request(
        plugin_name=plugin,
        node_name=node_name,
        parameters=[Parameter(k, value=v).to_parameter_msg() for k, v in parameters.items()],
    )


@pytest.fixture
def client(domain_id: int) -> Iterator[RosClient]:
    client = RosClient(domain_id)
    yield client
    client.close()


@pytest.fixture
def start_container(client: RosClient, tmp_path: Path) -> Iterator[Callable[..., Container]]:
    containers: list[Container] = []

    def start(option: str = "--isolated", params: str = "") -> Container:
        params_file = tmp_path / "params.yaml"
        params_file.write_text(params or "/**: {ros__parameters: {use_sim_time: false}}\n")
        log_file = tmp_path / "container.log"
        command = [sys.executable, "-m", f"{RUNTIME}.container", option, "--ros-args"]
        command += ["-r", "__node:=nav2_container", "--params-file", str(params_file)]
        here = str(Path(tiny_nodes.__file__).parent)
        path = os.pathsep.join([here, os.environ.get("PYTHONPATH", ""), os.getcwd()])
        with log_file.open("wb") as log:
            process = subprocess.Popen(
                command, stdout=log, stderr=log, env={**os.environ, "PYTHONPATH": path}
            )
        container = Container(process, client, log_file)
        containers.append(container)
        return container

    yield start
    for container in containers:
        container.process.kill()
        container.process.wait()


@pytest.fixture(params=["--isolated", "--multi-threaded"])
def container(
    request: pytest.FixtureRequest, start_container: Callable[..., Container]
) -> Container:
    """A container of either kind."""
    return start_container(request.param)


def wait_for_log(container: Container, text: str) -> None:
    """Wait until the container has printed something."""
    wait_until(lambda: text in container.log, f"the container prints {text!r}")
