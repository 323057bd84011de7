# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""XML elements that know the file and line they stand in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from xml.parsers import expat

from nav2_composition_bench.errors import UserError, told_in_one_line


@dataclass
class Element:
    """One XML element.

    :param line: of its start tag, from 1.
    :param text: its character data, stripped of surrounding white space.
    """

    tag: str
    attributes: dict[str, str]
    file: Path
    line: int
    children: list[Element] = field(default_factory=list)
    text: str = ""

    def error(self, message: str) -> UserError:
        """Return an error that begins with this element's file and line."""
        return UserError(f"{self.file}:{self.line}: {message}")

    def all(self, tag: str) -> list[Element]:
        """Return the children of that tag, in document order."""
        return [child for child in self.children if child.tag == tag]

    def find(self, tag: str) -> Element | None:
        """Return the only child of that tag, or None.

        :raises UserError: if there are several.
        """
        found = self.all(tag)
        if len(found) > 1:
            raise found[1].error(f"<{tag}> may stand only once in <{self.tag}>")
        return found[0] if found else None

    def get(self, tag: str) -> Element:
        """Return the only child of that tag.

        :raises UserError: if there is not exactly one.
        """
        found = self.find(tag)
        if found is None:
            raise self.error(f"<{self.tag}> needs a <{tag}>")
        return found

    def attribute(self, name: str) -> str:
        """Return an attribute that must be there.

        :raises UserError: if it is missing or empty.
        """
        value = self.attributes.get(name, "")
        if not value:
            raise self.error(f'<{self.tag}> needs an attribute {name}="..."')
        return value

    def numbers(self, count: int) -> tuple[float, ...]:
        """Return the text as that many finite numbers.

        :raises UserError: if it is anything else.
        """
        words = self.text.split()
        try:
            values = tuple(float(word) for word in words)
        except ValueError:
            values = ()
        if len(values) != count or any(abs(value) > 1e9 or value != value for value in values):
            wanted = "a number" if count == 1 else f"{count} numbers"
            raise self.error(f"<{self.tag}> must hold {wanted}, not '{self.text}'")
        return values

    def boolean(self) -> bool:
        """Return the text as a truth value (true, false, 1, 0).

        :raises UserError: if it is anything else.
        """
        values = {"true": True, "1": True, "false": False, "0": False}
        if self.text.lower() not in values:
            raise self.error(f"<{self.tag}> must hold true or false, not '{self.text}'")
        return values[self.text.lower()]

    def allow(self, understood: Iterable[str], attributes: Iterable[str] = ()) -> None:
        """Refuse children and attributes outside the given names.

        :raises UserError: naming the first one that is not understood, and its line.
        """
        known = set(understood)
        for child in self.children:
            if child.tag not in known:
                raise child.error(
                    f"<{child.tag}> in <{self.tag}> cannot be read; "
                    f"understood here: {', '.join(sorted(known)) or 'nothing'}"
                )
        for name in self.attributes:
            if name not in attributes:
                raise self.error(f'attribute {name}="..." of <{self.tag}> cannot be read')


def parse_xml(file: Path) -> Element:
    """Parse a file and return its root element.

    :raises UserError: if the file cannot be read or is not well-formed XML.
    """
    with told_in_one_line(f"{file}: cannot be read"):
        data = file.read_bytes()
    parser = expat.ParserCreate()
    roots: list[Element] = []
    stack: list[Element] = []

    def start(tag: str, attributes: dict[str, str]) -> None:
        element = Element(tag, attributes, file, parser.CurrentLineNumber)
        (stack[-1].children if stack else roots).append(element)
        stack.append(element)

    def end(_: str) -> None:
        element = stack.pop()
        element.text = element.text.strip()

    def characters(text: str) -> None:
        if stack:
            stack[-1].text += text

    parser.StartElementHandler = start
    parser.EndElementHandler = end
    parser.CharacterDataHandler = characters
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        reason = expat.errors.messages[error.code]
        raise UserError(f"{file}:{error.lineno}: not well-formed XML: {reason}") from error
    except (LookupError, ValueError) as error:  # what expat says of an encoding it does not know
        raise UserError(f'{file}:1: {error}; save it with encoding="utf-8"') from error
    return roots[0]
