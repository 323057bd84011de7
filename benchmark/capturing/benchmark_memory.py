# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Whether a capturer grows over eight hours, in twelve minutes.

What it could keep something of comes as often as in eight hours of Nav2: looks at the graph, which
it takes every second while it counts CPU; messages, of which it hears 515 a second then (the
captures in ``results/x86_64-2-core-vm-2``); and a node that is started anew every ten minutes.
"""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import scipy.stats

from benchmark.engine.programs import ROOT, engine, own_domain
from benchmark.result import Bound, Result

HOURS = float(os.environ.get("HOURS", "8"))
"""As many of them are packed into ..."""
MINUTES = float(os.environ.get("MINUTES", "12"))
TITLE = f"memory of a capturer over as many looks, messages and restarts as in {HOURS:g} hours"
TOPICS = 40
LOOKS = round(HOURS / 2 * 3600)
MESSAGES = HOURS / 2 * 3600 * 515
RESTARTS = round(HOURS * 6)
MAX_GROWTH_MB = 1.0
WARM_UP_SHARE = 0.1
"""Of each part: what it sets up for itself, and what an allocator keeps from then on."""
READ_EVERY_S = 2.0


@dataclass
class Part:
    """Memory of the capturer over one part of a capture.

    :param anonymous_mb: not its USS, which changes with what else has mapped the same libraries.
    """

    name: str
    times_s: list[float] = field(default_factory=list)
    anonymous_mb: list[float] = field(default_factory=list)

    def result(self) -> Result:
        """Return the median slope (Theil and Sen) times the length, without the beginning."""
        first = round(len(self.times_s) * WARM_UP_SHARE)
        times_s, found_mb = self.times_s[first:], self.anonymous_mb[first:]
        slope = float(scipy.stats.theilslopes(found_mb, times_s).slope)
        length_s = times_s[-1] - times_s[0]
        places = [round(at * (len(found_mb) - 1) / 4) for at in range(5)]
        quarters = ", ".join(f"{found_mb[place]:.2f}" for place in places)
        return Result(
            f"growth over {self.name}",
            slope * length_s,
            Bound.AT_MOST,
            MAX_GROWTH_MB,
            "MB",
            f"at its quarters {quarters} MB; {length_s:.0f} s",
        )


def measure() -> Iterator[Result]:
    """Record, and tell what each part grew by."""
    parts, messages = _captured()
    yield from (part.result() for part in parts)
    yield Result(
        "messages heard / those of these hours", messages / MESSAGES, Bound.AT_LEAST, 1.0, ""
    )


def _captured() -> tuple[Sequence[Part], int]:
    with ExitStack() as running:
        environment = own_domain(running)
        engine(_talkers())(environment, running)
        over = threading.Event()
        passer_by = threading.Thread(target=_come_and_go, args=(environment, over))
        passer_by.start()
        running.callback(passer_by.join)
        running.callback(over.set)
        command = [sys.executable, "-m", "benchmark.capturing.hurried_capturer"]
        command += [str(60 * MINUTES), str(LOOKS)]
        capturer = running.enter_context(
            subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        )
        running.callback(capturer.kill)
        return _watched(capturer)


def _watched(capturer: subprocess.Popen[str]) -> tuple[Sequence[Part], int]:
    """Read the capturer's memory until it ends."""
    lines: list[str] = []
    assert capturer.stdout is not None
    reading = threading.Thread(target=lines.extend, args=(capturer.stdout,))
    reading.start()
    parts: list[Part] = []
    while reading.is_alive():
        said = [line for line in lines if line.startswith(("counting", "listening"))]
        if len(said) > len(parts):
            parts.append(Part(said[len(parts)].split(" for ")[0]))
        if parts and (found_mb := _anonymous_mb(capturer.pid)) is not None:
            parts[-1].anonymous_mb.append(found_mb)
            parts[-1].times_s.append(time.monotonic())
        reading.join(READ_EVERY_S)
    reading.join()
    if capturer.wait() != 0:
        raise RuntimeError(f"the capturer ended with {capturer.returncode}: {''.join(lines)}")
    return parts, int(lines[-1])


def _anonymous_mb(pid: int) -> float | None:
    """Return what a process has in memory that is no file; None once it has ended."""
    lines = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    kilobytes = next((line.split()[1] for line in lines if line.startswith("RssAnon:")), None)
    return None if kilobytes is None else int(kilobytes) * 1024 / 1e6


def _talkers() -> Mapping[str, Mapping[str, Any]]:
    """A node that publishes and one that subscribes, in one process: messages go by pointer."""
    topics = [f"topic_{number}" for number in range(TOPICS)]
    listened_s = 60 * MINUTES * 0.75  # less than the capturer's share, so that enough come
    period_ns = round(1e9 * TOPICS * listened_s / MESSAGES)
    entity = {topic: {"topic": f"/{topic}", "type": "stamped10b"} for topic in topics}
    publisher = {topic: {**each, "period_ns": period_ns} for topic, each in entity.items()}
    return {  # of no object twice, which would be an alias in the file
        "talker": {"publishers": [*topics], "publisher": publisher, "intra_process": True},
        "hearer": {"subscriptions": [*topics], "subscription": entity, "intra_process": True},
    }


def _come_and_go(environment: Mapping[str, str], over: threading.Event) -> None:
    news = {"topic": "/news", "type": "stamped10b", "period_ns": 100_000_000}
    node = {"publishers": ["news"], "publisher": {"news": news}}
    for _ in range(RESTARTS):
        with ExitStack() as running:
            program = engine({"passer_by": node})(environment, running)
            if over.wait(60 * MINUTES / RESTARTS):
                return
            program.end()
