# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""process_sampler builds, and its own tests pass, for this machine and for aarch64."""

from __future__ import annotations

import os
import subprocess

from sampler_programs import SamplerBuild

from nav2_composition_bench.sampling.stream import parse_stream


def run_tests(build: SamplerBuild) -> None:
    done = subprocess.run(
        [*build.emulator, build.tests], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_its_own_tests_pass(native_build: SamplerBuild) -> None:
    run_tests(native_build)


def test_its_own_tests_pass_on_aarch64(aarch64_build: SamplerBuild) -> None:
    run_tests(aarch64_build)


def test_it_samples_on_aarch64(aarch64_build: SamplerBuild) -> None:
    done = subprocess.run(
        [*aarch64_build.emulator, aarch64_build.sampler, "--pid", str(os.getpid()), "--once"],
        stdout=subprocess.PIPE,
        check=True,
    )
    stream = parse_stream(done.stdout.splitlines(keepends=True))
    (process,) = [p for p in stream.cpu_samples[-1].processes if p.pid == os.getpid()]
    assert process.cpu_time_s > 0
    walks = stream.memory_samples + stream.partial_memory_samples
    assert walks[-1].processes[0].pss_bytes > 0
