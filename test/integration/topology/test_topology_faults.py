# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Bad input is one line and exit status 2; a full /dev/shm is named."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest
from topology_engine import PROCESS, Engine, Node, ms
from waiting import TIMEOUT_S, wait_until


def refusal(engine: Engine, nodes: list[Node], *options: str) -> str:
    """The one line with which a process refuses to start."""
    process = engine.start(nodes, *options)
    assert process.wait(TIMEOUT_S) == 2, engine.log(process)
    (line,) = engine.log(process).splitlines()
    return line


def test_a_bad_parameter_is_named_with_what_would_be_right(engine: Engine) -> None:
    node = Node("source").publisher("scan", "stamped10b", qos={"reliability": "perhaps"})
    assert refusal(engine, [node]) == (
        "topology_process: /source: parameter publisher.scan.qos.reliability is 'perhaps';"
        " it must be one of reliable, best_effort"
    )


def test_an_unknown_parameter_is_named(engine: Engine) -> None:
    node = Node("source").publisher("scan", "stamped10b", rate=3)
    assert refusal(engine, [Node("other"), node]) == (
        "topology_process: /source: parameter publisher.scan.rate is not a parameter of a"
        " topology's node"
    )


def test_an_unbounded_message_cannot_be_lent(engine: Engine) -> None:
    node = Node("source").publisher("scan", "stamped_vector", pass_by="loaned_msg")
    assert "publisher.scan.pass_by is loaned_msg, but only messages of fixed size" in refusal(
        engine, [node]
    )


def test_a_node_does_not_run_with_another_middleware_than_it_asks_for(engine: Engine) -> None:
    process = engine.start([Node("source").having(rmw="rmw_cyclonedds_cpp")])
    assert process.wait(TIMEOUT_S) == 2
    assert engine.log(process).splitlines() == [
        "topology_process: /source: parameter rmw is rmw_cyclonedds_cpp, and this process runs"
        " rmw_fastrtps_cpp"
    ]


def test_a_node_that_the_file_does_not_have_is_named(engine: Engine) -> None:
    line = refusal(engine, [Node("source")], "--node", "/sink")
    assert line == "topology_process: parameter file has no node /sink"


@pytest.mark.parametrize(
    "loop, mistake",
    [
        ("source,sink,other", "--loop names /other, which is no node of this process"),
        ("source", "no --loop names /sink"),
    ],
)
def test_a_mapping_names_every_node_and_no_other(engine: Engine, loop: str, mistake: str) -> None:
    nodes = [Node("source"), Node("sink")]
    assert refusal(engine, nodes, "--loop", loop) == f"topology_process: {mistake}"


@pytest.mark.parametrize(
    "arguments, message",
    [
        (
            ["--executor", "fast"],
            "unknown executor fast; known: single_threaded, static_single_threaded,",
        ),
        (["--executor", "rclcpp_events"], "--executor rclcpp_events is rclcpp's, and this program"),
        (["--executor", "events_cbg"], "--executor events_cbg is rclcpp's, and this program"),
        (
            ["--executor", "events_cbg_multi_threaded"],
            "--executor events_cbg_multi_threaded is rclcpp's, and this program",
        ),
        (["--loop", "a@4096"], "--loop a@4096: core 4096 is not among those of this process: "),
        (["--loop", "a,b", "--loop", "b"], "--loop b: /b has a loop already"),
        (["--loop", "a", "--per-node"], "--per-node and --loop exclude each other"),
        (["--nodes", "/a"], "unknown argument --nodes; see --help"),
        ([], "parameter file has no node; give one with --params-file"),
        (["--ros-args", "--params-file", "/nowhere.yaml"], "ROS arguments: "),
    ],
)
def test_bad_arguments_are_one_line(engine: Engine, arguments: list[str], message: str) -> None:
    process = engine.run([str(PROCESS), *arguments])
    assert process.wait(TIMEOUT_S) == 2
    (line,) = engine.log(process).splitlines()
    assert line.startswith(f"topology_process: {message}")


@pytest.mark.parametrize("kind", ["events", "ring_buffer", "intra_process_events"])
def test_a_callback_that_runs_for_long_while_an_answer_waits_is_warned_of(
    engine: Engine, kind: str
) -> None:
    engine.start([Node("server").server("ask", "stamped10b", sleep_us=20_000)])
    asks = Node("asks").client("ask", "stamped10b", period_ns=ms(50))
    source = Node("source").publisher("slow", "stamped10b", period_ns=ms(200), matches=1)
    stuck = Node("stuck").subscription("slow", "stamped10b", sleep_us=3_000_000)
    process = engine.start([asks, source, stuck], "--executor", kind)
    warning = (
        "warning: a callback has run for a second while the answer of service /ask waits for it"
        " to end"
    )
    wait_until(lambda: warning in engine.log(process), "the warning is given")
    engine.kill()


def test_a_statistics_file_that_cannot_be_written_is_named(engine: Engine, tmp_path: Path) -> None:
    path = engine.file_of([Node("source")])
    path.write_text(path.read_text().replace(str(tmp_path), "/nowhere"))
    process = engine.run([str(PROCESS), "--ros-args", "--params-file", str(path)])
    assert process.wait(TIMEOUT_S) == 1
    assert engine.log(process) == (
        "topology_process: cannot write statistics to /nowhere/source.jsonl: No such file or"
        " directory\n"
    )


def can_have_namespaces() -> bool:
    unshare = shutil.which("unshare")
    if unshare is None:
        return False
    command = [unshare, "--mount", "mount", "-t", "tmpfs", "-o", "size=1m", "none", "/dev/shm"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


needs_namespaces = pytest.mark.skipif(
    not can_have_namespaces(), reason="needs the right to mount a /dev/shm"
)


@needs_namespaces
def test_a_full_shared_memory_is_named(engine: Engine) -> None:
    process = start_with_shared_memory(engine, Node("sink"), "256k")
    assert process.wait(TIMEOUT_S) == 2
    (line,) = engine.log(process).splitlines()
    assert line.startswith("topology_process: /dev/shm has 2")
    assert line.endswith(" kB of room, and Fast DDS needs 1024 for a process; make room there")


@needs_namespaces
@pytest.mark.parametrize("pass_by", ["unique_ptr", "loaned_msg"])
def test_messages_arrive_although_shared_memory_is_small(engine: Engine, pass_by: str) -> None:
    source = Node("source").publisher(
        "scan", "stamped8mb", period_ns=ms(50), matches=1, pass_by=pass_by
    )
    sink = Node("sink").subscription("scan", "stamped8mb", pass_by=pass_by)
    process = start_with_shared_memory(engine, sink, "8m")
    wait_until(lambda: bool(engine.statistics("sink").lines), "the subscriber is up")
    inside = ["nsenter", f"--mount=/proc/{process.pid}/ns/mnt", "--", str(PROCESS), "--ros-args"]
    engine.run([*inside, "--params-file", str(engine.file_of([source]))])
    engine.wait_for_total("sink", "subscriptions", "scan", "received", 6)
    engine.end()


def start_with_shared_memory(engine: Engine, node: Node, size: str) -> subprocess.Popen[bytes]:
    """Start a node with a /dev/shm of its own."""
    script = f'mount -t tmpfs -o size={size} none /dev/shm; exec "$@"'
    arguments = ["--ros-args", "--params-file", str(engine.file_of([node]))]
    return engine.run(["unshare", "--mount", "sh", "-c", script, "sh", str(PROCESS), *arguments])
