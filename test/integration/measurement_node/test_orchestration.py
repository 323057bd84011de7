# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The measurement node driven by somebody else, with the services of any managed node."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from asking import ask
from bench_runner import Bench
from lifecycle_msgs.msg import Transition
from lifecycle_msgs.srv import ChangeState, GetState
from small_bench import finish_legs
from waiting import wait_until

from nav2_composition_bench.ros_domain.ros_client import RosClient

NODE = "/measurement_node"
TRANSITION_S = 60.0


class Orchestrator:
    """Asks for transitions and states."""

    def __init__(self, domain_id: int) -> None:
        self._client = RosClient(domain_id)

    def change(self, transition: int) -> bool:
        """Ask for a transition and tell whether it was made, should the answer be lost too."""
        before = self.state()
        request = ChangeState.Request(transition=Transition(id=transition))
        answer = self._client.call(ChangeState, f"{NODE}/change_state", request, TRANSITION_S)
        if answer is not None:
            return bool(answer.success)
        wait_until(lambda: not self.state().endswith("ing"), "the transition is over")
        return self.state() != before

    def state(self) -> str:
        answer = ask(self._client, GetState, f"{NODE}/get_state", GetState.Request())
        return str(answer.current_state.label)

    def close(self) -> None:
        self._client.close()


def assert_ended(bench: Bench) -> None:
    """In good order, with all processes; the domain's shared memory is the orchestrator's, too."""
    assert bench.wait() == 0, bench.output
    wait_until(lambda: not bench.pids(), "no process is left")


@pytest.fixture
def orchestrator(domain_id: int) -> Iterator[Orchestrator]:
    made = Orchestrator(domain_id)
    yield made
    made.close()


def test_a_trial_goes_through_all_transitions(
    start_node: Callable[..., Bench], orchestrator: Orchestrator, tmp_path: Path
) -> None:
    bench = start_node(autostart="false", companions="/nav2_bench_*")
    assert orchestrator.state() == "unconfigured"
    assert not orchestrator.change(Transition.TRANSITION_ACTIVATE)  # refused, and survived
    assert orchestrator.change(Transition.TRANSITION_CONFIGURE)
    assert orchestrator.state() == "inactive"
    assert bench.pid_of("small_node.py amcl")
    assert bench.records() == ()

    assert orchestrator.change(Transition.TRANSITION_ACTIVATE)
    bench.wait_for_line("]: leg A\n")
    finish_legs(tmp_path)
    bench.wait_for_line("the legs are over")
    assert orchestrator.state() == "active"

    assert orchestrator.change(Transition.TRANSITION_DEACTIVATE)
    (record,) = bench.records()
    assert [leg.status for leg in record.legs] == ["SUCCEEDED", "SUCCEEDED"]
    assert "shutdown_s" not in record.metrics and record.exit_statuses == {}

    assert orchestrator.change(Transition.TRANSITION_CLEANUP)
    (completed,) = bench.records()
    assert "shutdown_s" in completed.metrics
    assert completed.exit_statuses.keys() == {"amcl", "bt_navigator"}
    assert completed.legs == record.legs

    assert orchestrator.change(Transition.TRANSITION_UNCONFIGURED_SHUTDOWN)
    assert_ended(bench)


def test_a_shutdown_while_active_ends_everything(
    start_node: Callable[..., Bench], orchestrator: Orchestrator
) -> None:
    bench = start_node(autostart="false", companions="/nav2_bench_*")
    assert orchestrator.change(Transition.TRANSITION_CONFIGURE)
    assert orchestrator.change(Transition.TRANSITION_ACTIVATE)
    bench.wait_for_line("]: leg A\n")
    assert orchestrator.change(Transition.TRANSITION_ACTIVE_SHUTDOWN)
    assert_ended(bench)
    assert bench.records() == ()  # its legs were not over


def test_a_deactivation_in_the_middle_of_a_leg_is_recorded_as_what_it_is(
    start_node: Callable[..., Bench], orchestrator: Orchestrator
) -> None:
    bench = start_node(autostart="false", companions="/nav2_bench_*")
    assert orchestrator.change(Transition.TRANSITION_CONFIGURE)
    assert orchestrator.change(Transition.TRANSITION_ACTIVATE)
    bench.wait_for_line("]: leg A\n")
    assert orchestrator.change(Transition.TRANSITION_DEACTIVATE)
    (record,) = bench.records()
    assert not record.valid
    assert [leg.status for leg in record.legs] == ["LOST"]
    assert orchestrator.change(Transition.TRANSITION_CLEANUP)
    # The next trial is another attempt at the same block.
    assert orchestrator.change(Transition.TRANSITION_CONFIGURE)
    bench.wait_for_line("isolated (block 1, attempt 2)")
    assert orchestrator.change(Transition.TRANSITION_INACTIVE_SHUTDOWN)
    assert_ended(bench)
