# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""``nav2-bench``: one program, a verb for each job."""

from __future__ import annotations

import argparse
import importlib
import sys
from collections.abc import Sequence
from typing import Protocol, cast

from nav2_composition_bench import __version__
from nav2_composition_bench.cli.standard_output import checked_output
from nav2_composition_bench.errors import UserError, in_one_line
from nav2_composition_bench.installation.libraries import required_libraries
from nav2_composition_bench.processes.garbage_collection import collection_paused
from nav2_composition_bench.processes.text_output import spell_what_streams_lack

PROGRAM = "nav2-bench"

VERBS = (
    "run",
    "show",
    "report",
    "compare",
    "check",
    "advise",
    "topology",
    "place",
    "capture",
    "predict",
    "sample",
    "simulate",
    "drive",
    "doctor",
)
"""Modules of this folder, in the order of the help page."""

USER_ERROR = 2
INTERRUPTED = 130
BROKEN_PIPE = 141


class Verb(Protocol):
    """What a module of this folder has to offer to be a verb."""

    NAME: str
    HELP: str

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Declare the verb's options."""

    def run(self, arguments: argparse.Namespace) -> int:
        """Do the job and return the exit status."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a verb.

    :param arguments: of the command line; those of the process by default.
    :returns: the verb's exit status; 2 for what the user has to mend, 130 when interrupted.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    spell_what_streams_lack()
    try:
        if sys.stdout is None:
            raise UserError("standard output is closed; send it to /dev/null instead")
        with required_libraries(), checked_output(sys.stdout):
            with collection_paused():
                chosen = build_parser(words).parse_args(words)
            return cast(Verb, chosen.verb).run(chosen)
    except UserError as error:
        print(f"{PROGRAM}: error: {in_one_line(str(error))}", file=sys.stderr)
        return USER_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return BROKEN_PIPE


def build_parser(words: Sequence[str]) -> argparse.ArgumentParser:
    """Declare the command line.

    Only the verb that is called is imported, so that a slow library of one does not delay, and
    a missing one does not break, the others.

    :param words: the command line; without a verb in the first place all verbs are declared.
    """
    parser = argparse.ArgumentParser(
        prog=PROGRAM,
        description="Measure what ROS 2 node composition saves on a robot that runs Nav2.",
        epilog=f"'{PROGRAM} VERB --help' tells a verb's options.",
    )
    parser.add_argument("--version", action="version", version=f"%(prog)s {__version__}")
    verbs = parser.add_subparsers(title="verbs", metavar="VERB", required=True)
    for name in [words[0]] if words and words[0] in VERBS else VERBS:
        verb = load(name)
        subparser = verbs.add_parser(verb.NAME, help=verb.HELP, description=verb.HELP)
        verb.add_arguments(subparser)
        subparser.set_defaults(verb=verb)
    return parser


def load(name: str) -> Verb:
    """Import the module of a verb."""
    return cast(Verb, importlib.import_module(f"nav2_composition_bench.cli.{name}"))


if __name__ == "__main__":
    sys.exit(main())
