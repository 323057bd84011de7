# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Many nodes in one process: executors, messages by pointer, threads, order of the end."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest
from started_process import thread_names_of
from topology_engine import Engine, Node, ms
from waiting import TIMEOUT_S, own_shared_memory, wait_until

from nav2_composition_bench.ros_domain.shared_memory import census

EXECUTORS = {
    "one": (),
    "many_threads": ("--executor", "multi_threaded"),
    "many_threads_per_node": ("--per-node", "--executor", "multi_threaded"),
    "per_node": ("--per-node",),
    "events": ("--executor", "events"),
    "events_per_node": ("--per-node", "--executor", "events"),
    "ring_buffer": ("--executor", "ring_buffer"),
    "static": ("--executor", "static_single_threaded"),
    "static_per_node": ("--per-node", "--executor", "static_single_threaded"),
    "inside_events": ("--executor", "intra_process_events"),
    "inside_events_per_node": ("--per-node", "--executor", "intra_process_events"),
    "guard_condition_threads": ("--executor", "guard_condition_threads"),
    "condition_variable_threads": ("--executor", "condition_variable_threads"),
    "timer_threads": ("--executor", "timer_threads"),
    "timer_threads_per_node": ("--per-node", "--executor", "timer_threads"),
    "loops": ("--loop", "node_0,node_2", "--loop", "/node_1,node_3"),
    "events_in_loops": (*("--loop", "node_0,node_2@0", "--loop", "*", "--executor", "events"),),
}

KINDS = {
    name: EXECUTORS[name]
    for name in ("one", "many_threads", "events", "inside_events", "timer_threads", "loops")
}
"""One of each kind that waits in a way of its own."""


DEEP = {"depth": 1000}
"""Of queues that do not run over while one of two threads or processes is delayed."""


def chain(length: int, kind: str = "stamped10kb", **options: object) -> list[Node]:
    """Nodes of which each hands on what the one before has sent."""
    first = Node("node_0").publisher("topic_0", kind, period_ns=ms(10), matches=1, qos=DEEP)
    nodes = [first.having(**options)]
    for place in range(1, length):
        node = Node(f"node_{place}").having(**options)
        last = place == length - 1
        node.subscription(
            f"topic_{place - 1}",
            kind,
            publishes=[] if last else [f"topic_{place}"],
            paths=["whole"] if last else [],
            qos=DEEP,
        )
        if last:
            node.parameters["subscription"][f"topic_{place - 1}"].pop("publishes")
        else:
            node.parameters["subscription"][f"topic_{place - 1}"].pop("paths")
            node.publisher(f"topic_{place}", kind, matches=1)
        nodes.append(node)
    return nodes


def tasks_of(pid: int) -> list[Path]:
    return list(Path(f"/proc/{pid}/task").iterdir())


@pytest.mark.parametrize("executor", EXECUTORS.values(), ids=EXECUTORS)
@pytest.mark.parametrize("intra_process", [False, True], ids=["middleware", "pointer"])
def test_a_chain_passes_every_message_on(
    engine: Engine, executor: tuple[str, ...], intra_process: bool
) -> None:
    nodes = chain(4, intra_process=intra_process)
    nodes[0].parameters["publisher"]["topic_0"]["count"] = 200
    # The last is made first, so that everything that is sent finds somebody who hands it on.
    order = [word for node in reversed(nodes) for word in ("--node", node.name)]
    process = engine.start(nodes, *order, *executor)
    engine.wait_for_total("node_0", "publishers", "topic_0", "sent", 200)
    engine.wait_for_total("node_3", "paths", "whole", "count", 180)
    names = thread_names_of(process.pid)
    engine.end()
    assert engine.statistics("node_0").total("publishers", "topic_0", "sent") == 200
    sink = engine.statistics("node_3")
    assert sink.total("subscriptions", "topic_2", "lost") == 0
    relays = engine.statistics("node_1")
    assert relays.total("subscriptions", "topic_0", "received") >= 180
    if "--per-node" in executor:
        assert {f"node_{place}" for place in range(4)} <= names
    assert {"loop_0", "loop_1"} & names == ({"loop_0", "loop_1"} if "--loop" in executor else set())
    expected = executor[-1] if "--executor" in executor else "single_threaded"
    assert sink.head["executor"] == expected


@pytest.mark.parametrize("executor", KINDS.values(), ids=KINDS)
def test_a_node_with_an_executor_of_its_own_takes_no_turn_of_the_others(
    engine: Engine, executor: tuple[str, ...]
) -> None:
    made = Node("node_3").timer("beat", ms(20)).having(own_executor=True)
    stuck = Node("node_2").timer("stuck", ms(300), sleep_us=280_000)
    process = engine.start([Node("node_0"), Node("node_1"), stuck, made], *executor)
    engine.wait_for_periods("node_3", 6)

    def calls() -> float:
        says = engine.statistics("node_3")
        return says.total("timers", "beat", "count", skip=1) / len(says.periods[1:])

    # 12.5 in a period of the statistics, and one where it waits for the other.
    engine.wait_until(lambda: calls() > 2, "the timer is called beside the other")
    names = thread_names_of(process.pid)
    engine.end()
    assert engine.statistics("node_3").head["executor"] == "single_threaded"
    assert "node_3" in names


@pytest.mark.parametrize("executor", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("intra_process", [False, True], ids=["middleware", "pointer"])
def test_what_has_a_thread_of_its_own_goes_on_while_its_node_is_busy(
    engine: Engine, executor: tuple[str, ...], intra_process: bool
) -> None:
    source = Node("node_0").publisher("tf", "stamped10b", period_ns=ms(20), matches=1)
    source.action_client("move", period_ns=ms(50))
    busy = Node("node_1").subscription("tf", "stamped10b", own_executor=True, work_us=100)
    busy.timer("stuck", ms(300), sleep_us=280_000).timer("beat", ms(20), own_executor=True)
    busy.action_server("move", own_executor=True)
    others = [Node("node_2"), Node("node_3")]
    nodes = [source.having(own_executor=True), busy, *others]
    engine.start([node.having(intra_process=intra_process) for node in nodes], *executor)
    engine.wait_for_periods("node_1", 6)
    engine.wait_for_total("node_1", "subscriptions", "tf", "received", 1, skip=1)
    engine.wait_for_total("node_0", "action_clients", "move", "succeeded", 1, skip=1)

    # Over a longer time if need be: one delay of a thread is little of it then.
    def goes_on() -> bool:
        # Read first: what is under way then has come when it is compared.
        sender = engine.statistics("node_0")
        sent = sender.total("publishers", "tf", "sent")
        says = engine.statistics("node_1")
        # With the node's other callbacks, 10 of 15 messages would be kept, and wait for half of
        # 280 ms. Of the timer's calls some 12 are in a period of the statistics, and one where it
        # waits for the other.
        return (
            says.total("subscriptions", "tf", "received") >= 0.8 * sent > 0
            and says.mean_latency_ns("subscriptions", "tf", skip=1) < ms(100)
            and says.total("timers", "beat", "count", skip=1) > 2 * len(says.periods[1:])
            and sender.mean_latency_ns("action_clients", "move", skip=1) < ms(100)
        )

    engine.wait_until(goes_on, "messages, goals and the timer do not wait for the node")
    engine.end()


@pytest.mark.parametrize("executor", KINDS.values(), ids=KINDS)
def test_timers_that_are_made_anew_all_the_time_disturb_no_other(
    engine: Engine, executor: tuple[str, ...]
) -> None:
    nodes = [Node(f"node_{place}").timer("beat", ms(5), renews=5) for place in range(4)]
    engine.start(nodes, *executor)
    engine.wait_for_periods("node_3", 5)

    def share_of_calls(name: str) -> float:
        says = engine.statistics(name)
        lasted_ns = says.periods[-1]["to_ns"] - says.periods[0]["to_ns"]
        return float(says.total("timers", "beat", "count", skip=1) * ms(5) / lasted_ns)

    # Over a longer time if need be: one delay of the process is little of it then.
    engine.wait_until(
        lambda: all(share_of_calls(node.name) > 0.5 for node in nodes), "the timers are called"
    )
    engine.end()
    assert all(share_of_calls(node.name) < 1.2 for node in nodes)


@pytest.mark.parametrize("executor", ["single_threaded", "events"])
def test_by_pointer_a_best_effort_publisher_reaches_whom_it_reaches_otherwise(
    engine: Engine, executor: str
) -> None:
    best_effort = {**DEEP, "reliability": "best_effort"}
    source, reliable, alike, outside = (
        Node(name).having(intra_process=True) for name in ("source", "reliable", "alike", "outside")
    )
    source.publisher("scan", "stamped10kb", period_ns=ms(10), matches=2, qos=best_effort)
    reliable.subscription("scan", "stamped10kb", qos=DEEP)
    for node in (alike, outside):
        node.subscription("scan", "stamped10kb", qos=best_effort)
    engine.start([outside])
    engine.start([source, reliable, alike], "--executor", executor)
    for name in ("alike", "outside"):
        engine.wait_for_total(name, "subscriptions", "scan", "received", 50, skip=1)
    engine.end()
    assert engine.statistics("reliable").total("subscriptions", "scan", "received") == 0
    for name in ("alike", "outside"):
        assert engine.statistics(name).total("subscriptions", "scan", "lost") == 0


def test_messages_by_pointer_reach_a_subscription_outside_too(engine: Engine) -> None:
    inside = chain(2, intra_process=True)
    inside[0].parameters["publisher"]["topic_0"]["matches"] = 2
    outside = Node("outside").subscription("topic_0", "stamped10kb", qos=DEEP)
    engine.start([outside.having(intra_process=True)])
    engine.start(inside)
    for name in ("outside", "node_1"):
        engine.wait_for_total(name, "subscriptions", "topic_0", "received", 50, skip=1)
    engine.end()
    for name in ("outside", "node_1"):
        says = engine.statistics(name)
        assert says.total("subscriptions", "topic_0", "reordered") == 0
        assert says.total("subscriptions", "topic_0", "lost") == 0


@pytest.mark.parametrize("kind", ["single_threaded", "events", "ring_buffer"])
def test_a_loop_runs_on_its_core_alone_and_the_others_as_the_process(
    engine: Engine, kind: str
) -> None:
    core = max(os.sched_getaffinity(0))
    options = ("--loop", f"node_0@{core}", "--loop", "node_1,node_2", "--executor", kind)
    process = engine.start(chain(3), *options)
    # Then all threads have run, and have their names.
    engine.wait_for_total("node_2", "subscriptions", "topic_1", "received", 1)
    cores = {
        (task / "comm").read_text().strip(): frozenset(os.sched_getaffinity(int(task.name)))
        for task in tasks_of(process.pid)
    }
    engine.end()
    assert cores.pop("loop_0") == {core}
    # A process alone has all its other threads where it was started.
    assert set(cores.values()) == {frozenset(os.sched_getaffinity(0))}


THREADS = ["guard_condition_threads", "condition_variable_threads", "timer_threads"]


@pytest.mark.parametrize(
    "kind",
    ["single_threaded", "static_single_threaded", "events", "intra_process_events", *THREADS],
)
def test_callbacks_of_a_node_do_not_run_at_the_same_time(engine: Engine, kind: str) -> None:
    # Two subscriptions that get five times what one thread can sleep for.
    node = Node("busy")
    sources = [Node("left"), Node("right")]
    for source in sources:
        source.publisher(source.name, "stamped10b", period_ns=ms(4), matches=1)
        node.subscription(source.name, "stamped10b", sleep_us=20_000)
    engine.start([each.having(intra_process=True) for each in (*sources, node)], "--executor", kind)
    engine.wait_for_periods("busy", 8)
    for source in sources:
        engine.wait_for_total("busy", "subscriptions", source.name, "received", 1)
    engine.end()
    busy = engine.statistics("busy")
    counts = [busy.total("subscriptions", source.name, "received") for source in sources]
    lasted_ns = busy.periods[-1]["to_ns"] - busy.periods[0]["from_ns"]
    # One that had begun before the first period and one more for what is rounded.
    assert all(counts) and sum(counts) <= lasted_ns / ms(20) + 2


@pytest.mark.parametrize("intra_process", [False, True], ids=["middleware", "pointer"])
@pytest.mark.parametrize("kind", THREADS)
def test_each_subscription_by_pointer_and_for_the_last_each_timer_has_a_thread(
    engine: Engine, kind: str, intra_process: bool
) -> None:
    process = engine.start(chain(4, intra_process=intra_process), "--executor", kind)
    engine.wait_for_total("node_3", "subscriptions", "topic_2", "received", 1)
    # One for all else, one for the publisher's timer, and one for each subscription.
    timers = 1 if kind == "timer_threads" else 0
    expected = 1 + timers + (3 if intra_process else 0)

    def count() -> int:
        names = [(task / "comm").read_text().strip() for task in tasks_of(process.pid)]
        return names.count("executor")

    # The one for all else may not have run yet, and have its name from then on.
    engine.wait_until(lambda: count() >= expected, f"{expected} threads have the executor's name")
    assert count() == expected
    engine.end()


@pytest.mark.parametrize("kind", ["single_threaded", "events", "ring_buffer"])
def test_a_callback_that_takes_long_holds_up_its_own_loop_only(engine: Engine, kind: str) -> None:
    nodes = chain(2)
    slow = Node("slow").publisher("slow", "stamped10b", period_ns=ms(10), matches=1)
    stuck = Node("stuck").subscription("slow", "stamped10b", sleep_us=600_000_000)
    options = ("--loop", "node_0,node_1,slow", "--loop", "stuck", "--executor", kind)
    engine.start([*nodes, slow, stuck], *options)
    engine.wait_for_total("stuck", "subscriptions", "slow", "received", 1)
    before = engine.statistics("node_1").total("subscriptions", "topic_0", "received")
    engine.wait_for_total("node_1", "subscriptions", "topic_0", "received", before + 50)
    assert engine.statistics("stuck").total("subscriptions", "slow", "received") == 1
    engine.kill()


def test_one_that_owns_a_message_and_two_that_share_it_get_it_each(engine: Engine) -> None:
    source = Node("source").publisher("scan", "stamped_vector", size_bytes=900, period_ns=ms(10))
    nodes = [source.having(intra_process=True)]
    for name, pass_by in [("owner", "unique_ptr"), ("one", "shared_ptr"), ("two", "shared_ptr")]:
        node = Node(name).having(intra_process=True)
        nodes.append(node.subscription("scan", "stamped_vector", pass_by=pass_by))
    engine.start(nodes)
    for name in ("owner", "one", "two"):
        engine.wait_for_total(name, "subscriptions", "scan", "received", 50)
    engine.end()
    for name in ("owner", "one", "two"):
        says = engine.statistics(name)
        received = says.total("subscriptions", "scan", "received")
        assert says.total("subscriptions", "scan", "bytes") == received * 900


def test_seventy_nodes_in_one_process_come_up_are_told_and_end(engine: Engine) -> None:
    before = set(census())
    process = engine.start([Node(f"node_{number}") for number in range(70)], "--per-node")
    wait_until(
        lambda: all(engine.statistics(f"node_{number}").periods for number in range(70)),
        "all nodes have written a period",
    )
    held = own_shared_memory(process.pid)
    engine.end()
    assert held and not held & set(census())
    assert all(engine.statistics(f"node_{number}").has_ended for number in range(70))
    assert {name for name in set(census()) - before if "port" not in name} <= set(before)


def catches(pid: int, *numbers: signal.Signals) -> bool:
    """Tell whether a process has handlers for all of these."""
    (mask,) = re.findall(r"^SigCgt:\s*([0-9a-f]+)$", Path(f"/proc/{pid}/status").read_text(), re.M)
    return all(int(mask, 16) >> (number - 1) & 1 for number in numbers)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("delay_s", [0.0, 0.05, 0.3])
def test_a_signal_in_any_moment_ends_it_in_order(
    engine: Engine, number: int, delay_s: float
) -> None:
    process = engine.start(chain(5), "--per-node")
    # Until the signals are caught, which is first of all, they end the process as any other.
    wait_until(lambda: catches(process.pid, signal.SIGINT, signal.SIGTERM), "signals are taken")
    try:
        process.wait(delay_s)
    except Exception:  # it still runs, as it should
        process.send_signal(number)
    assert process.wait(TIMEOUT_S) == 0, engine.log(process)
    assert engine.log(process) == ""


@pytest.mark.parametrize(
    "kind",
    [
        *("single_threaded", "static_single_threaded", "multi_threaded"),
        *("events", "ring_buffer", "intra_process_events", *THREADS),
    ],
)
def test_messages_by_pointer_that_come_while_their_node_is_made_are_taken(
    engine: Engine, kind: str
) -> None:
    # Two: one that is sent in the very moment in which the subscription is made would be lost.
    source = Node("source").publisher("scan", "stamped10b", period_ns=ms(5), count=2, matches=1)
    sink = Node("sink").subscription("scan", "stamped10b")
    # Their making takes longer than that.
    for number in range(100):
        sink.server(f"ask_{number}", "stamped10b")
    nodes = [node.having(intra_process=True) for node in (source, sink)]
    engine.start(nodes, "--node", "source", "--node", "sink", "--executor", kind)
    engine.wait_for_total("sink", "subscriptions", "scan", "received", 1)
    engine.end()


@pytest.mark.parametrize("executor", KINDS.values(), ids=KINDS)
def test_messages_that_nothing_takes_stay_in_the_middleware(
    engine: Engine, executor: tuple[str, ...]
) -> None:
    source = Node("node_0").publisher("feedback", "stamped10b", period_ns=ms(10), matches=3)
    idle = Node("node_1").subscription("feedback", "stamped10b", taken=False)
    busy = Node("node_2").subscription("feedback", "stamped10b").timer("beat", ms(20))
    nodes = [node.having(intra_process=True) for node in (source, idle, busy, Node("node_3"))]
    engine.start(nodes, *executor)
    engine.start([Node("node_4").subscription("feedback", "stamped10b", taken=False)])
    engine.wait_for_total("node_2", "subscriptions", "feedback", "received", 50)
    engine.end()
    for name in ("node_1", "node_4"):
        says = engine.statistics(name)
        assert says.discovered and says.has_ended
        assert says.total("subscriptions", "feedback", "received") == 0
    assert engine.statistics("node_2").total("subscriptions", "feedback", "lost") == 0


def test_wake_ups_of_an_executor_that_is_a_nodes_own_are_counted_with_it(engine: Engine) -> None:
    engine.start([Node("node_0").timer("beat", ms(5), own_executor=True)])
    engine.wait_for_periods("node_0", 5)
    engine.end()
    says = engine.statistics("node_0")
    wake_ups = sum(period["wake_ups"] for period in says.periods[1:])
    assert wake_ups > 0.5 * says.total("timers", "beat", "count", skip=1) > 0
