# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fake_runner import A_STUDY
from message_lines import head, write

from nav2_composition_bench.bringup import component_loading, system
from nav2_composition_bench.bringup.system import Surroundings, SystemHandle
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.processes.interruption import (
    stopping_signals_held,
    stopping_signals_raise,
)
from nav2_composition_bench.processes.outcomes import BringUpError, ShutdownReport
from nav2_composition_bench.processes.run_marker import RUN_VARIABLE
from nav2_composition_bench.settling.commands import BringUpPlan, ComponentPlan
from nav2_composition_bench.settling.parameters import ParameterFile
from nav2_composition_bench.study.study import Limits

REPORT = ShutdownReport(0.1, {})
BRING_UP_S = 60.0
Make = Callable[..., SystemHandle]


class Group:
    """Processes that are none."""

    def __init__(self, *_: Any) -> None:
        self.labels: dict[int, str] = {}

    def deaths(self) -> tuple[()]:
        return ()

    def last_errors(self, behind: None = None) -> tuple[()]:
        return ()

    def log_of(self, label: str) -> Path:
        return Path("/nowhere", label)


class Client:
    """A client to which nothing ever answers."""

    def call(self, *_: Any, **__: Any) -> None:
        """Answer nothing."""

    def prepare(self, *_: Any) -> None:
        """Find nothing."""

    def forget_services(self) -> None:
        """Have nothing to forget."""


@pytest.fixture
def make(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Make a system without processes."""
    monkeypatch.setattr(system, "ProcessGroup", Group)
    monkeypatch.setattr(SystemHandle, "_make_cgroup", lambda *_: None)
    monkeypatch.setattr(system, "prepare", lambda *_: None)

    def handle(**plan: Any) -> SystemHandle:
        file = tmp_path / "parameters.yaml"
        parts: dict[str, Any] = {"params_file": file, "components": (), "managed": {}, **plan}
        whole = BringUpPlan(
            A_STUDY.arms[0], parameters=ParameterFile(file, {}), processes=(), **parts
        )
        client: Any = Client()
        limits = Limits(bring_up_s=BRING_UP_S)
        around = Surroundings({RUN_VARIABLE: "run"}, client, {}, range(0), limits)
        return SystemHandle(whole, "system-1", tmp_path, around)

    return handle


def test_a_signal_during_a_shutdown_comes_when_it_is_over_and_nothing_is_asked_again(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[str] = []

    def shut_down(*_: Any, **__: Any) -> ShutdownReport:
        calls.append("shut down")
        with stopping_signals_held():
            if len(calls) == 1:
                signal.raise_signal(signal.SIGINT)
        return REPORT

    monkeypatch.setattr(system, "shut_down", shut_down)
    handle = make()
    with pytest.raises(KeyboardInterrupt), stopping_signals_raise():
        handle.shut_down()
    assert handle.shut_down() is REPORT  # as the session does when it ends its systems
    assert calls == ["shut down"]


def test_the_time_of_a_bring_up_counts_from_before_components_are_loaded(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    deadlines_s: list[float] = []

    def load(_c: Any, _p: Any, _d: Any, timeout_s: float, since_s: float) -> None:
        deadlines_s.append(since_s + timeout_s)

    monkeypatch.setattr(component_loading, "load_components", load)
    handle = make(components=(ComponentPlan("c", "p", "p::C", "amcl", (), ()),))
    handle.start()
    assert deadlines_s == [handle.started_monotonic_s + BRING_UP_S]


@pytest.fixture
def _never_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.sleep", lambda _: pytest.fail("it waits though the time is over"))


@pytest.mark.usefixtures("_never_waiting")
def test_managers_get_what_loading_has_left_of_the_time(make: Make) -> None:
    handle = make(managed={"manager": ("amcl",)})
    handle.started_monotonic_s = time.monotonic() - BRING_UP_S  # loading has taken all of it
    with pytest.raises(BringUpError, match="^not active after 60 s: amcl does not answer"):
        handle.wait_until_active(BRING_UP_S)


@pytest.mark.usefixtures("_never_waiting")
def test_nodes_get_as_long_to_find_one_another(make: Make, tmp_path: Path) -> None:
    handle = make(statistics={"talker": write(tmp_path / "talker", head("/talker"))})
    handle.started_monotonic_s = time.monotonic() - BRING_UP_S
    with pytest.raises(BringUpError, match="^not everything was discovered within 60 s: talker"):
        handle.wait_until_active(BRING_UP_S)


def test_parameters_that_do_not_fit_on_the_disk_are_one_line(
    make: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(system, "shut_down", lambda *_, **__: REPORT)
    handle = make(params_file=Path("/dev/full"))
    with pytest.raises(UserError, match="^cannot write /dev/full: No space left on device$"):
        handle.start()
