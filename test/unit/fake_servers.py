# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Servers for the navigator's tree that answer as a test says."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any


class FakeCall:
    """An action call whose outcome a test sets."""

    def __init__(self) -> None:
        self.feedback: Any = None
        self.outcome: Any = None
        self.cancelled = False

    @property
    def is_done(self) -> bool:
        return self.outcome is not None

    def cancel(self) -> None:
        self.cancelled = True

    def succeed(self, **fields: Any) -> None:
        result = SimpleNamespace(error_code=0, error_msg="", **fields)
        self.outcome = SimpleNamespace(succeeded=True, result=result, reason="")

    def fail(self, code: int, message: str = "no luck") -> None:
        result = SimpleNamespace(error_code=code, error_msg=message)
        self.outcome = SimpleNamespace(succeeded=False, result=result, reason="")


@dataclass
class FakeServers:
    """Records what was called; planning answers at once, with `plan_error` if it is not 0."""

    plan_error: int = 0
    smooth_error: int = 0
    calls: list[str] = field(default_factory=list)
    last: dict[str, FakeCall] = field(default_factory=dict)
    clearing_works: bool = True
    plans: int = 0

    def _call(self, name: str) -> FakeCall:
        call = FakeCall()
        self.calls.append(name)
        self.last[name] = call
        return call

    def compute_path(self, goal: Any) -> FakeCall:
        call = self._call("plan")
        self.plans += 1
        if self.plan_error:
            call.fail(self.plan_error)
        else:
            call.succeed(path=f"path {self.plans} to {goal}")
        return call

    def smooth_path(self, path: Any) -> FakeCall:
        call = self._call("smooth")
        if self.smooth_error:
            call.fail(self.smooth_error)
        else:
            call.succeed(path=f"smooth {path}")
        return call

    def follow_path(self, path: Any) -> FakeCall:
        self.followed = path
        return self._call("follow")

    def spin(self) -> FakeCall:
        return self._call("spin")

    def back_up(self) -> FakeCall:
        return self._call("back_up")

    def wait(self) -> FakeCall:
        return self._call("wait")

    def clear_global_costmap(self) -> bool:
        self.calls.append("clear_global")
        return self.clearing_works

    def clear_local_costmap(self) -> bool:
        self.calls.append("clear_local")
        return self.clearing_works
