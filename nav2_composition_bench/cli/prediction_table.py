# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What ``nav2-bench predict`` prints."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from nav2_composition_bench.aggregate.describe import span_of
from nav2_composition_bench.metrics import METRICS, NOT_MEASURED
from nav2_composition_bench.recording.arms import RECORDED
from nav2_composition_bench.recording.layout import Pair
from nav2_composition_bench.recording.prediction import ArmPrediction
from nav2_composition_bench.recording.wake_cost import WakeCosts
from nav2_composition_bench.report.figures import in_brackets


def prediction_rows(
    found: Sequence[ArmPrediction], took: Mapping[str, float | None], versions: str
) -> list[list[str]]:
    """Return a heading and a row for each arm.

    :param took: metric → what the recorded system took; None where that does not carry over.
    :param versions: of what the replay ran with.
    """
    heading = [f"arm{in_brackets(versions)}"]
    for metric, recorded in took.items():
        name = METRICS[metric].heading
        heading += [f"replayed {name}", *([name] if recorded is not None else []), "saved [95 %]"]
    return [heading, *(_row(each, took) for each in found)]


def _row(each: ArmPrediction, took: Mapping[str, float | None]) -> list[str]:
    row = [each.arm]
    for metric, recorded in took.items():
        figure, shown = each.figures.get(metric), METRICS[metric]
        row.append(shown.display(None if figure is None else figure.replayed))
        if recorded is not None:
            row.append(shown.display(None if figure is None else figure.value))
        is_saving = figure is not None and each.arm != RECORDED
        row.append(span_of(figure.saved, figure.interval) if figure and is_saving else NOT_MEASURED)
    return row


def prediction_notes(
    found: Sequence[ArmPrediction], took: Mapping[str, float | None], wakes: WakeCosts
) -> list[str]:
    """Say what the figures are, and what to make of them."""
    recorded = took["cpu_percent"]
    of_what = "was recorded" if recorded is not None else "the replay of recorded takes"
    lines = [
        f"replayed: what the topology takes here; saved: per block, of what {of_what}; 1 MB = 10^6"
        " bytes; CPU: 100 % = one core"
    ]
    for each in found:
        figure = each.figures.get("cpu_percent")
        if each.arm == RECORDED and figure is not None and recorded is not None:
            lines.append(
                f"check: what was recorded takes {recorded:.1f} % CPU at the machine's speed now,"
                f" and the replay of that arrangement {figure.replayed:.1f} %"
            )
    if wakes.mean_us:
        source = ", as in recordings of Nav2: too few processes were recorded to tell"
        lines.append(
            f"wake-ups: each takes {wakes.mean_us:.1f} us more in the recorded processes than in"
            f" their replay{source * wakes.is_typical}; savings have it in"
        )
    lines += [
        f"note: {each.arm} delivers {each.delivered:.0%} of the messages that {RECORDED} does: it"
        " does not keep up here, and what it takes less is no saving"
        for each in found
        if each.delivered is not None and not each.keeps_up
    ]
    return lines


def cheapest_line(best: Sequence[ArmPrediction], pairs: Collection[Pair]) -> str:
    """Name the arms that take least and keep pairs apart."""
    apart = " and ".join("/".join(sorted(pair)) for pair in sorted(pairs, key=sorted))
    names = [f"{each.arm} (saves {each.cpu_saved:.0%} of the CPU)" for each in best]
    return f"cheapest that keep {apart} apart: {', '.join(names) or 'none'}"
