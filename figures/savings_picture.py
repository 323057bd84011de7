# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The picture that README opens with: what Nav2 costs by the program that its nodes are in.

It is written without a drawing library, so that it is the same file wherever it is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from figures.cells import percent, percent_with_interval
from figures.studies import mean, records, saved, versions
from nav2_composition_bench.metrics import METRICS

_WIDTH, _ROW, _BAR = 924, 30, 16
"""In pixels: the picture's width, a row's height, a bar's."""
_CPU_LEFT, _CPU_LENGTH = 264, 150
_MEMORY_LEFT, _MEMORY_LENGTH = 652, 110
_STYLE = """
text { font: 13px -apple-system, "Segoe UI", "DejaVu Sans", Helvetica, Arial, sans-serif; }
text, .line { fill: #1b1f24; }
.title { font-size: 17px; font-weight: 600; }
.group { font-weight: 600; }
.quiet { fill: #59636e; font-size: 12px; }
.saved { fill: #1a7f37; font-weight: 600; }
.cpu { fill: #0a66c2; }
.memory { fill: #b35900; }
.gone { fill: #d8dee4; }
.paper { fill: #ffffff; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .quiet { fill: #9198a1; }
  .saved { fill: #3fb950; }
  .cpu { fill: #4493f8; }
  .memory { fill: #db8437; }
  .gone { fill: #343b44; }
  .paper { fill: #0d1117; }
}
"""


STUDY = "nav2-jazzy-containers"
PROGRAMS = {
    "multi_process": "a process for each node",
    "multi_threaded": "component_container_mt",
    "isolated": "component_container_isolated",
    "events_cbg_multi_threaded": "component_container_events_cbg",
    "events_cbg": "the same, thread_num: 1",
    "isolated_events_cbg": "events_cbg_container --isolated",
    "rclcpp_events": "rclcpp_events_container",
    "events": "event_container",
    "two_loops": "event_container, two loops",
    "by_pointer": "ring_buffer_container, by pointer",
}
"""Arm → the program that a launch file names; the first is what the others are measured against."""
_BONDS = "+with_bonds"
_BASELINE = f"{next(iter(PROGRAMS))}{_BONDS}"


def savings_picture() -> str:
    """Return the text of an SVG file."""
    body = [
        _text(16, 30, "What Nav2 costs while it drives, by what its nodes run in", "title"),
        _text(_CPU_LEFT, 58, "CPU, 100 % = one core [95 % interval]", "quiet"),
        _text(_MEMORY_LEFT, 58, "memory: footprint", "quiet"),
    ]
    body += _rows(70)
    end = 120 + _ROW * len(PROGRAMS)
    body.append(
        _text(
            16,
            end + 16,
            "Nav2 Jazzy with its bonds, Fast DDS, x86-64 virtual machine with two cores; one study,"
            " its arms in the same blocks.",
            "quiet",
        )
    )
    height = end + 32
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}"'
            f' width="{_WIDTH}" height="{height}" role="img">',
            "<title>CPU and memory of Nav2 by the program that its nodes run in</title>",
            f"<style>{_STYLE}</style>",
            f'<rect class="paper" width="{_WIDTH}" height="{height}" rx="6"/>',
            *body,
            "</svg>",
            "",
        ]
    )


def _rows(top: int) -> Iterator[str]:
    blocks = len({record.block for record in records(STUDY)})
    heading = "In a process for each node, in upstream's containers, and in this package's"
    yield _text(16, top + 18, heading, "group")
    yield _text(28, top + 36, f"{blocks} blocks, {STUDY}{versions(STUDY)}", "quiet")
    for number, (arm, program) in enumerate(PROGRAMS.items()):
        y = top + 44 + number * _ROW
        yield _text(28, y + 13, program)
        for metric, colour, left, length in (
            ("cpu_percent", "cpu", _CPU_LEFT, _CPU_LENGTH),
            ("footprint_bytes", "memory", _MEMORY_LEFT, _MEMORY_LENGTH),
        ):
            yield from _bar(f"{arm}{_BONDS}", metric, colour, left, y, length)


def _bar(arm: str, metric: str, colour: str, left: int, y: int, length: int) -> Iterator[str]:
    """Draw a cost, on a pale bar for that of the first arm, and write what is saved."""
    cost, reference = (mean(STUDY, each, metric) for each in (arm, _BASELINE))
    shown = METRICS[metric]
    yield _rectangle(left, y, length * max(cost, reference) / reference, "gone")
    yield _rectangle(left, y, length * cost / reference, colour)
    decimals = 0 if shown.unit == "MB" else 1
    figure = f"{cost / shown.divisor:.{decimals}f} {shown.unit}"
    end = left + round(length * max(cost, reference) / reference) + 8
    yield _text(end, y + 13, figure)
    if arm == _BASELINE:
        return
    found = saved(STUDY, arm, metric, _BASELINE)
    if not round(100 * found.fraction):
        yield _text(end + 60, y + 13, "the same", "quiet")
        return
    is_cpu = metric == "cpu_percent"
    text = percent_with_interval(found) if is_cpu else percent(found.fraction)
    is_undecided = found.interval is not None and found.interval.contains(0.0)
    yield _text(end + 60, y + 13, f"saves {text}", "quiet" if is_undecided else "saved")


def _rectangle(x: int, y: int, width: float, colour: str) -> str:
    return f'<rect class="{colour}" x="{x}" y="{y}" width="{width:.1f}" height="{_BAR}" rx="2"/>'


def _text(x: int, y: int, text: str, style: str = "") -> str:
    of_style = f' class="{style}"' if style else ""
    return f'<text{of_style} x="{x}" y="{y}">{escape(text, quote=False)}</text>'
