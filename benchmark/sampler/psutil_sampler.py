# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Sample what process_sampler samples, by psutil, once a second.

usage: psutil_sampler.py DURATION_S all|psutil PID...

Prints the CPU seconds that sampling took. psutil knows neither the names of threads nor page
frames; with ``all`` they are read as one would in Python, with ``psutil`` they are left out.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import numpy as np
import numpy.typing as npt
import psutil

PAGE_BYTES = 4096
FRAME_MASK = np.uint64((1 << 55) - 1)
PRESENT = np.uint64(1 << 63)


def read_process(process: psutil.Process) -> tuple[object, ...]:
    """Read CPU, threads, context switches and memory of one process."""
    with process.oneshot():
        return (
            process.name(),
            process.cpu_times(),
            process.num_threads(),
            process.num_ctx_switches(),
            process.threads(),
            process.memory_full_info(),
        )


def thread_names(pid: int) -> list[str]:
    """Names of the threads of a process."""
    return [(task / "comm").read_text() for task in Path(f"/proc/{pid}/task").iterdir()]


def frames(pid: int) -> npt.NDArray[np.uint64]:
    """Page frames that a process maps."""
    found: list[npt.NDArray[np.uint64]] = []
    with open(f"/proc/{pid}/pagemap", "rb", buffering=0) as pagemap:
        for line in Path(f"/proc/{pid}/maps").read_text().splitlines():
            begin, end = (int(word, 16) for word in line.split(maxsplit=1)[0].split("-"))
            if begin >= 1 << 63:
                continue
            pagemap.seek(begin // PAGE_BYTES * 8)
            raw = pagemap.read((end - begin) // PAGE_BYTES * 8)
            entries = np.frombuffer(raw, dtype=np.uint64)
            found.append(entries[(entries & PRESENT) != 0] & FRAME_MASK)
    return np.unique(np.concatenate(found))


def sample(processes: list[psutil.Process], *, everything: bool) -> None:
    """Read all processes once."""
    for process in processes:
        read_process(process)
        if everything:
            thread_names(process.pid)
    if everything:
        np.unique(np.concatenate([frames(process.pid) for process in processes]))


def main() -> int:
    """Sample until the time is over."""
    duration_s = float(sys.argv[1])
    everything = sys.argv[2] == "all"
    processes = [psutil.Process(int(pid)) for pid in sys.argv[3:]]
    begin_s = time.monotonic()
    begin_cpu_s = time.process_time()
    count = 0
    while count < duration_s:
        sample(processes, everything=everything)
        count += 1
        time.sleep(max(0.0, begin_s + count - time.monotonic()))
    print(time.process_time() - begin_cpu_s)
    return 0


if __name__ == "__main__":
    sys.exit(main())
