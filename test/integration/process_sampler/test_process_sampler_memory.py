# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Memory as process_sampler reads it, of processes whose pages are known."""

from __future__ import annotations

import functools
import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from sampler_programs import PAGE_BYTES, Mapper
from waiting import wait_until

from nav2_composition_bench.sampling.sample import MemorySample
from nav2_composition_bench.sampling.sampler import ProcessSampler
from nav2_composition_bench.sampling.stream import parse_stream

pytestmark = pytest.mark.usefixtures("sampler")

PAGES = 3000
Mappers = Callable[..., Mapper]


@pytest.fixture
def shared_file(tmp_path: Path) -> Path:
    path = tmp_path / "shared"
    path.write_bytes(os.urandom(PAGES * PAGE_BYTES))
    return path


@pytest.fixture
def needs_frames() -> None:
    """Skips where page frame numbers are hidden."""
    with open("/proc/self/maps") as maps:
        begin = int(maps.readline().split("-")[0], 16)
    with open("/proc/self/pagemap", "rb", buffering=0) as pagemap:
        pagemap.seek(begin // PAGE_BYTES * 8)
        entry = int.from_bytes(pagemap.read(8), "little")
    if entry & ((1 << 55) - 1) == 0:
        pytest.skip("page frame numbers are hidden (they need CAP_SYS_ADMIN)")


def footprint_bytes(walk: MemorySample) -> int:
    assert walk.footprint_bytes is not None
    return walk.footprint_bytes


def pss_bytes(walk: MemorySample) -> int:
    return sum(process.pss_bytes for process in walk.processes)


def own_footprints_bytes(walk: MemorySample) -> int:
    return sum(process.footprint_bytes or 0 for process in walk.processes)


@pytest.mark.usefixtures("needs_frames")
def test_footprint_counts_a_shared_mapping_once_to_the_page(
    mappers: Mappers, shared_file: Path
) -> None:
    both = [mappers(f"file:{shared_file}") for _ in range(2)]
    with ProcessSampler([m.pid for m in both], memory_interval_s=0) as sampler:
        before = sampler.walk_memory()
        for mapper in both:
            mapper.step()
        after = sampler.walk_memory()
    assert footprint_bytes(after) - footprint_bytes(before) == PAGES * PAGE_BYTES
    assert own_footprints_bytes(after) - own_footprints_bytes(before) == 2 * PAGES * PAGE_BYTES


@pytest.mark.usefixtures("needs_frames")
def test_an_outsider_changes_pss_but_not_the_footprint(mappers: Mappers, shared_file: Path) -> None:
    both = [mappers(f"file:{shared_file}") for _ in range(2)]
    outsider = mappers(f"file:{shared_file}")
    with ProcessSampler([m.pid for m in both], memory_interval_s=0) as sampler:
        for mapper in both:
            mapper.step()
        alone = sampler.walk_memory()
        outsider.step()
        watched = sampler.walk_memory()
    assert footprint_bytes(watched) == footprint_bytes(alone)
    # A third of the mapping is the outsider's now. The kernel rounds each process to 1 KiB.
    lost_bytes = pss_bytes(alone) - pss_bytes(watched)
    assert lost_bytes == pytest.approx(PAGES * PAGE_BYTES / 3, abs=4096)


@pytest.mark.usefixtures("needs_frames")
def test_footprint_of_a_process_counts_a_page_mapped_twice_once(
    mappers: Mappers, shared_file: Path
) -> None:
    mapper = mappers(f"file-twice:{shared_file}")
    with ProcessSampler([mapper.pid], memory_interval_s=0) as sampler:
        before = sampler.walk_memory()
        mapper.step()
        after = sampler.walk_memory()
    for figure in (footprint_bytes, own_footprints_bytes):
        assert figure(after) - figure(before) == PAGES * PAGE_BYTES
    assert after.processes[0].rss_bytes - before.processes[0].rss_bytes == 2 * PAGES * PAGE_BYTES


@pytest.mark.usefixtures("needs_frames")
def test_footprint_counts_written_pages_and_not_the_zero_page(mappers: Mappers) -> None:
    mapper = mappers(f"read:{PAGES}", f"write:{PAGES}")
    with ProcessSampler([mapper.pid], memory_interval_s=0) as sampler:
        before = sampler.walk_memory()
        mapper.step()
        read = sampler.walk_memory()
        mapper.step()
        written = sampler.walk_memory()
    assert footprint_bytes(read) == footprint_bytes(before)
    assert footprint_bytes(written) - footprint_bytes(read) == PAGES * PAGE_BYTES


@pytest.mark.usefixtures("needs_frames")
def test_footprint_does_not_count_the_huge_zero_page(mappers: Mappers) -> None:
    mapper = mappers("huge-read:2048")
    with ProcessSampler([mapper.pid], memory_interval_s=0) as sampler:
        before = sampler.walk_memory()
        mapper.step()
        after = sampler.walk_memory()
    assert footprint_bytes(after) == footprint_bytes(before)


@pytest.mark.usefixtures("needs_frames")
def test_footprint_is_the_same_without_the_kernels_page_scan(
    sampler: Path, mappers: Mappers, shared_file: Path
) -> None:
    steps = (f"file-twice:{shared_file}", "huge-read:2048", f"read:{PAGES}", f"write:{PAGES}")
    processes = [mappers(*steps) for _ in range(2)]
    for mapper in processes:
        for _ in steps:
            mapper.step()
    roots = [word for mapper in processes for word in ("--pid", str(mapper.pid))]
    walks: list[MemorySample] = []
    for options in ([], ["--no-pagemap-scan"]):
        command = [str(sampler), *roots, "--once", *options]
        done = subprocess.run(command, stdout=subprocess.PIPE, check=True)
        walks += parse_stream(done.stdout.splitlines(keepends=True)).memory_samples
    assert footprint_bytes(walks[0]) == footprint_bytes(walks[1])
    assert [process.footprint_bytes for process in walks[0].processes] == [
        process.footprint_bytes for process in walks[1].processes
    ]
    assert footprint_bytes(walks[0]) >= 3 * PAGES * PAGE_BYTES


def test_pss_of_processes_that_share_with_nobody_else_adds_up(
    mappers: Mappers, shared_file: Path
) -> None:
    both = [mappers(f"file:{shared_file}", f"write:{PAGES}") for _ in range(2)]
    with ProcessSampler([m.pid for m in both], memory_interval_s=0) as sampler:
        before = sampler.walk_memory()
        for mapper in both:
            mapper.step()
        mapped = sampler.walk_memory()
        for mapper in both:
            mapper.step()
        written = sampler.walk_memory()
    # Without privileges a process may not lock itself into memory, and its steps bring in code.
    expected = functools.partial(pytest.approx, abs=16 * PAGE_BYTES)
    assert pss_bytes(mapped) - pss_bytes(before) == expected(PAGES * PAGE_BYTES)
    assert pss_bytes(written) - pss_bytes(mapped) == expected(2 * PAGES * PAGE_BYTES)
    for earlier, later in zip(mapped.processes, written.processes):
        assert later.uss_bytes - earlier.uss_bytes == expected(PAGES * PAGE_BYTES)
        assert later.pss_anon_bytes - earlier.pss_anon_bytes == expected(PAGES * PAGE_BYTES)
        assert later.pss_file_bytes == expected(earlier.pss_file_bytes)
        assert later.swap_pss_bytes == 0


def test_walks_come_by_interval_and_on_request(mappers: Mappers) -> None:
    mapper = mappers()
    with ProcessSampler([mapper.pid], cpu_interval_s=0.05, memory_interval_s=0.2) as sampler:
        sampler.request_memory_walk()
        wait_until(lambda: both_kinds(sampler), "walks of both kinds")
        stream = sampler.stop()
    begins_s = [walk.begin_monotonic_s for walk in stream.memory_samples]
    assert begins_s == sorted(begins_s)
    assert all(walk.end_monotonic_s > walk.begin_monotonic_s for walk in stream.memory_samples)


def both_kinds(sampler: ProcessSampler) -> bool:
    """True when there was a walk on request and one that was due."""
    return {walk.requested for walk in sampler.stream().memory_samples} == {True, False}
