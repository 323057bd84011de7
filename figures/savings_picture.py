# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The picture that README opens with: what Nav2 costs by the program that its nodes are in.

It is written without a drawing library, so that it is the same file wherever it is made.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Row:
    """One arm, called by the program that a launch file names."""

    program: str
    arm: str


@dataclass(frozen=True)
class Group:
    """Arms of one study; the first is what the others are measured against."""

    heading: str
    study: str
    rows: tuple[Row, ...]


_BONDS = "+with_bonds"
GROUPS = (
    Group(
        "In a process for each node, in upstream's containers, and in this package's",
        "nav2-jazzy-containers",
        (
            Row("a process for each node", f"multi_process{_BONDS}"),
            Row("component_container_mt", f"multi_threaded{_BONDS}"),
            Row("component_container_isolated", f"isolated{_BONDS}"),
            Row("component_container_events_cbg", f"events_cbg_multi_threaded{_BONDS}"),
            Row("the same, thread_num: 1", f"events_cbg{_BONDS}"),
            Row("events_cbg_container --isolated", f"isolated_events_cbg{_BONDS}"),
            Row("rclcpp_events_container", f"rclcpp_events{_BONDS}"),
            Row("event_container", f"events{_BONDS}"),
            Row("event_container, two loops", f"two_loops{_BONDS}"),
            Row("ring_buffer_container, by pointer", f"by_pointer{_BONDS}"),
        ),
    ),
)


def savings_picture() -> str:
    """Return the text of an SVG file."""
    body = [
        _text(16, 30, "What Nav2 costs while it drives, by what its nodes run in", "title"),
        _text(_CPU_LEFT, 58, "CPU, 100 % = one core [95 % interval]", "quiet"),
        _text(_MEMORY_LEFT, 58, "memory: footprint", "quiet"),
    ]
    top = 70
    for group in GROUPS:
        body += _group(group, top)
        top += 50 + _ROW * len(group.rows)
    body.append(
        _text(
            16,
            top + 16,
            "Nav2 Jazzy with its bonds, Fast DDS, x86-64 virtual machine with two cores; one study,"
            " its arms in the same blocks.",
            "quiet",
        )
    )
    height = top + 32
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


def _group(group: Group, top: int) -> Iterator[str]:
    blocks = len({record.block for record in records(group.study)})
    yield _text(16, top + 18, group.heading, "group")
    yield _text(28, top + 36, f"{blocks} blocks, {group.study}{versions(group.study)}", "quiet")
    for number, row in enumerate(group.rows):
        y = top + 44 + number * _ROW
        yield _text(28, y + 13, row.program)
        for metric, colour, left, length in (
            ("cpu_percent", "cpu", _CPU_LEFT, _CPU_LENGTH),
            ("footprint_bytes", "memory", _MEMORY_LEFT, _MEMORY_LENGTH),
        ):
            yield from _bar(group, row, metric, colour, left, y, length)


def _bar(
    group: Group, row: Row, metric: str, colour: str, left: int, y: int, length: int
) -> Iterator[str]:
    """Draw a cost, on a pale bar for that of the group's first arm, and write what is saved."""
    first = group.rows[0].arm
    largest = max(mean(each.study, each.rows[0].arm, metric) for each in GROUPS)
    cost, reference = (mean(group.study, arm, metric) for arm in (row.arm, first))
    shown = METRICS[metric]
    yield _rectangle(left, y, length * max(cost, reference) / largest, "gone")
    yield _rectangle(left, y, length * cost / largest, colour)
    decimals = 0 if shown.unit == "MB" else 1
    figure = f"{cost / shown.divisor:.{decimals}f} {shown.unit}"
    end = left + round(length * max(cost, reference) / largest) + 8
    yield _text(end, y + 13, figure)
    if row.arm == first:
        return
    found = saved(group.study, row.arm, metric, first)
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
