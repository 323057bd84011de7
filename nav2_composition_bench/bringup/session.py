# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""One study's processes: guardian, ROS client, host side, and one system after the other."""

from __future__ import annotations

from pathlib import Path
from types import TracebackType

from nav2_composition_bench.bringup.host_side import HostSide
from nav2_composition_bench.bringup.ros_client import RosClient
from nav2_composition_bench.bringup.system import SystemHandle
from nav2_composition_bench.study.composition import Composition
from nav2_composition_bench.study.study import Study


class BringUpSession:
    """Everything a study starts, from the first process to the last; a context manager.

    Use it from the main thread: processes die with the thread that started them.

    ::

        with BringUpSession(study, directory) as session:
            session.host.ensure_running()
            with session.start_system(Composition.ISOLATED) as system:
                active_s = system.wait_until_active(study.limits.bring_up_s)
                ...  # sample the processes of system.labels; poll system.deaths()
                report = system.shut_down()

    :param directory: where the logs of all processes and the effective parameters go.
    :param domain_id: None chooses ROS_DOMAIN_ID if set, else a free one.
    :param external_host: True when simulator and goal script run elsewhere.

    Entering raises UserError if the study's files or the parameters do not fit, or if nodes that
    are not ours are on the domain; nothing is running then. Leaving ends everything.
    """

    domain_id: int
    run_id: str
    client: RosClient
    host: HostSide

    def __init__(
        self,
        study: Study,
        directory: Path,
        *,
        domain_id: int | None = None,
        external_host: bool = False,
    ) -> None: ...

    def __enter__(self) -> BringUpSession: ...

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        trace: TracebackType | None,
    ) -> None: ...

    def start_system(
        self, composition: Composition, directory: Path | None = None
    ) -> SystemHandle:
        """Prove the domain empty, start the processes, load the components.

        :param directory: where this system's logs go; default: below the session's.
        :raises BringUpFailed: with everything of this system ended again.
        """

    def foreign_nodes(self) -> tuple[str, ...]:
        """Fully qualified names of nodes on the domain that this study did not start."""
