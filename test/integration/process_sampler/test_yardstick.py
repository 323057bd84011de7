# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The yardstick as it is run, and events that the kernel counts."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from sampler_programs import Script
from waiting import handles, wait_until

from nav2_composition_bench.sampling.sample import SamplerStream
from nav2_composition_bench.sampling.sampler import ProcessSampler
from nav2_composition_bench.sampling.yardstick import Yardstick
from nav2_composition_bench.sampling.yardstick_readings import mean_cost

TIMEOUT_S = 60.0
OWNER = """\
import sys, time
from pathlib import Path
from nav2_composition_bench.sampling.yardstick import Yardstick
yardstick = Yardstick(Path(sys.argv[1]))
yardstick.start()
print(yardstick.pid, flush=True)
time.sleep(600)
"""


def is_gone(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_it_tells_every_second_what_each_part_of_its_work_took(sampler: Path) -> None:
    with Yardstick(sampler) as yardstick:
        assert yardstick.rate_hz in (50.0, 25.0, 12.5, 6.25, 3.125)
        assert yardstick.wait_for_second(0.0, TIMEOUT_S)
        first_s = yardstick.seconds()[0].end_monotonic_s
        assert yardstick.wait_for_second(first_s + 2.5, TIMEOUT_S)
        seconds = yardstick.seconds()[1:]
    for one in seconds:
        assert 1 <= one.units <= yardstick.rate_hz + 1
        cost = one.cost
        parts = (cost.memory_us, cost.system_calls_us, cost.wake_ups_us, cost.arithmetic_us)
        assert min(parts) > 0.0
        assert sum(parts) == pytest.approx(cost.unit_us, abs=0.01)
    costs = [one.cpu_time_s for one in seconds]
    assert costs == sorted(costs)
    assert mean_cost(seconds, [(first_s, seconds[-1].end_monotonic_s)]) is not None


def test_it_ends_with_the_process_that_started_it_however_that_ends(sampler: Path) -> None:
    owner = subprocess.Popen(
        [sys.executable, "-c", OWNER, str(sampler)], stdout=subprocess.PIPE, text=True
    )
    assert owner.stdout is not None
    with owner:
        yardstick = int(owner.stdout.readline())
        assert not is_gone(yardstick)
        owner.kill()
    wait_until(lambda: is_gone(yardstick), "the yardstick has ended")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_it_ends_in_order_when_told_to(sampler: Path, number: int) -> None:
    with subprocess.Popen([sampler, "--yardstick"], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stdout.readline().startswith(b'{"type":"header"')
        process.send_signal(number)
        process.stdout.read()
        assert process.wait(TIMEOUT_S) == 0


def test_a_reader_that_goes_away_is_named(sampler: Path) -> None:
    with subprocess.Popen(
        [sampler, "--yardstick"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert b"the reader has gone" in process.stderr.read()
        assert process.wait(TIMEOUT_S) == 1


def counted(*events: str) -> tuple[SamplerStream, float]:
    """Count events of a program of threads and children; and the CPU that it says it used."""
    load = Script(
        "say('ready'); wait()\n"
        "threads = [threading.Thread(target=burn, args=(0.3, time.thread_time)) for _ in '12']\n"
        "[one.start() for one in threads]; [one.join() for one in threads]\n"
        "pid = os.fork()\n"
        "if pid == 0: burn(0.5); os._exit(0)\n"
        "os.waitpid(pid, 0)\n"
        "for _ in range(100): time.sleep(0.001)\n"
        "say(sum(os.times()[:4])); wait(); os._exit(0)\n"
    )
    with load:
        load.heard()
        with ProcessSampler(
            [load.pid], cpu_interval_s=0.2, memory_interval_s=0, counters=events
        ) as sampler:
            load.go_on()
            used_s = float(load.heard())
            return sampler.stop(), used_s


def test_software_events_of_a_tree_are_counted(sampler: Path) -> None:
    stream, used_s = counted("task-clock", "context-switches")
    reason = stream.header.counters_unavailable_reason
    if reason is not None:
        pytest.skip(f"no perf events: {reason}")
    first, last = stream.cpu_samples[0].counters, stream.cpu_samples[-1].counters
    clock_ns, earlier_ns = last["task-clock"], first["task-clock"]
    assert clock_ns is not None and earlier_ns is not None
    grown_s = stream.cpu_samples[-1].cpu_time_s - stream.cpu_samples[0].cpu_time_s
    assert used_s > 1.0
    # Ticks of 10 ms against nanoseconds.
    assert (clock_ns - earlier_ns) / 1e9 == pytest.approx(grown_s, rel=0.03, abs=0.03)
    switches = last["context-switches"]
    assert switches is not None and switches >= 100


def test_a_root_that_is_named_twice_is_counted_once(sampler: Path) -> None:
    with Script("say('ready'); wait(); burn(1); say('done'); wait(); os._exit(0)") as load:
        load.heard()
        with ProcessSampler(
            [load.pid, load.pid], memory_interval_s=0, counters=("task-clock",)
        ) as running:
            load.go_on()
            load.heard()
            stream = running.stop()
        load.go_on()
    reason = stream.header.counters_unavailable_reason
    if reason is not None:
        pytest.skip(f"no perf events: {reason}")
    clock_ns = stream.cpu_samples[-1].counters["task-clock"]
    assert clock_ns is not None
    assert clock_ns / 1e9 == pytest.approx(1, abs=0.3)


def test_instructions_are_counted_or_unknown_and_never_zero(sampler: Path) -> None:
    stream, _ = counted("instructions", "cycles")
    figures = [one.counters[name] for one in stream.cpu_samples for name in one.counters]
    if stream.header.counters_unavailable_reason is None:
        assert all(figures[-2:])  # a reading before the load begins may have none
    else:
        assert figures and not any(figure is not None for figure in figures)


def test_without_being_asked_nothing_is_counted(sampler: Path) -> None:
    with Script("say('ready'); wait(); os._exit(0)") as load:
        load.heard()
        with ProcessSampler([load.pid], memory_interval_s=0) as running:
            stream = running.stop()
    assert stream.header.counters_unavailable_reason is None
    assert not stream.cpu_samples[-1].counters
    assert os.access(sampler, os.X_OK)


def test_it_ends_when_told_to_although_the_reader_has_stalled(sampler: Path) -> None:
    read_end, write_end = os.pipe()
    os.set_blocking(write_end, False)
    try:
        while os.write(write_end, b"\n" * 4096):
            pass
    except BlockingIOError:
        pass  # full
    os.set_blocking(write_end, True)
    with subprocess.Popen([sampler, "--yardstick"], stdout=write_end) as process:
        wait_until(lambda: handles(process.pid, signal.SIGTERM), "it takes signals")
        process.terminate()
        assert process.wait(TIMEOUT_S) == 1
    os.close(read_end)
    os.close(write_end)
