# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Yardstick over programs that write what process_sampler --yardstick would."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.sampling.yardstick import Yardstick, yardsticks_on

TIMEOUT_S = 60.0
HEADER = '{"type":"header","schema":1,"version":"0","pid":7,"rate_hz":25}'


def line(second: int) -> str:
    parts = '"memory_ns":1,"system_calls_ns":1,"wake_ups_ns":1,"arithmetic_ns":1'
    return (
        f'{{"type":"yardstick","monotonic_ns":{second}000000000,"units":25,"unit_ns":4,{parts},'
        f'"cpu_time_ns":{second}}}'
    )


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "process_sampler"
    path.touch(0o755)
    return path


def says(program: Path, *lines: str, then: str = "") -> None:
    told = "\n".join(f"echo '{each}'" for each in lines)
    program.write_text(f"#!/bin/sh\n{told}\n{then}\n")


def test_its_seconds_are_read_as_they_come(program: Path) -> None:
    says(program, HEADER, line(1), line(2), then="exec sleep 600")
    with Yardstick(program) as yardstick:
        assert yardstick.rate_hz == 25.0
        assert yardstick.wait_for_second(2.0, TIMEOUT_S)
        assert [one.end_monotonic_s for one in yardstick.seconds()] == [1.0, 2.0]
        assert [one.end_monotonic_s for one in yardstick.seconds(since_s=1.0)] == [2.0]
        assert not yardstick.wait_for_second(3.0, 0.0)
        pid = yardstick.pid
    assert not Path(f"/proc/{pid}").exists()


def test_old_seconds_are_kept_by_the_minute_where_not_all_are_asked_for(program: Path) -> None:
    says(program, HEADER, *(line(second) for second in range(1, 301)), then="exec sleep 600")
    with Yardstick(program, kept=100) as yardstick:
        assert yardstick.wait_for_second(300.0, TIMEOUT_S)
        ends_s = [one.end_monotonic_s for one in yardstick.seconds()]
        assert ends_s == [*range(1, 11), 70, 130, 190, *range(191, 301)]
        counts = {one.units for one in yardstick.seconds()}
        assert counts == {25, 60 * 25}
        costs = [one.cpu_time_s for one in yardstick.seconds()]
        assert costs == pytest.approx([1e-9 * end_s for end_s in ends_s])


def test_nobody_waits_for_one_that_has_ended(program: Path) -> None:
    says(program, HEADER, line(1), then="printf half-a-line")
    with Yardstick(program) as yardstick:
        assert not yardstick.wait_for_second(9.0, TIMEOUT_S)
        assert len(yardstick.seconds()) == 1


def test_a_refusal_carries_its_own_words(program: Path) -> None:
    program.write_text("#!/bin/sh\necho 'process_sampler: no, because' >&2\nexit 2\n")
    with pytest.raises(UserError, match="^process_sampler: no, because$"):
        Yardstick(program).start()


def test_it_is_started_as_a_mode_of_the_sampler(program: Path, tmp_path: Path) -> None:
    said = tmp_path / "said"
    says(program, HEADER, then=f'echo "$@" > {said}')
    with Yardstick(program) as yardstick:
        assert not yardstick.wait_for_second(1.0, TIMEOUT_S)
    assert said.read_text().strip() == "--yardstick --die-with-parent"


@pytest.mark.parametrize("said", ["hello", "[1]", '{"type":"header","schema":99,"rate_hz":1}'])
def test_a_program_that_is_no_yardstick_is_one_line(program: Path, said: str) -> None:
    says(program, said, then="exec sleep 600")
    with pytest.raises(UserError, match="is no process_sampler: it said '"):
        Yardstick(program).start()


def test_yardsticks_of_a_domain_are_found_until_they_are_stopped_or_end(
    program: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    domain_id = 200 + os.getpid() % 30
    monkeypatch.setenv("ROS_DOMAIN_ID", str(domain_id))
    says(program, HEADER, then=f"read -r _ < {program}.pipe")
    os.mkfifo(f"{program}.pipe")
    with Yardstick(program) as yardstick:
        assert yardsticks_on(domain_id) == (yardstick.pid,)
        assert yardsticks_on(domain_id + 1) == ()
        os.kill(yardstick.pid, signal.SIGSTOP)
        os.waitid(os.P_PID, yardstick.pid, os.WSTOPPED | os.WNOWAIT)
        assert yardsticks_on(domain_id) == ()
        os.kill(yardstick.pid, signal.SIGCONT)
        assert yardsticks_on(domain_id) == (yardstick.pid,)
    assert yardsticks_on(domain_id) == ()
