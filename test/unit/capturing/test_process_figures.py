# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.capturing.process_figures import process_figures
from nav2_composition_bench.capturing.sighting import SeenProcess
from nav2_composition_bench.sampling.sample import (
    CpuSample,
    ProcessCpu,
    SamplerCost,
    SamplerHeader,
    SamplerStream,
    ThreadCpu,
)


def sample(at_s: float, cpu_time_s: float) -> CpuSample:
    threads = (ThreadCpu(7, "renamed", cpu_time_s),)
    process = ProcessCpu(7, 1, "renamed", cpu_time_s, 0.0, 1, 0, 0, threads)
    return CpuSample(at_s, at_s, cpu_time_s, None, (process,), SamplerCost(0.1 * at_s, 1))


def test_a_process_has_the_name_that_the_kernel_calls_it_by() -> None:
    header = SamplerHeader(1, 4096, 1.0, 0.0, None)
    samples = (sample(1.0, 0.0), sample(3.0, 1.0))
    stream = SamplerStream(header, (), samples, (), (), (), (), None, None)
    found, own_percent = process_figures(stream, [7, 8], "/bin/program_{}".format)
    assert (found[7].cpu_percent, found[7].unnamed_threads) == (50.0, "renamed")
    assert own_percent == pytest.approx(10.0)
    assert found[8] == SeenProcess("/bin/program_8")
    assert found[8].unnamed_threads == "program_8"
