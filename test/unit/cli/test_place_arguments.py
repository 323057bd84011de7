# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from topology_factory import chain, written

from nav2_composition_bench.cli.place_arguments import add_place_arguments, asked_of
from nav2_composition_bench.errors import UserError
from nav2_composition_bench.placing.search import REMEMBERED


def test_more_placements_than_a_search_keeps_cannot_be_measured(tmp_path: Path) -> None:
    parser = argparse.ArgumentParser()
    add_place_arguments(parser)
    topology = written(tmp_path, *chain("a", "b"))
    words = ["--topology", str(topology), "--loops", "2", "--out", str(tmp_path), "--best"]
    asked_of(parser.parse_args([*words, str(REMEMBERED)]))
    with pytest.raises(UserError) as caught:
        asked_of(parser.parse_args([*words, str(REMEMBERED + 1)]))
    assert str(caught.value) == "--best is 17, must be at most 16, as many as a search keeps"
