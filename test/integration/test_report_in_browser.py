# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The HTML report in a real headless browser."""

from __future__ import annotations

import html
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from crossed_arms import BONDS, arms, crossed, stamp
from curve_studies import stored_graph, stored_sizes
from PIL import Image
from stored_studies import four_compositions, write_study

from nav2_composition_bench.aggregate.stored_study import read_study
from nav2_composition_bench.report.page import render

BROWSER = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--hide-scrollbars",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PROBE = """<script>addEventListener("load", () => {
  const wide = [...document.querySelectorAll("body *")].filter(
    (e) => !e.closest(".scroll, figure") && e.getBoundingClientRect().right > innerWidth + 1);
  const drawn = [...document.querySelectorAll("svg")].filter(
    (e) => e.getBoundingClientRect().height > 40);
  parent.document.documentElement.dataset.probe = `wide=${wide.length} svg=${drawn.length} end`;
});</script></head>"""
FRAME = (
    '<!DOCTYPE html><iframe style="border:0;width:{width}px;height:900px" srcdoc="{page}"></iframe>'
)

pytestmark = pytest.mark.skipif(BROWSER is None, reason="Chromium is not installed")


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study of the four compositions, one of two factors, and two of topologies."""
    directory = tmp_path_factory.mktemp("report")
    named = arms(BONDS)
    crossing = crossed(named, {("no_bonds",): -0.9}, noise=0.02, block_noise=0.1)
    studies = [
        read_study(write_study(directory / "board" / "default", four_compositions())),
        read_study(write_study(directory / "board" / "bonds", crossing, stamp(named))),
        stored_sizes(directory),
        stored_graph(directory),
    ]
    path = directory / "report.html"
    path.write_text(render(studies).replace("</head>", PROBE), encoding="utf-8")
    return path


def browse(page: Path, profile: Path, *options: str) -> str:
    """Load the page and return the document that results."""
    assert BROWSER is not None
    done = subprocess.run(
        [BROWSER, *QUIET, f"--user-data-dir={profile}", *options, page.as_uri()],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    return done.stdout


@pytest.mark.parametrize("width", [1200, 390])
def test_nothing_but_scrolled_tables_and_pictures_is_wider_than_the_window(
    page: Path, tmp_path: Path, width: int
) -> None:
    framed = tmp_path / "framed.html"  # for no window is narrower than 500 pixels
    framed.write_text(FRAME.format(width=width, page=html.escape(page.read_text())))
    dom = browse(framed, tmp_path / "profile", "--window-size=1300,900", "--dump-dom")
    probe = re.search(r'data-probe="wide=(\d+) svg=(\d+) end"', dom)
    assert probe is not None
    assert probe[1] == "0"
    assert probe[2] == "61"  # folded ones are laid out, too


@pytest.mark.parametrize("options, is_dark", [((), False), (("--force-dark-mode",), True)])
def test_the_page_follows_the_readers_theme(
    page: Path, tmp_path: Path, options: tuple[str, ...], is_dark: bool
) -> None:
    picture = tmp_path / "page.png"
    browse(page, tmp_path / "p", "--window-size=900,1200", f"--screenshot={picture}", *options)
    with Image.open(picture) as image:
        levels = image.convert("L").histogram()
    background = max(range(256), key=levels.__getitem__)
    assert (background < 64) if is_dark else (background > 240)
    # text and pictures stand out: some pixels are at the other end
    assert sum(levels[160:] if is_dark else levels[:96]) > 1000
