# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How Sphinx builds these pages; ``make docs`` calls it."""

project = "nav2_composition_bench"
author = "nav2_composition_bench developers"
copyright = "2026, nav2_composition_bench developers"

extensions = ["myst_parser"]
myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 3
source_suffix = {".md": "markdown"}
exclude_patterns = ["requirements.txt"]

highlight_language = "none"
html_theme = "alabaster"
html_theme_options = {
    "description": "What node composition saves on your robot, and why",
    "fixed_sidebar": True,
    "page_width": "72rem",
}
html_show_sphinx = False
