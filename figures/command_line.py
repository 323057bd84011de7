# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The page of the command line, from the parsers of its verbs."""

from __future__ import annotations

import argparse
import re

from nav2_composition_bench.cli import main as program

_BEGIN = """\
# The command line

`nav2-bench VERB --help` lists a verb's options. In a clone the program is `.venv/bin/nav2-bench`,
in a workspace `ros2 run nav2_composition_bench nav2-bench`. Options whose value ends in `...` are
repeatable. [Placements](arms.md#placements) explain `--placement`.

Exit status:

- 0: done; `check`: no limit is exceeded
- 1: `run`, `place`, `predict`: trials given up; `drive --once`: a goal failed; `doctor`: a warning;
  `check`: a limit is exceeded
- 2: an argument, a file or the installation has to be corrected; standard error names it
- 3: `check`: undecided
- 130: interrupted by SIGINT; `run`, `check --against`, `place`, `capture`, `predict` also by
  SIGTERM and SIGHUP
- 141: the reader of standard output has ended

`simulate` and `drive` return 0 after SIGINT, SIGTERM or SIGHUP, `drive --once` 1. Under `nohup` no
verb ends by SIGHUP.

Verbs that run trials show phase, time left, and CPU and PSS of each process on a terminal, and one
line per event elsewhere or with `TERM=dumb`. `NO_COLOR` is respected. `NAV2_BENCH_SAMPLER` names
another `process_sampler`.
"""
_PAGES = {
    "run": "arms trials",
    "show": "report topologies",
    "report": "report",
    "compare": "report",
    "check": "gate",
    "advise": "placing",
    "topology": "topologies",
    "place": "placing",
    "capture": "capturing",
    "predict": "capturing",
    "sample": "metrics",
    "simulate": "host",
    "drive": "host",
    "doctor": "trials",
}
"""Verb → the pages on its subject."""
_LONGEST_CHOICES = 60
_OPTION = re.compile(r"(?<![\w'])(--?[a-z][a-z-]*|\*\*?)(?![\w*])")

FirstVerbs = dict[tuple[str, str], str]
"""Option and sentence → the first verb that has them."""


def command_line_page() -> str:
    """Return the text of ``cli.md``."""
    first: FirstVerbs = {}
    return "\n".join([_BEGIN, *(_section(name, first) for name in program.VERBS)])


def _section(name: str, first: FirstVerbs) -> str:
    """Return what a verb takes; of what an earlier one takes too, the names alone."""
    verb, parser = program.load(name), argparse.ArgumentParser(add_help=False)
    verb.add_arguments(parser)
    needed = [_usage(each) for each in parser._actions if not each.option_strings or each.required]
    pages = ", ".join(f"[{page}]({page}.md)" for page in _PAGES[name].split())
    rows, same = ["option | meaning", "--- | ---"], dict[str, list[str]]()
    for action in parser._actions:
        text = str(action.help) % vars(action)
        sentences = text.replace("; repeatable", "").split(". ")
        new = [each for each in sentences if first.setdefault((action.dest, each), name) == name]
        if new:
            rows.append(f"{_written(action)} | {_in_markdown('. '.join(new))}")
        else:
            same.setdefault(first[action.dest, sentences[0]], []).append(_names(action)[0])
    for other, options in same.items():
        rows.append(f"{', '.join(f'`{each}`' for each in options)} | see [{other}](#{other})")
    about = f"{verb.HELP[0].upper()}{verb.HELP[1:]}. See {pages}."
    usage = " ".join([program.PROGRAM, name, *needed])
    return "\n".join([f"## {name}\n", f"{about}\n", f"    {usage}\n", *rows, ""])


def _names(action: argparse.Action) -> list[str]:
    return [*action.option_strings] or [_value(action)]


def _value(action: argparse.Action) -> str:
    """Return what stands for the value; nothing for a flag."""
    if action.nargs == 0:
        return ""
    choices = ",".join(map(str, action.choices or ()))
    if action.metavar is None and 0 < len(choices) <= _LONGEST_CHOICES:
        return f"{{{choices}}}"
    words = action.metavar or action.dest.upper()
    value = words if isinstance(words, str) else " ".join(words)
    return f"{value}..." if isinstance(action, argparse._AppendAction) else value


def _usage(action: argparse.Action) -> str:
    if action.option_strings:
        return f"{action.option_strings[0]} {_value(action)}"
    form = {"?": "[{}]", "*": "[{}...]", "+": "{}..."}.get(str(action.nargs), "{}")
    return form.format(_value(action))


def _written(action: argparse.Action) -> str:
    first, *others = _names(action)
    value = _value(action) if action.option_strings else ""
    cell = ", ".join(f"`{each}`" for each in [f"{first} {value}".rstrip(), *others])
    return cell.replace("|", r"\|")


def _in_markdown(text: str) -> str:
    return _OPTION.sub(r"`\1`", text).replace("|", r"\|")
