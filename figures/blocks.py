# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Marked blocks in Markdown, whose text a figure is.

``<!-- figures: NAME ARGUMENT... -->`` begins one and ``<!-- end -->`` ends it. A marker with a line
of its own begins a block of lines, any other a piece of a sentence.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from nav2_composition_bench.errors import UserError

Figure = Callable[..., str]
"""From the words behind its name to the text of a block."""

_BEGIN = re.compile(r"<!-- figures: (?P<name>\S+)(?P<arguments>[^>]*?) -->")
_END = "<!-- end -->"


@dataclass(frozen=True)
class Block:
    """One marked block of a document.

    :param text: what is between the markers now.
    :param figure: what should be there.
    """

    line_number: int
    marker: str
    text: str
    figure: str

    @property
    def is_current(self) -> bool:
        """Tell whether the document holds the figure as it is."""
        return self.text == self.figure


def refreshed(document: str, text: str, figures: Mapping[str, Figure]) -> tuple[str, list[Block]]:
    """Return a document's text with every block as it should be, and the blocks.

    :param document: its name, for messages.
    :raises UserError: for a block that has no end, or a figure that is not known.
    """
    parts: list[str] = []
    blocks: list[Block] = []
    place = 0
    for begin in _BEGIN.finditer(text):
        line_number = text.count("\n", 0, begin.start()) + 1
        where = f"{document}:{line_number}"
        end = text.find(_END, begin.end())
        following = _BEGIN.search(text, begin.end())
        if end < 0 or (following is not None and following.start() < end):
            raise UserError(f"{where}: the block has no end; write {_END} behind it")
        indent = text[text.rfind("\n", 0, begin.start()) + 1 : begin.start()]
        has_own_line = text.startswith("\n", begin.end())
        if not indent.strip() and not has_own_line:
            raise UserError(
                f"{where}: Markdown ends a paragraph at a line that begins with a marker;"
                " break the line elsewhere"
            )
        figure = _figure(where, begin["name"], begin["arguments"].split(), figures)
        if has_own_line:
            figure = f"\n\n{textwrap.indent(figure.strip(), indent)}\n\n{indent}"
        blocks.append(Block(line_number, begin[0], text[begin.end() : end], figure))
        parts += [text[place : begin.end()], figure]
        place = end
    return "".join([*parts, text[place:]]), blocks


def _figure(where: str, name: str, words: list[str], figures: Mapping[str, Figure]) -> str:
    figure = figures.get(name)
    if figure is None:
        raise UserError(f"{where}: no figure is called {name!r}; there are {', '.join(figures)}")
    signature = inspect.signature(figure)
    try:
        signature.bind(*words)
    except TypeError as error:
        wanted = " ".join(signature.parameters)
        raise UserError(f"{where}: {name}: {error}; its arguments are: {wanted}") from None
    return figure(*words)
