# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How exact process_sampler's figures are, on processes whose CPU and pages are known."""

from __future__ import annotations

from collections.abc import Iterator

from benchmark.result import Bound, Result
from benchmark.sampler.known_processes import cpu_against_wait4, footprint_pages
from benchmark.sampler.programs import built_programs

TITLE = "how exact process_sampler is"


def measure() -> Iterator[Result]:
    """Measure CPU against wait4, and the footprint of a known mapping where it can be read."""
    with built_programs() as programs:
        measured_s, reference_s = cpu_against_wait4(programs.sampler)
        yield Result(
            "error of CPU time against wait4, ended children included",
            100 * abs(measured_s / reference_s - 1),
            Bound.AT_MOST,
            0.5,
            "%",
            f"{measured_s:.4f} s against {reference_s:.4f} s",
        )
        for with_outsider in (False, True):
            mapping = footprint_pages(
                programs.sampler, programs.mapper, with_outsider=with_outsider
            )
            if mapping is None:
                continue
            who = "an outsider maps it too" if with_outsider else "nobody else maps it"
            yield Result(
                f"error of the footprint of a mapping shared by two processes, {who}",
                abs(mapping.footprint - mapping.mapped),
                Bound.AT_MOST,
                0,
                "pages",
                f"{mapping.footprint} of {mapping.mapped} pages; PSS {mapping.pss:.0f} pages",
            )
