# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from captured_systems import System
from record_factory import make_process, make_record

from nav2_composition_bench.capturing.wake_cost import TYPICAL_US, WakeCosts, wake_costs
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.trial.record import TrialRecord

NAMES = [f"node_{number}" for number in range(10)]
MORE_US = [4.0, 5.0, 5.0, 6.0, 6.0, 7.0, 8.0, 20.0, 50.0, 1.0]
"""What each process took more than its replay, for each of its wake-ups."""


def topology(more_us: Sequence[float], own_percent: float = 0.5) -> Topology:
    system = System()
    for number, more in enumerate(more_us):
        system.node(f"/{NAMES[number]}", number + 1, cpu_percent=2.0 + 0.1 * more)
    found = system.topology()
    return replace(
        found,
        nodes=tuple(replace(each, own_cpu_percent=own_percent) for each in found.nodes),
    )


def replay(
    processes: int, block: int = 0, arm: str = "captured", slower: float = 1.0
) -> TrialRecord:
    """A trial in which each process takes 2 % for messages and 0.5 for work, and wakes at 1 kHz."""
    return make_record(
        arm,
        block,
        processes=tuple(
            make_process(
                name,
                nodes=(name,),
                cpu_percent=2.0 * slower + 0.5,
                voluntary_context_switches_hz=1000.0,
            )
            for name in NAMES[:processes]
        ),
    )


def test_the_cost_is_the_least_that_processes_show_but_for_the_lowest_quarter() -> None:
    records = [replay(10), replay(10, 1, slower=0.9), replay(10, arm="isolated", slower=9.0)]
    found = wake_costs(topology(MORE_US), records, 1.0)
    assert found.us == {0: pytest.approx(5.0), 1: pytest.approx(7.0)}
    assert found.mean_us == pytest.approx(6.0) and not found.is_typical


def test_a_slower_machine_takes_more_for_what_was_captured() -> None:
    found = wake_costs(topology(MORE_US), [replay(10, slower=1.1)], 1.1)
    assert found.us == {0: pytest.approx(5.5)}


@pytest.mark.parametrize("processes", [1, 4])
def test_of_few_processes_the_typical_cost_is_taken_unless_they_show_less(processes: int) -> None:
    for more_us, taken_us in ((2.0, 2.0), (20.0, TYPICAL_US)):
        found = wake_costs(topology([more_us] * processes), [replay(processes)], 1.0)
        assert found.us == {0: pytest.approx(taken_us)} and found.is_typical
    assert wake_costs(topology([-4.0] * processes), [replay(processes)], 1.0) == WakeCosts()


def test_processes_that_take_less_than_their_replay_tell_nothing() -> None:
    assert wake_costs(topology([4.0] * 5), [replay(5)], 1.0).us == {0: pytest.approx(4.0)}
    assert wake_costs(topology([-4.0] * 5), [replay(5)], 1.0) == WakeCosts()
    # By chance a single block may tell of less.
    low, high = replay(5, slower=1.3), replay(5, 1, slower=0.7)
    found = wake_costs(topology([4.0] * 5), [low, high], 1.0)
    assert found.us == {0: pytest.approx(-2.0), 1: pytest.approx(10.0)}


def test_processes_that_were_not_replayed_and_trials_that_are_not_valid_do_not_count() -> None:
    invalid = replace(replay(10, 1, slower=9.0), valid=False)
    found = wake_costs(topology(MORE_US), [replay(9), invalid], 1.0)
    assert found.us == {0: pytest.approx(5.0)}
    assert wake_costs(topology(MORE_US), [invalid], 1.0) == WakeCosts()
