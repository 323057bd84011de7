# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import os
import struct
from pathlib import Path

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.installation.cpu_latency import CpuLatencyLimit


def is_open(path: Path) -> bool:
    descriptors = Path("/proc/self/fd")
    return path in [Path(os.path.realpath(each)) for each in descriptors.iterdir()]


def test_a_limit_is_written_as_32_bits_and_kept_open_until_it_is_left(tmp_path: Path) -> None:
    device = tmp_path / "cpu_dma_latency"
    with CpuLatencyLimit(device) as limit:
        limit.set(20)
        assert struct.unpack("=i", device.read_bytes()) == (20,)
        assert is_open(device)
    assert not is_open(device)


def test_zero_is_a_limit_and_none_ends_the_one_before(tmp_path: Path) -> None:
    device = tmp_path / "cpu_dma_latency"
    with CpuLatencyLimit(device) as limit:
        limit.set(None)
        assert not device.exists()
        limit.set(0)
        assert device.read_bytes() == bytes(4) and is_open(device)
        limit.set(None)
        assert not is_open(device)


def test_it_tells_whether_the_limit_is_another_than_before(tmp_path: Path) -> None:
    with CpuLatencyLimit(tmp_path / "cpu_dma_latency") as limit:
        limits_us = (None, 0, 0, 20, 20, None, None, 20)
        told = [limit.set(limit_us) for limit_us in limits_us]
        assert told == [False, True, False, True, False, True, False, True]
        limit.close()
        assert limit.set(20)


def test_it_is_let_go_where_what_runs_under_it_fails(tmp_path: Path) -> None:
    device = tmp_path / "cpu_dma_latency"
    limit = CpuLatencyLimit(device)
    limit.set(0)
    with pytest.raises(ValueError, match="trial"), limit:
        raise ValueError("trial")
    assert not is_open(device)


def test_a_machine_without_the_device_refuses_the_limit(tmp_path: Path) -> None:
    limit = CpuLatencyLimit(tmp_path / "nowhere/cpu_dma_latency")
    with pytest.raises(UserError, match=r"cpu_latency_us: .*No such file.*or leave"):
        limit.set(0)


def test_a_device_that_takes_no_such_value_refuses_the_limit_and_is_closed() -> None:
    full = Path("/dev/full")
    with pytest.raises(UserError, match="No space left"):
        CpuLatencyLimit(full).set(0)
    assert not is_open(full)
