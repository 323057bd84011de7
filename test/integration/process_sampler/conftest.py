# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Builds the sampler of this tree, with its tests, once per session."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from native_builds import QUICK, UNITY
from sampler_programs import Mapper, SamplerBuild, Script, build_sampler

from nav2_composition_bench.processes.cgroup import CgroupUnavailableError, CpuCgroup


@pytest.fixture(scope="session")
def native_build(tmp_path_factory: pytest.TempPathFactory) -> SamplerBuild:
    """The sampler, built for this machine."""
    return build_sampler(tmp_path_factory.mktemp("process_sampler"), [UNITY])


@pytest.fixture(scope="session")
def aarch64_build(tmp_path_factory: pytest.TempPathFactory) -> SamplerBuild:
    """The sampler, built for aarch64; its programs run under qemu-user."""
    compiler = shutil.which("aarch64-linux-gnu-g++")
    emulator = shutil.which("qemu-aarch64") or shutil.which("qemu-aarch64-static")
    if compiler is None:
        pytest.skip("no aarch64-linux-gnu-g++ (Debian: g++-aarch64-linux-gnu)")
    if emulator is None:
        pytest.skip("no qemu-aarch64 (Debian: qemu-user)")
    return build_sampler(
        tmp_path_factory.mktemp("process_sampler_aarch64"),
        [
            *QUICK,
            "-DCMAKE_SYSTEM_NAME=Linux",
            "-DCMAKE_SYSTEM_PROCESSOR=aarch64",
            f"-DCMAKE_CXX_COMPILER={compiler}",
        ],
        emulator=(emulator,),
    )


@pytest.fixture
def sampler(native_build: SamplerBuild, monkeypatch: pytest.MonkeyPatch) -> Path:
    """process_sampler of this tree, which ProcessSampler finds as well."""
    monkeypatch.setenv("NAV2_BENCH_SAMPLER", str(native_build.sampler))
    return native_build.sampler


@pytest.fixture
def mappers(native_build: SamplerBuild) -> Iterator[MapperFactory]:
    """Starts processes of known memory, and ends them after the test."""
    with ExitStack() as stack:
        yield MapperFactory(native_build.mapper, stack)


class MapperFactory:
    """Called with steps, starts a mapper that will take them one by one."""

    def __init__(self, program: Path, stack: ExitStack) -> None:
        self._program = program
        self._stack = stack

    def __call__(self, *steps: str) -> Mapper:
        return self._stack.enter_context(Mapper(self._program, steps))


@pytest.fixture
def cgroup() -> Iterator[CpuCgroup]:
    """A cgroup that takes processes."""
    try:
        with CpuCgroup(f"nav2_composition_bench_test_{os.getpid()}") as made:
            with Script("wait()") as probe:
                try:
                    made.add(probe.pid)
                except OSError as error:
                    pytest.skip(f"{made.path} takes no process: {error.strerror}")
            yield made
    except CgroupUnavailableError as error:
        pytest.skip(f"no cgroup can be made: {error}")


@pytest.fixture
def as_nobody(tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[str]]:
    """A command prefix that drops all privileges; empty when there are none to drop."""
    if os.geteuid() != 0:
        yield []
        return
    if shutil.which("setpriv") is None:
        pytest.skip("no setpriv to drop privileges with")
    prefix = ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    # Who is nobody cannot reach the directory of this interpreter everywhere.
    probe = subprocess.run([*prefix, sys.executable, "-c", ""], capture_output=True, check=False)
    if probe.returncode != 0:
        pytest.skip(f"an unprivileged user cannot run {sys.executable}")
    yield prefix
