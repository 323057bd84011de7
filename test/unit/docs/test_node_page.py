# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import re
from pathlib import Path

from nav2_composition_bench.measurement_node.parameters import PARAMETERS

PAGE = Path(__file__).resolve().parents[3] / "docs" / "node.md"


def test_every_parameter_is_in_the_table() -> None:
    section = PAGE.read_text().split("## Parameters")[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    written = {name for row in rows for name in re.findall(r"`(\w+)`", row)}
    assert written == {parameter.name for parameter in PARAMETERS} | {"use_sim_time"}
