# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""YAML files as documents."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import yaml
from yaml.composer import Composer
from yaml.constructor import SafeConstructor

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.files.document import (
    Document,
    KeyPath,
    make_document,
    read_text,
    unreadable,
)

if yaml.__with_libyaml__:

    class _Loader(Composer, yaml.CSafeLoader):
        """Scans with libyaml, as rcl does, in a tenth of the time.

        Composes in Python: libyaml's composer ends the process where values are nested too deeply.
        """

        def __init__(self, text: str) -> None:
            yaml.CSafeLoader.__init__(self, text)
            Composer.__init__(self)

    _LOADER: type = _Loader
else:
    _LOADER = yaml.SafeLoader

_PLAIN = "!plain"
_QUOTES = ("'", '"')
_IMPLICIT = frozenset(
    f"tag:yaml.org,2002:{kind}" for kind in ("bool", "float", "int", "str", "timestamp", "value")
)
"""Tags that PyYAML gives to values without one, but for null's."""

YAML_FAULTS = (yaml.YAMLError, ValueError, RecursionError)
"""What ``load_yaml`` raises."""


def read_yaml(path: Path) -> Document:
    """Read a YAML file.

    :raises UserError: if it cannot be read, is not YAML, repeats a key or holds NaN or infinity.
    """
    return parse_yaml(read_text(path), path)


def parse_yaml(text: str, path: Path) -> Document:
    """Make a document of a text.

    :param path: what messages call it.
    :raises UserError: if it is not YAML, repeats a key or holds NaN or infinity.
    """
    try:
        root = yaml.compose(text, Loader=_LOADER)
        lines = tuple(_walk(root, ()))  # first: values of merge keys are moved where they are used
        return make_document(path, _value_of(root), lines)
    except yaml.YAMLError as error:
        raise UserError(f"{_place(path, text, error)} is not YAML: {_cause(error)}") from None
    except (ValueError, RecursionError) as error:
        raise unreadable(path, error) from None


def load_yaml(text: str, plain: Callable[[str], Any] | None = None) -> Any:
    """Return what a YAML text holds.

    :param plain: what a value without quotes is, be it a text, a number, a truth value or a date
        to PyYAML; without it, what it is to PyYAML. Keys and null are PyYAML's.
    :raises yaml.YAMLError: if it is not YAML.
    :raises ValueError, RecursionError: for a value that cannot be, or that its tag does not fit.
    """
    root = yaml.compose(text, Loader=_LOADER)
    if plain is None:
        return _value_of(root)
    _mark_plain(root, set())
    return _value_of(root, _PlainConstructor(plain))


class _PlainConstructor(SafeConstructor):
    """Leaves values that are marked as plain to a function."""

    def __init__(self, plain: Callable[[str], Any]) -> None:
        super().__init__()
        self._plain = plain

    def construct_object(self, node: yaml.Node, deep: bool = False) -> Any:
        """Return the value of a node."""
        if node.tag == _PLAIN:
            return self._plain(node.value)
        return super().construct_object(node, deep)


def _mark_plain(node: yaml.Node | None, seen: set[int]) -> None:
    """Give every value without quotes a tag of its own; an alias is the node that it stands for."""
    if node is None or id(node) in seen:
        return
    seen.add(id(node))
    if isinstance(node, yaml.MappingNode):
        for _, value in node.value:
            _mark_plain(value, seen)
    elif isinstance(node, yaml.SequenceNode):
        for value in node.value:
            _mark_plain(value, seen)
    elif isinstance(node, yaml.ScalarNode) and node.tag in _IMPLICIT and node.style not in _QUOTES:
        node.tag = _PLAIN


def _value_of(root: yaml.Node | None, constructor: SafeConstructor | None = None) -> Any:
    if root is None:
        return None
    try:
        return (constructor or SafeConstructor()).construct_document(root)
    except (AttributeError, LookupError):  # in PyYAML's constructors, which do not check
        raise ValueError("its tag, such as !!bool, does not fit; leave the tag out") from None


def _walk(node: yaml.Node | None, prefix: KeyPath) -> Iterator[tuple[KeyPath, int]]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            key_path = (*prefix, str(key.value))
            yield key_path, key.start_mark.line + 1
            yield from _walk(value, key_path)
    elif isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            yield (*prefix, index), item.start_mark.line + 1
            yield from _walk(item, (*prefix, index))


def _place(path: Path, text: str, error: yaml.YAMLError) -> str:
    mark = getattr(error, "problem_mark", None)
    if mark is None:
        return str(path)
    last = max(1, len(text.splitlines()))  # libyaml has the end of a file a line below
    return f"{path}:{min(mark.line + 1, last)}"


def _cause(error: yaml.YAMLError) -> str:
    cause = getattr(error, "problem", None) or str(error)
    return " ".join(str(cause).split())
