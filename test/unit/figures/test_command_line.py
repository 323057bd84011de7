# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import re

from figures.command_line import command_line_page
from nav2_composition_bench.cli import main as program


def test_every_verb_has_a_section_with_what_it_needs() -> None:
    page = command_line_page()
    assert re.findall(r"^## (.+)$", page, re.MULTILINE) == list(program.VERBS)
    assert "    nav2-bench place --topology FILE --loops K\n" in page
    assert "    nav2-bench check [DIRECTORY]\n" in page


def test_an_option_is_described_at_the_first_verb_that_has_it() -> None:
    page = command_line_page()
    assert page.count("| name of this machine (default: its host name)\n") == 1
    assert re.search(r"^`--out`, `--machine`, .* \| see \[run\]\(#run\)$", page, re.MULTILINE)


def test_values_of_options_are_shown_with_their_form() -> None:
    page = command_line_page()
    assert "`--objective {path_latency,cpu,p99}` | what is minimised (default: path" in page
    assert r"`--placement 'NAME=NODE,NODE@CORE\|NODE NODE,NODE'...` | " in page
    assert "`--arm NAME...` | run only this arm\n" in page
