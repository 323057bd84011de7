# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A container of ours and the nodes of Nav2 to load into it."""

from __future__ import annotations

import contextlib
import dataclasses
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from composition_interfaces.srv import ListNodes, LoadNode, UnloadNode
from nav2_study import nav2_study
from started_process import Process, thread_names_of
from study_factory import settled_of
from waiting import TIMEOUT_S

from nav2_composition_bench.bringup.component_loading import load_components, load_request
from nav2_composition_bench.files.package_files import PACKAGE
from nav2_composition_bench.installation.ament_index import executable
from nav2_composition_bench.processes.outcomes import BringUpError, ProcessDeath
from nav2_composition_bench.ros_domain.ros_client import RosClient
from nav2_composition_bench.settling.commands import CONTAINER as NODE
from nav2_composition_bench.settling.commands import BringUpPlan, ComponentPlan
from nav2_composition_bench.settling.parameters import to_yaml
from nav2_composition_bench.study.arm_design import ArmDesign, ListedArm
from nav2_composition_bench.study.factor import BASE


def nav2_plan(directory: Path, params: str = BASE) -> BringUpPlan:
    """What the stock isolated container would be started with; its parameter file is written.

    :param params: the overlay that is laid over Nav2's parameters.
    """
    listed = ListedArm(None, {"composition": "isolated", "params": params})
    settled = settled_of(dataclasses.replace(nav2_study(), design=ArmDesign({}, (listed,))))
    (settled_arm,) = settled.arms.values()
    plan = settled.plan(settled_arm.arm, directory)
    plan.params_file.write_text(to_yaml(plan.parameters))
    return plan


class Nav2Container:
    """The container, with the stock container's ROS arguments, and how to talk to it."""

    def __init__(
        self,
        program: str,
        form: tuple[str, ...],
        nav2: BringUpPlan,
        client: RosClient,
        output: Path,
    ) -> None:
        stock = nav2.processes[0].command
        ros_arguments = stock[stock.index("--ros-args") :]
        self.program = program
        self.process = Process([executable(PACKAGE, program), *form, *ros_arguments], output)
        self._client = client

    @property
    def own_lines(self) -> list[str]:
        """What it says itself, the components' log left out."""
        return [line for line in self.process.lines if line.startswith(f"{self.program}: ")]

    @property
    def threads(self) -> set[str]:
        """Names of its threads."""
        return thread_names_of(self.process.pid)

    def load(self, component: ComponentPlan) -> Any:
        """Load a component and return the answer."""
        return self._call(LoadNode, "load_node", load_request(component))

    def start_loading(self, components: Sequence[ComponentPlan]) -> None:
        """Have the components loaded as a study does, without waiting for it.

        A request to a container that was discovered a moment ago may be lost, and is made again.
        """

        def load() -> None:
            with contextlib.suppress(BringUpError):
                load_components(self._client, components, self._deaths, TIMEOUT_S)

        threading.Thread(target=load, daemon=True).start()

    def _deaths(self) -> tuple[ProcessDeath, ...]:
        if not self.process.ended:
            return ()
        return (ProcessDeath(self.program, self.process.pid, 0, ()),)

    def unload(self, unique_id: int) -> Any:
        """Unload a component and return the answer."""
        return self._call(UnloadNode, "unload_node", UnloadNode.Request(unique_id=unique_id))

    def list(self) -> dict[int, str]:
        """Unique id -> full node name."""
        answer = self._call(ListNodes, "list_nodes", ListNodes.Request())
        return dict(zip(answer.unique_ids, answer.full_node_names))

    def _call(self, kind: Any, name: str, request: Any) -> Any:
        answer = self._client.call(kind, f"/{NODE}/_container/{name}", request, TIMEOUT_S)
        assert answer is not None, f"{name} is not answered:\n" + "\n".join(self.process.lines)
        return answer
