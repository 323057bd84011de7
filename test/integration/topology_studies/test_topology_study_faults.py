# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What befalls a study of topologies: the reason is told, and nothing is left running."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from bench_runner import Bench
from waiting import wait_until

from nav2_composition_bench.trial.record import TrialRecord

Start = Callable[..., Bench]
TOPIC = {"topic_name": "data", "msg_type": "stamped1kb"}
FOR_EVER_US = 600_000_000


def pair(rate_hz: float = 50.0, **callback: Any) -> list[dict[str, Any]]:
    """A publisher, and a subscription with something in its callback."""
    return [
        {"node_name": "talker", "publishers": [{**TOPIC, "freq_hz": rate_hz}]},
        {"node_name": "listener", "subscribers": [{**TOPIC, **callback}]},
    ]


def given_up(bench: Bench) -> TrialRecord:
    """The record of a study whose only trial was invalid."""
    assert bench.wait() == 1, bench.output
    bench.assert_nothing_is_left()
    (record,) = bench.records()
    assert record.invalid_reason is not None and record.invalid_reason in bench.output
    return record


def windows_have_begun(bench: Bench, count: int) -> bool:
    """True once that many trials are in their window."""
    return bench.output.count("leg window") == count


def test_a_process_that_is_killed_in_the_window_is_named(start: Start) -> None:
    bench = start({"pair": pair()})
    listener = bench.pid_of("--node /listener")  # now, since the window lasts for seconds only
    bench.wait_for_line("  leg window")
    os.kill(listener, signal.SIGKILL)
    reason = given_up(bench).invalid_reason
    assert reason is not None and "listener was killed by SIGKILL" in reason


@pytest.mark.parametrize("executor", ["events", "ring_buffer", "intra_process_events"])
def test_a_container_of_this_packages_executors_that_is_killed_is_named(
    start: Start, executor: str
) -> None:
    arm = {"composition": "single_threaded", "executor": executor}
    bench = start({"pair": pair()}, study={"compositions": ["single_threaded"], "arms": [arm]})
    container = bench.pid_of("topology_container")
    bench.wait_for_line("  leg window")
    os.kill(container, signal.SIGKILL)
    reason = given_up(bench).invalid_reason
    assert reason is not None and "was killed by SIGKILL" in reason


def test_every_process_of_an_arm_has_the_timer_slack_that_the_arm_says(start: Start) -> None:
    own = Path("/proc/self/timerslack_ns").read_text()
    bench = start({"pair": pair()}, study={"factors": {"timer_slack_us": ["default", 700]}})
    slacks = {}
    for number in (1, 2):
        bench.wait_for_line(f"trial {number}/2")
        wait_until(partial(windows_have_begun, bench, number), "the window begins")
        (trial,) = (line for line in bench.lines if f"trial {number}/2" in line)
        pids = [bench.pid_of(f"--node /{name}") for name in ("talker", "listener")]
        slacks["timer_slack_us-700" in trial] = [
            Path(f"/proc/{pid}/timerslack_ns").read_text() for pid in pids
        ]
    assert bench.wait() == 0, bench.output
    assert slacks == {False: [own, own], True: ["700000\n"] * 2}


def test_a_subscriber_that_blocks_for_ever_is_named(start: Start) -> None:
    # The first message, which it gets, comes before the window.
    limits = {"bring_up_s": 120, "rest_s": 3.0, "shutdown_s": 2}
    record = given_up(start({"pair": pair(sleep_us=FOR_EVER_US)}, study={"limits": limits}))
    assert record.invalid_reason is not None
    assert "/listener received none of the " in record.invalid_reason
    assert "messages published on /data" in record.invalid_reason


def test_a_subscriber_that_is_too_slow_shows_by_what_it_lost(start: Start) -> None:
    bench = start({"pair": pair(sleep_us=200_000)})
    assert bench.wait() == 0, bench.output
    (record,) = bench.records()
    assert record.message_entities is not None
    (slow,) = record.message_entities.subscriptions
    assert slow.lost > slow.received and slow.too_late == slow.received
    assert record.metrics["lost_percent"] > 50.0


def test_a_publisher_that_cannot_hold_its_rate_is_named_with_both_rates(start: Start) -> None:
    busy = {
        "node_name": "busy",
        "publishers": [{**TOPIC, "freq_hz": 100}],
        "timers": [{"freq_hz": 50, "work_us": 100_000}],
    }
    listener = {"node_name": "listener", "subscribers": [TOPIC]}
    reason = given_up(start({"robot": [busy, listener]})).invalid_reason
    assert reason is not None and "/busy published /data at " in reason
    assert reason.endswith(" of 100 Hz, and 1 more fell behind")


SLEEP_US = 8_000
CALL = {"service_name": "/plan", "srv_type": "stamped10b"}
ONE_THREAD = {"compositions": ["single_threaded"], "rate_held_ratio": 0.9}


def with_timers(each_us: int) -> list[dict[str, Any]]:
    """Two nodes with a timer of 100 Hz, which together take most of what a thread has, or more."""
    timer = {"timer_name": "cycle", "freq_hz": 100, "sleep_us": each_us}
    return [{"node_name": name, "timers": [timer]} for name in ("left", "right")]


@pytest.mark.parametrize(
    ("nodes", "said"),
    [
        (with_timers(SLEEP_US), r"/(left|right) ran timer cycle at [\d.]+ of 100 Hz"),
        (
            [
                {"node_name": "planner", "servers": [{**CALL, "sleep_us": 3_000}]},
                {"node_name": "asker", "clients": [{**CALL, "freq_hz": 2_000}]},
            ],
            r"/asker called /plan at [\d.]+ of 2000 Hz",
        ),
        (
            [
                {
                    "node_name": "driver",
                    "action_servers": [{"action_name": "/go", "sleep_us": 40_000}],
                },
                {"node_name": "asker", "action_clients": [{"action_name": "/go", "freq_hz": 50}]},
            ],
            r"/asker sent goals to /go at [\d.]+ of 50 Hz",
        ),
    ],
    ids=["timers", "client", "action client"],
)
def test_what_cannot_run_at_its_rate_in_one_thread_is_named_with_both_rates(
    start: Start, nodes: list[dict[str, Any]], said: str
) -> None:
    reason = given_up(start({"robot": nodes}, study=ONE_THREAD)).invalid_reason
    assert reason is not None and re.match(said, reason), reason


def test_nodes_whose_timers_hold_their_rates_in_processes_of_their_own_are_a_valid_trial(
    start: Start,
) -> None:
    study = {**ONE_THREAD, "compositions": ["multi_process"]}
    bench = start({"robot": with_timers(SLEEP_US)}, study=study)
    assert bench.wait() == 0, bench.output
    (record,) = bench.records()
    assert record.valid, record.invalid_reason


@pytest.mark.parametrize("phase", ["bring-up", "leg window"])
def test_an_interrupted_study_ends_everything(start: Start, phase: str) -> None:
    study = {"compositions": ["multi_process", "isolated"]}
    bench = start({"pair": pair()}, study=study)
    bench.wait_for_line(f"  {phase}")
    bench.process.send_signal(signal.SIGINT)
    assert bench.wait() == 130, bench.output
    bench.assert_nothing_is_left()
    assert "Traceback" not in bench.output


def test_a_trial_that_is_run_again_after_a_kill_has_times_of_its_own(start: Start) -> None:
    killed = start({"pair": pair()})
    killed.wait_for_line("  leg window")
    killed.process.kill()
    killed.process.wait()
    killed.assert_nothing_is_left()
    assert killed.records() == ()
    ended_s = time.monotonic()
    bench = start({"pair": pair()})
    assert bench.wait() == 0, bench.output
    (record,) = bench.records()
    assert record.attempt == 0  # so that it has the directory of the one that was killed
    assert record.metrics["bring_up_s"] > 0.0
    assert record.active_monotonic_s is not None and record.active_monotonic_s > ended_s
    for node in ("talker", "listener"):
        assert all(each.from_s > ended_s for each in bench.statistics_of(record, node).periods)


def can_have_namespaces() -> bool:
    unshare = shutil.which("unshare")
    if unshare is None:
        return False
    command = [unshare, "--mount", "mount", "-t", "tmpfs", "-o", "size=1m", "none", "/dev/shm"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


@pytest.mark.skipif(not can_have_namespaces(), reason="needs the right to mount a /dev/shm")
def test_large_messages_arrive_although_shared_memory_has_64_mb(start: Start) -> None:
    # A queue for 4 s, should a process be delayed.
    large = {"topic_name": "data", "msg_type": "stamped1mb", "qos_depth": 20}
    nodes = [
        {"node_name": "talker", "publishers": [{**large, "freq_hz": 5}]},
        {"node_name": "listener", "number": 3, "subscribers": [large]},
    ]
    bench = start({"large": nodes}, wrapped=with_shared_memory_of_64_mb)
    assert bench.wait() == 0, bench.output
    bench.assert_nothing_is_left()
    (record,) = bench.records()
    assert record.valid, record.invalid_reason
    assert record.metrics["messages_received"] > 0 and record.metrics["messages_lost"] == 0


def with_shared_memory_of_64_mb(command: Sequence[str]) -> Sequence[str]:
    """Run a command with a /dev/shm of its own."""
    script = 'mount -t tmpfs -o size=64m none /dev/shm; exec "$@"'
    return ["unshare", "--mount", "sh", "-c", script, "sh", *command]
