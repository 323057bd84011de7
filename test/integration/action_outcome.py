# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How a goal ends."""

from __future__ import annotations

from typing import Any

from waiting import TIMEOUT_S

from nav2_composition_bench.reference_stack.runtime.action_caller import ActionCaller, ActionOutcome


def outcome_of(caller: ActionCaller, goal: Any) -> ActionOutcome:
    """Send a goal and wait for its outcome."""
    assert caller.wait_for_server(TIMEOUT_S)
    call = caller.start(goal)
    assert call.wait(TIMEOUT_S)
    assert call.outcome is not None
    return call.outcome
