# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How process_sampler starts and ends, and what it takes for itself."""

from __future__ import annotations

import json
import os
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sampler_programs import Mapper, Script
from waiting import TIMEOUT_S, is_gone, wait_until

from nav2_composition_bench.cli.doctor_checks import check_footprint
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.processes.cgroup import CpuCgroup
from nav2_composition_bench.sampling.sample import SamplerStream
from nav2_composition_bench.sampling.sampler import ProcessSampler
from nav2_composition_bench.sampling.stream import parse_stream, read_stream

Mappers = Callable[..., Mapper]
CAPABILITIES = {"cap_dac_read_search": 2, "cap_sys_ptrace": 19, "cap_sys_admin": 21}
"""Their bits (linux/capability.h)."""
IDLE = "say('ready'); wait(); os._exit(0)"


@pytest.mark.parametrize(
    "arguments, named",
    [
        ([], "--pid or --cgroup"),
        (["--pid", "x"], "'x'"),
        (["--pid", "4194304"], "no such process"),
        (["--pid", "1", "--cpu-interval", "0"], "--cpu-interval"),
        (["--pid", "1", "--wrong"], "'--wrong'"),
        (["--cgroup", "/nonexistent"], "/nonexistent"),
        (["--pid", "1", "--output", "/nonexistent/file"], "/nonexistent/file"),
    ],
)
def test_bad_options_give_one_line_and_status_2(
    sampler: Path, arguments: list[str], named: str
) -> None:
    done = subprocess.run([sampler, *arguments], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert named in done.stderr
    assert done.stderr.count("\n") == 1
    assert done.stdout == ""


def test_a_refusal_is_an_error_of_the_user(sampler: Path) -> None:
    with pytest.raises(UserError, match="4194304: there is no such process"):
        ProcessSampler([4194304], binary=sampler).start()


def test_the_id_of_a_thread_is_refused_with_the_process_that_it_is_of(sampler: Path) -> None:
    source = (
        "thread = threading.Thread(target=wait); thread.start()\n"
        "say(thread.native_id); thread.join(); os._exit(0)\n"
    )
    with Script(source) as script:
        thread = int(script.heard())
        for more in ([], ["--skip-ended"]):
            done = subprocess.run(
                [sampler, "--pid", str(script.pid), "--pid", str(thread), "--once", *more],
                capture_output=True,
                text=True,
                check=False,
            )
            assert done.returncode == 2
            assert f"{thread}: " in done.stderr and str(script.pid) in done.stderr
            assert done.stderr.count("\n") == 1
            assert done.stdout == ""


CHILDREN = (
    "for _ in range({}):\n"
    "    if os.fork() == 0: wait(); os._exit(0)\n"
    "say(time.monotonic()); time.sleep(1000)\n"
)
"""Reports when the last of its children is there."""


def limited(sampler: Path, directory: Path, files: str) -> Path:
    """Return a program that runs the sampler with a limit of open files, as ulimit takes it."""
    program = directory / "limited"
    program.write_text(f'#!/bin/sh\nulimit {files}\nexec {sampler} "$@"\n')
    program.chmod(0o755)
    return program


def test_without_descriptors_for_all_processes_it_fails_and_writes_no_smaller_total(
    sampler: Path, tmp_path: Path
) -> None:
    program = limited(sampler, tmp_path, "-n 48")
    with Script("say('ready'); wait()\n" + CHILDREN.format(30)) as script:
        script.heard()
        with ProcessSampler(
            [script.pid], cpu_interval_s=0.05, memory_interval_s=0, binary=program
        ) as running:
            wait_until(lambda: running.latest_cpu() is not None, "the sampler reads")
            script.go_on()
            all_there_s = float(script.heard())
            assert running.wait(TIMEOUT_S)
            with pytest.raises(UserError, match=r"open files \(ulimit -n\)"):
                running.stop()
            stream = running.stream()
        once_only = subprocess.run(
            [program, "--pid", str(script.pid), "--once"],
            capture_output=True,
            text=True,
            check=False,
        )
    assert stream.cpu_samples
    assert all(sample.monotonic_s < all_there_s for sample in stream.cpu_samples)
    assert stream.end is not None
    assert "Too many open files" in stream.end.reason
    assert once_only.returncode == 1
    assert once_only.stderr.count("\n") == 1
    assert '"type":"cpu"' not in once_only.stdout


def test_a_low_soft_limit_of_open_files_is_raised(sampler: Path, tmp_path: Path) -> None:
    with Script(CHILDREN.format(30)) as script:
        script.heard()
        with ProcessSampler(
            [script.pid], memory_interval_s=0, binary=limited(sampler, tmp_path, "-Sn 48")
        ) as running:
            stream = running.stop()
    assert len(stream.cpu_samples[-1].processes) == 31


def test_files_of_threads_are_not_kept_open_where_processes_need_the_descriptors(
    sampler: Path, tmp_path: Path
) -> None:
    source = (
        "def work():\n"
        "    while True: time.sleep(0.01)\n"
        "for _ in range(60): threading.Thread(target=work, daemon=True).start()\n"
        "say('ready'); wait()\n"
    )
    with Script(source + CHILDREN.format(65)) as script:
        script.heard()
        with ProcessSampler(
            [script.pid],
            cpu_interval_s=0.1,
            memory_interval_s=0,
            binary=limited(sampler, tmp_path, "-n 320"),
        ) as running:
            wait_until(lambda: len(running.stream().cpu_samples) > 3, "threads' files are open")
            script.go_on()
            script.heard()
            stream = running.stop()
    last = stream.cpu_samples[-1]
    assert len(last.processes) == 66
    assert sum(len(process.threads) for process in last.processes) == 66 + 60


def test_roots_that_have_ended_are_left_out_on_demand(sampler: Path) -> None:
    with Script(IDLE) as script, Script("") as ended:
        script.heard()
        wait_until(lambda: is_gone(ended.pid), "the script has ended")
        with ProcessSampler(
            [4194304, ended.pid, script.pid], skip_ended=True, binary=sampler
        ) as running:
            stream = running.stop()
        with ProcessSampler([4194304], skip_ended=True, binary=sampler) as running:
            assert running.wait(TIMEOUT_S)
            without_any = running.stop()
    assert [process.pid for process in stream.cpu_samples[-1].processes] == [script.pid]
    assert without_any.end is not None
    assert without_any.end.reason == "all processes have ended"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_brings_a_last_reading_and_the_end(sampler: Path, number: signal.Signals) -> None:
    with Script(IDLE) as script:
        script.heard()
        process = subprocess.Popen([sampler, "--pid", str(script.pid)], stdout=subprocess.PIPE)
        assert process.stdout is not None
        lines = [process.stdout.readline()]
        process.send_signal(number)
        lines += process.stdout.readlines()
        assert process.wait(TIMEOUT_S) == 0
    stream = parse_stream(lines)
    assert stream.end is not None
    assert stream.end.reason == number.name
    assert json.loads(lines[-2])["type"] == "cpu"


def test_duration_and_once_end_by_themselves(sampler: Path, tmp_path: Path) -> None:
    for arguments, reason in ((["--once"], "once"), (["--duration", "0.3"], "duration")):
        kept = tmp_path / reason
        command = [str(sampler), "--pid", str(os.getpid()), "--output", str(kept), *arguments]
        assert subprocess.run(command, check=False, timeout=TIMEOUT_S).returncode == 0
        stream = read_stream(kept)
        assert stream.end is not None
        assert stream.end.reason == reason
        assert stream.memory_samples


def test_it_ends_when_every_process_was_killed(sampler: Path) -> None:
    with Script(IDLE) as script:
        script.heard()
        with ProcessSampler([script.pid], binary=sampler) as running:
            script.process.kill()
            assert running.wait(TIMEOUT_S)
            stream = running.stop()
    assert stream.end is not None
    assert stream.end.reason == "all processes have ended"
    assert [end.pid for end in stream.exits] == [script.pid]


def test_the_last_figure_of_a_process_is_read_after_its_end_if_nobody_was_faster(
    sampler: Path,
) -> None:
    with Script("say('ready'); wait(); burn(1); os._exit(0)") as script:
        script.heard()
        with ProcessSampler([script.pid], cpu_interval_s=60, binary=sampler) as running:
            script.go_on()
            # The test does not wait for its child before the sampler has seen it end.
            assert running.wait(TIMEOUT_S)
            stream = running.stop()
        reference_s = script.reaped_cpu_time_s()
    (end,) = stream.exits
    assert end.final
    assert end.cpu_time_s == pytest.approx(reference_s, rel=0.005)
    assert stream.cpu_samples[-1].cpu_time_s == pytest.approx(reference_s, rel=0.005)


def test_processes_that_end_during_a_walk_are_no_reason_to_warn(sampler: Path) -> None:
    source = (
        "for _ in range(150):\n"
        "    if os.fork() == 0: time.sleep(0.02); os._exit(0)\n"
        "    if os.fork() == 0: os.execvp('true', ['true'])\n"
        "    os.wait()\n"
        "say('done'); wait(); os._exit(0)\n"
    )
    with Script(source) as script:
        with ProcessSampler(
            [script.pid], cpu_interval_s=0.01, memory_interval_s=0.01, binary=sampler
        ) as running:
            script.heard()
            stream = running.stop()
    assert stream.warnings == ()
    assert stream.exits


def test_what_a_killed_sampler_told_is_still_readable(sampler: Path, tmp_path: Path) -> None:
    kept = tmp_path / "stream.jsonl"
    with Script(IDLE) as script:
        script.heard()
        with ProcessSampler(
            [script.pid], cpu_interval_s=0.02, binary=sampler, stream_path=kept
        ) as running:
            running.walk_memory()
            os.kill(running.pid, signal.SIGKILL)
            assert running.wait(TIMEOUT_S)
            wait_until(lambda: not running.is_running(), "the sampler is gone")
            stream = running.stop()
    assert stream.end is None
    assert stream.cpu_samples
    assert stream.memory_samples
    assert read_stream(kept) == stream


def test_it_ends_when_the_reader_goes_away(sampler: Path) -> None:
    with Script(IDLE) as script:
        script.heard()
        process = subprocess.Popen(
            [sampler, "--pid", str(script.pid), "--cpu-interval", "1000"],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(TIMEOUT_S) == 1
        assert process.stderr is not None
        assert b"the reader has gone" in process.stderr.read()
        process.stderr.close()


@pytest.mark.parametrize("interval_s", ["0.01", "600"], ids=["as it writes", "as it waits"])
def test_it_ends_when_told_to_although_the_reader_has_stalled(
    sampler: Path, interval_s: str
) -> None:
    with Script(IDLE) as script:
        script.heard()
        read_end, write_end = os.pipe()
        process = subprocess.Popen(
            [sampler, "--pid", str(script.pid), "--cpu-interval", interval_s],
            stdout=write_end,
            stderr=subprocess.DEVNULL,
        )
        os.read(read_end, 1)  # of the header: from then on it takes signals
        os.set_blocking(write_end, False)
        # The pipe is full when nothing can be put into it from here either.
        wait_until(lambda: not has_room(write_end), "the pipe is full")
        process.terminate()
        assert process.wait(TIMEOUT_S) == 1
        os.close(read_end)
        os.close(write_end)


def has_room(fd: int) -> bool:
    try:
        return os.write(fd, b"\n" * 4096) > 0
    except BlockingIOError:
        return False


def test_control_characters_of_names_do_not_reach_the_terminal(
    sampler: Path, tmp_path: Path
) -> None:
    source = (
        "def rename(task, name):\n"
        "    with open(f'/proc/self/task/{task}/comm', 'wb') as comm: comm.write(name)\n"
        "def work():\n"
        "    rename(threading.get_native_id(), b'\\x1b[2J thread\\n')\n"
        "    say('renamed'); event.wait()\n"
        "event = threading.Event()\n"
        "rename(os.getpid(), b'\\x1b]0;\\r\\xc2\\x9b31m')\n"
        "threading.Thread(target=work, daemon=True).start()\n"
        "wait(); os._exit(0)\n"
    )
    kept = tmp_path / "stream.jsonl"
    program = [sys.executable, "-m", "nav2_composition_bench.cli.main", "sample"]
    with Script(source) as script:
        script.heard()
        sampled = [["--pid", str(script.pid), "--duration", "0.3", "--save", str(kept)]]
        printed = [
            subprocess.run(
                [*program, "--threads", *arguments],
                capture_output=True,
                text=True,
                check=True,
            )
            for arguments in (*sampled, ["--stream", str(kept)])
        ]
    texts = [kept.read_text(), *(text for done in printed for text in (done.stdout, done.stderr))]
    for text in texts:
        assert all(line.isprintable() for line in text.split("\n"))
    for done in printed:
        assert r"\x1b]0;\r\x9b31m" in done.stdout
        assert r"\x1b[2J thread\n" in done.stdout


def test_it_ends_with_its_parent(sampler: Path, tmp_path: Path) -> None:
    kept = tmp_path / "stream.jsonl"
    with Script(IDLE) as script:
        script.heard()
        source = (
            "import subprocess, sys, threading\n"
            "def start():\n"
            "    process = subprocess.Popen(sys.argv[1:])\n"
            "    print(process.pid, flush=True)\n"
            # The end of the thread that started it must not end it.
            "thread = threading.Thread(target=start); thread.start(); thread.join()\n"
            "input()\n"
        )
        arguments = ["--pid", str(script.pid), "--die-with-parent", "--output", str(kept)]
        parent = subprocess.Popen(
            [sys.executable, "-c", source, str(sampler), "--cpu-interval", "0.05", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert parent.stdout is not None
        sampler_pid = int(parent.stdout.readline())
        wait_until(
            lambda: kept.exists() and kept.read_bytes().count(b'"type":"cpu"') > 3, "it samples"
        )
        assert not is_gone(sampler_pid)
        parent.kill()
        parent.communicate()
        wait_until(lambda: is_gone(sampler_pid), "the sampler has ended too")
    end = read_stream(kept).end
    assert end is not None
    assert end.reason == "the parent has ended"


def test_it_does_not_observe_itself(sampler: Path) -> None:
    with ProcessSampler([os.getpid()], memory_interval_s=0, binary=sampler) as running:
        sampler_pid = running.pid
        stream = running.stop()
    pids = [process.pid for process in stream.cpu_samples[-1].processes]
    assert os.getpid() in pids
    assert sampler_pid not in pids


def test_it_does_not_observe_itself_in_its_cgroup(sampler: Path, cgroup: CpuCgroup) -> None:
    with Script(IDLE) as script:
        script.heard()
        cgroup.add(script.pid)
        with ProcessSampler([], memory_interval_s=0, cgroup=cgroup.path) as running:
            cgroup.add(running.pid)
            walk = running.walk_memory()
            running.stop()
    assert [process.pid for process in walk.processes] == [script.pid]


def test_it_is_small_and_maps_no_shared_library(sampler: Path, mappers: Mappers) -> None:
    pages = 300_000_000 // resource.getpagesize() // 3
    large = [mappers(f"write:{pages}") for _ in range(3)]
    for mapper in large:
        mapper.step()
    with ProcessSampler([m.pid for m in large], memory_interval_s=0, binary=sampler) as running:
        walk = running.walk_memory()
        maps = Path(f"/proc/{running.pid}/maps").read_text()
        stream = running.stop()
    assert sum(process.rss_bytes for process in walk.processes) >= 300_000_000
    assert ".so" not in maps
    assert walk.observer.rss_bytes <= 2_000_000
    assert stream.end is not None
    assert stream.end.observer.rss_bytes <= 2_000_000


@pytest.fixture
def reachable_sampler(sampler: Path) -> Iterator[Path]:
    """A copy of the sampler that an unprivileged user can reach."""
    directory = Path(tempfile.mkdtemp(prefix="process_sampler_"))
    directory.chmod(0o755)
    yield Path(shutil.copy(sampler, directory))
    shutil.rmtree(directory)


def test_without_privileges_own_processes_have_pss_but_no_footprint(
    reachable_sampler: Path, as_nobody: list[str]
) -> None:
    target = subprocess.Popen([*as_nobody, "sleep", "1000"])
    try:
        wait_until(lambda: Path(f"/proc/{target.pid}/comm").read_text() == "sleep\n", "it sleeps")
        stream = once(reachable_sampler, as_nobody, target.pid)
    finally:
        target.kill()
        target.wait()
    assert stream.header.footprint_unavailable_reason is not None
    assert "CAP_SYS_ADMIN" in stream.header.footprint_unavailable_reason
    (walk,) = stream.memory_samples
    assert walk.footprint_bytes is None
    assert walk.processes[0].footprint_bytes is None
    assert walk.processes[0].pss_bytes > 0


def test_without_privileges_processes_of_others_have_cpu_but_no_memory(
    reachable_sampler: Path, as_nobody: list[str]
) -> None:
    if not as_nobody:
        pytest.skip("only root can start a process of another user")
    with Script("burn(0.1); say('ready'); wait(); os._exit(0)") as script:
        script.heard()
        stream = once(reachable_sampler, as_nobody, script.pid)
    assert stream.cpu_samples[-1].processes[0].cpu_time_s > 0.1
    assert not stream.memory_samples
    (walk,) = stream.partial_memory_samples
    assert walk.footprint_bytes is None
    assert walk.processes == ()
    assert [process.pid for process in walk.unreadable] == [script.pid]
    assert [warning.reason for warning in stream.warnings] == ["Permission denied"]


def test_with_the_capabilities_that_doctor_names_anybody_may_read_page_frames(
    reachable_sampler: Path, as_nobody: list[str]
) -> None:
    if not as_nobody:
        pytest.skip("only root can give a program capabilities")
    remedy = check_footprint("hidden").remedy
    assert remedy is not None
    named = re.findall("cap_[a-z_]+", remedy)
    give_capabilities(reachable_sampler, sum(1 << CAPABILITIES[name] for name in named))
    # A shell in between has nothing that setpriv may have kept.
    through_a_shell = [*as_nobody, "sh", "-c", 'exec "$@"', "sh"]
    with Script("say('ready'); wait(); os._exit(0)") as script:
        script.heard()
        stream = once(reachable_sampler, through_a_shell, script.pid)
    assert stream.header.footprint_unavailable_reason is None
    (walk,) = stream.memory_samples
    assert walk.footprint_bytes is not None and walk.footprint_bytes > 0


def give_capabilities(program: Path, bits: int) -> None:
    """Write what setcap writes with ``+ep`` (struct vfs_cap_data of linux/capability.h)."""
    revision_2_effective = 0x02000001
    data = struct.pack("<5I", revision_2_effective, bits, 0, 0, 0)
    try:
        os.setxattr(program, "security.capability", data)
    except OSError as error:
        pytest.skip(f"no capabilities can be given to {program}: {error.strerror}")


def once(sampler: Path, prefix: list[str], pid: int) -> SamplerStream:
    """Sample once with what stands before the command."""
    command = [*prefix, str(sampler), "--pid", str(pid), "--once"]
    done = subprocess.run(command, stdout=subprocess.PIPE, check=True, timeout=TIMEOUT_S)
    return parse_stream(done.stdout.splitlines(keepends=True))
