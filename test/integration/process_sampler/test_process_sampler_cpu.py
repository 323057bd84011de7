# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""CPU time as process_sampler reads it, against what the kernel says by other ways."""

from __future__ import annotations

import time

import pytest
from sampler_programs import Script
from waiting import wait_until

from nav2_composition_bench.processes.cgroup import CpuCgroup
from nav2_composition_bench.sampling.sample import SamplerStream
from nav2_composition_bench.sampling.sampler import ProcessSampler

pytestmark = pytest.mark.usefixtures("sampler")

ACCURACY = 0.005


def assert_never_falls(stream: SamplerStream) -> None:
    figures = [sample.cpu_time_s for sample in stream.cpu_samples]
    assert figures == sorted(figures)
    assert len(figures) > 2


def test_cpu_of_a_known_load_agrees_with_wait4() -> None:
    with Script("burn(5); say('done'); wait(); os._exit(0)") as load:
        with ProcessSampler([load.pid], memory_interval_s=0) as sampler:
            load.heard()
            stream = sampler.stop()
        load.go_on()
        reference_s = load.reaped_cpu_time_s()
    assert reference_s > 5
    assert stream.cpu_samples[-1].cpu_time_s == pytest.approx(reference_s, rel=ACCURACY)
    assert_never_falls(stream)


def test_the_part_in_the_kernel_agrees_with_times() -> None:
    load = Script(
        "burn(1)\n"
        "zero = os.open('/dev/zero', os.O_RDONLY)\n"
        "while time.process_time() < 3: os.read(zero, 1 << 20)\n"
        "say(os.times().system); wait(); os._exit(0)\n"
    )
    with load:
        with ProcessSampler([load.pid], memory_interval_s=0) as sampler:
            kernel_s = float(load.heard())
            stream = sampler.stop()
        load.go_on()
    (process,) = stream.cpu_samples[-1].processes
    assert kernel_s > 0.5
    assert process.kernel_cpu_time_s == pytest.approx(kernel_s, abs=0.03)
    assert process.cpu_time_s - kernel_s > 0.5


def test_cpu_of_exited_children_and_threads_agrees_with_wait4() -> None:
    load = Script(
        "def child(seconds, grandchildren):\n"
        "    pid = os.fork()\n"
        "    if pid == 0:\n"
        "        for _ in range(grandchildren): child(seconds, 0)\n"
        "        burn(seconds)\n"
        "        os._exit(0)\n"
        "    os.waitpid(pid, 0)\n"
        "for _ in range(3):\n"
        "    thread = threading.Thread(target=burn, args=(0.5, time.thread_time))\n"
        "    thread.start()\n"
        "    thread.join()\n"
        "child(1.5, 2)\n"
        "for _ in range(40): child(0.03, 0)\n"  # Mostly too short to be seen alive.
        "say('done'); wait(); os._exit(0)\n"
    )
    with load:
        with ProcessSampler([load.pid], cpu_interval_s=0.2, memory_interval_s=0) as sampler:
            load.heard()
            stream = sampler.stop()
        load.go_on()
        reference_s = load.reaped_cpu_time_s()
    assert reference_s > 7
    assert stream.cpu_samples[-1].cpu_time_s == pytest.approx(reference_s, rel=ACCURACY)
    assert stream.exits
    assert_never_falls(stream)


def test_cpu_of_children_that_nobody_waits_for_is_kept() -> None:
    load = Script(
        "import signal\n"
        "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
        "for _ in range(2):\n"
        "    if os.fork() == 0:\n"
        "        burn(1.5)\n"
        "        say(time.process_time())\n"
        "        wait()\n"
        "        os._exit(0)\n"
        "try: os.wait()\n"  # Returns once all children are gone.
        "except ChildProcessError: pass\n"
        "say(time.process_time()); wait(); os._exit(0)\n"
    )
    with load:
        with ProcessSampler([load.pid], cpu_interval_s=0.1, memory_interval_s=0) as sampler:
            children_s = [float(load.heard()), float(load.heard())]
            read_after(sampler, time.clock_gettime(time.CLOCK_MONOTONIC))
            load.go_on()
            load.go_on()
            own_s = float(load.heard())
            stream = sampler.stop()
    last = stream.cpu_samples[-1]
    assert len(last.processes) == 1
    assert last.processes[0].reaped_children_cpu_time_s == 0
    assert last.cpu_time_s == pytest.approx(own_s + sum(children_s), rel=ACCURACY)
    assert_never_falls(stream)


def test_cpu_of_a_child_that_ended_before_its_first_reading_is_counted_at_once_and_once() -> None:
    load = Script(
        "say('ready'); wait()\n"
        "pid = os.fork()\n"
        "if pid == 0: burn(1); os._exit(0)\n"
        "os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)\n"  # it stays a zombie
        "say(time.process_time()); wait(); os.wait(); say('reaped'); wait(); os._exit(0)\n"
    )
    with load:
        load.heard()
        with ProcessSampler([load.pid], cpu_interval_s=60, memory_interval_s=0) as sampler:
            load.go_on()
            own_s = float(load.heard())
            unreaped = sampler.stop()
        with ProcessSampler([load.pid], cpu_interval_s=0.1, memory_interval_s=0) as sampler:
            read_after(sampler, time.clock_gettime(time.CLOCK_MONOTONIC))
            load.go_on()
            load.heard()
            read_after(sampler, time.clock_gettime(time.CLOCK_MONOTONIC))
            reaped = sampler.stop()
        load.go_on()
        reference_s = load.reaped_cpu_time_s()
    assert reference_s > 1 > own_s
    for sample in (unreaped.cpu_samples[-1], *reaped.cpu_samples):
        assert sample.cpu_time_s == pytest.approx(reference_s, abs=0.05)


def test_cpu_of_orphans_is_kept_and_they_are_still_followed() -> None:
    load = Script(
        "if os.fork() == 0:\n"
        "    if os.fork() == 0:\n"
        "        parent = os.getppid(); say(os.getpid())\n"
        "        while os.getppid() == parent: time.sleep(0.01)\n"  # until it is an orphan
        "        burn(1.5); say(time.process_time()); wait(); os._exit(0)\n"
        "    wait(); os._exit(0)\n"  # the only one that waits by then
        "os.wait(); say('alone'); wait(); os._exit(0)\n"
    )
    with load:
        with ProcessSampler([load.pid], cpu_interval_s=0.1, memory_interval_s=0) as sampler:
            orphan = int(load.heard())
            wait_until(lambda: orphan in pids_of(sampler), "the grandchild is followed")
            load.go_on()
            said = [load.heard(), load.heard()]
            orphan_s = next(float(word) for word in said if word != "alone")
            stream = sampler.stop()
    found = [p for p in stream.cpu_samples[-1].processes if p.pid == orphan]
    assert found[0].cpu_time_s == pytest.approx(orphan_s, rel=ACCURACY)
    assert_never_falls(stream)


def test_cpu_agrees_with_the_cgroup_of_the_processes(cgroup: CpuCgroup) -> None:
    load = Script(
        "say('ready'); wait()\n"
        "for _ in range(4):\n"
        "    pid = os.fork()\n"
        "    if pid == 0: burn(1.5); os._exit(0)\n"
        "    os.waitpid(pid, 0)\n"
        "burn(2); say('done'); wait(); os._exit(0)\n"
    )
    with load:
        load.heard()
        cgroup.add(load.pid)
        with ProcessSampler(
            [load.pid], cpu_interval_s=0.2, memory_interval_s=0, cgroup=cgroup.path
        ) as sampler:
            load.go_on()
            load.heard()
            stream = sampler.stop()
    first, last = stream.cpu_samples[0], stream.cpu_samples[-1]
    assert first.cgroup_cpu_time_s is not None and last.cgroup_cpu_time_s is not None
    reference_s = last.cgroup_cpu_time_s - first.cgroup_cpu_time_s
    assert reference_s > 7.5
    assert last.cpu_time_s - first.cpu_time_s == pytest.approx(reference_s, rel=ACCURACY)


def test_processes_of_a_cgroup_are_followed_without_naming_them(cgroup: CpuCgroup) -> None:
    with Script("say('ready'); wait(); os._exit(0)") as load:
        load.heard()
        cgroup.add(load.pid)
        with ProcessSampler([], cgroup=cgroup.path, memory_interval_s=0) as sampler:
            wait_until(lambda: load.pid in pids_of(sampler), "the process is followed")


def test_cpu_of_a_named_thread_is_told_apart() -> None:
    load = Script(
        "def work():\n"
        "    with open(f'/proc/self/task/{threading.get_native_id()}/comm', 'w') as comm:\n"
        "        comm.write('a) R (b')\n"
        "    burn(2, time.thread_time)\n"
        "    say(time.thread_time()); event.wait()\n"
        "event = threading.Event()\n"
        "threading.Thread(target=work, daemon=True).start()\n"
        "wait(); os._exit(0)\n"
    )
    with load, ProcessSampler([load.pid], memory_interval_s=0) as sampler:
        thread_s = float(load.heard())
        stream = sampler.stop()
    (process,) = stream.cpu_samples[-1].processes
    assert process.thread_count == 2 == len(process.threads)
    (thread,) = [thread for thread in process.threads if thread.name == "a) R (b"]
    assert thread.cpu_time_s == pytest.approx(thread_s, rel=ACCURACY)
    assert sum(t.cpu_time_s for t in process.threads) == pytest.approx(
        process.cpu_time_s, rel=ACCURACY
    )


def test_context_switches_are_counted_and_those_of_exited_threads_kept() -> None:
    load = Script(
        "def work():\n"
        "    for _ in range(200): time.sleep(0.001)\n"
        "    say('worked'); event.wait()\n"
        "event = threading.Event()\n"
        "thread = threading.Thread(target=work)\n"
        "thread.start(); wait(); event.set(); thread.join(); say('joined'); wait(); os._exit(0)\n"
    )
    with load, ProcessSampler([load.pid], cpu_interval_s=0.05, memory_interval_s=0) as sampler:
        load.heard()
        read_after(sampler, time.clock_gettime(time.CLOCK_MONOTONIC))
        load.go_on()
        load.heard()
        wait_until(lambda: thread_count(sampler) == 1, "the thread has gone")
        stream = sampler.stop()
    (process,) = stream.cpu_samples[-1].processes
    assert process.voluntary_context_switches is not None
    assert process.voluntary_context_switches >= 200


def read_after(sampler: ProcessSampler, moment_s: float) -> None:
    """Wait until the sampler has taken a reading that began after a moment."""

    def has_read() -> bool:
        latest = sampler.latest_cpu()
        return latest is not None and latest.monotonic_s > moment_s

    wait_until(has_read, "the sampler reads again")


def pids_of(sampler: ProcessSampler) -> set[int]:
    """Processes in the sampler's last reading."""
    latest = sampler.latest_cpu()
    return set() if latest is None else {process.pid for process in latest.processes}


def thread_count(sampler: ProcessSampler) -> int:
    """Threads of all processes in the sampler's last reading."""
    latest = sampler.latest_cpu()
    return 0 if latest is None else sum(process.thread_count for process in latest.processes)
