# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What stands below the table of what placements would cost."""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Mapping, Sequence

from nav2_composition_bench.capturing.arms import CAPTURED
from nav2_composition_bench.capturing.layout import Pair
from nav2_composition_bench.capturing.prediction import ArmPrediction
from nav2_composition_bench.capturing.wake_cost import WakeCosts
from nav2_composition_bench.placing.advice import StudyAdvice
from nav2_composition_bench.placing.outcome import Judged, model_error_percent
from nav2_composition_bench.placing.process_cost import Overlap
from nav2_composition_bench.placing.trials import BEST, on_cores
from nav2_composition_bench.study.placement import STOCK, Placement
from nav2_composition_bench.topology.graph import Topology
from nav2_composition_bench.topology.units import loaded_of, units


def advice_notes(advice: StudyAdvice) -> list[str]:
    """Return what advice rests on."""
    model = advice.model
    overhead, anon = model.overhead_cpu_percent, model.anon_bytes
    alone = "" if model.told_apart else "; taken as equal, since threads carry no nodes' names"
    with_levels = ", ".join(f"{factor} {level}" for factor, level in advice.only_with)
    return [
        *([f"for arms with {with_levels}; others are not predicted"] if with_levels else []),
        f"made from {' and '.join(advice.made_from)} in {advice.blocks}"
        f" block{'s' if advice.blocks > 1 else ''}; 100 % = one core, 1 MB = 10^6 bytes",
        *(["what was measured of other arms is not used for predictions"] if advice.checks else []),
        f"a process of one node: {_range(overhead, 1.0, 2)} % CPU beyond its node's work"
        f" ({_common(overhead)} of it common to the nodes of one process){alone}",
        f"its anonymous memory: {_range(anon, 1e6, 1)} MB ({_common(anon)} of it common to the"
        " nodes of one process)",
        "intervals are of chance in the trials; that the model is simple is not in them",
    ]


def command_lines(advice: StudyAdvice) -> list[str]:
    """Return how each placement is run that is no stock composition."""
    return [
        f"  {option_of(one.placement)}"
        for one in advice.placements
        if one.placement.name not in STOCK
    ]


def prediction_notes(
    found: Sequence[ArmPrediction], took: Mapping[str, float | None], wakes: WakeCosts
) -> list[str]:
    """Say what the figures of a replay are, and what to make of them."""
    captured = took["cpu_percent"]
    of_what = "was captured" if captured is not None else "the replay of captured takes"
    lines = [
        f"replayed: what the topology takes here; saved: per block, of what {of_what}; 1 MB = 10^6"
        " bytes; CPU: 100 % = one core"
    ]
    for each in found:
        figure = each.figures.get("cpu_percent")
        if each.arm == CAPTURED and figure is not None and captured is not None:
            lines.append(
                f"check: what was captured takes {captured:.1f} % CPU at the machine's speed now,"
                f" and the replay of that placement {figure.replayed:.1f} %"
            )
    if wakes.mean_us:
        source = ", as in recordings of Nav2: too few processes were captured to tell"
        lines.append(
            f"wake-ups: each takes {wakes.mean_us:.1f} us more in the captured processes than in"
            f" their replay{source * wakes.is_typical}; savings have it in"
        )
    lines += [
        f"note: {each.arm} delivers {each.delivered:.0%} of the messages that {CAPTURED} does: it"
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


def found_lines(judged: Sequence[Judged], topology: Topology, cores: Sequence[int]) -> list[str]:
    """Say which placement is best, and how far the model was off on those it did not know.

    Nodes that others make inside themselves have no place in a placement of the robot itself, nor
    in its launch file.

    :param cores: numbers of those that the placements are for.
    """
    (found,) = (one.placement for one in judged if one.placement.name == BEST)
    best = dataclasses.replace(on_cores(found, dict(enumerate(cores))), name="best")
    lines = [f"found: {option_of(best)}"]
    loaded = {name for unit in units(topology) for name in loaded_of(unit, topology)}
    (loops,) = best.processes
    robots = tuple(
        dataclasses.replace(loop, nodes=tuple(n for n in loop.nodes if n in loaded))
        for loop in loops
    )
    if robots != loops:
        whole = dataclasses.replace(best, processes=(robots,))
        lines.append(f"of the robot itself: {option_of(whole)}")
    errors = model_error_percent(judged)
    said = ", ".join(f"{name} {its['mean']:.0f} %" for name, its in errors.items())
    if said:
        lines.append(f"the model was off by, on the mean of placements it did not know: {said}")
    return lines


def option_of(placement: Placement) -> str:
    """Return the option of the command line that a placement is."""
    return f"--placement '{placement}={placement.text}'"


def _range(overlap: Overlap, divisor: float, decimals: int) -> str:
    ends = (min(overlap.alone.values()), max(overlap.alone.values()))
    return " to ".join(dict.fromkeys(f"{end / divisor:.{decimals}f}" for end in ends))


def _common(overlap: Overlap) -> str:
    return f"{overlap.common:.0%}"
