# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Set up the clone: everything that ``nav2-bench`` and the tests need, inside the clone.

``main.py [DISTRO]``: the ROS distribution whose wheels are taken.

Needs nothing but the standard library. Steps already done are skipped; one that was interrupted
is done again from its beginning.
"""

from __future__ import annotations

import fcntl
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from commands import SetupError
from distribution import wanted_distribution
from steps import (
    INTERFACE_PACKAGES,
    Places,
    Step,
    environment_step,
    interface_step,
    is_done,
    package_step,
    perform,
    sampler_step,
    topology_step,
)
from toolchain import check_compilers


def steps(places: Places) -> Iterator[Step]:
    """Yield the steps in order; the keys of later ones depend on what earlier ones left."""
    compilers = check_compilers()
    yield environment_step(places)
    for package in INTERFACE_PACKAGES:
        yield interface_step(places, package, compilers)
    yield sampler_step(places, compilers)
    yield topology_step(places, compilers)
    yield package_step(places)


def hold_lock(state: Path) -> None:
    """Wait until no other set-up of this clone runs, then be the one until this process ends."""
    state.mkdir(exist_ok=True)
    descriptor = os.open(state / "lock", os.O_CREAT | os.O_RDWR, 0o644)
    os.set_inheritable(descriptor, True)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        print("setup: waiting for another set-up of this clone", flush=True)
        fcntl.flock(descriptor, fcntl.LOCK_EX)


def leave_virtual_environment() -> None:
    """Go on with the interpreter that an active virtual environment was made from.

    That environment may be the very one which is about to be made anew.
    """
    if sys.prefix != sys.base_prefix:
        version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
        python = str(Path(sys.base_prefix, "bin", version))
        os.execv(python, [python, *sys.argv])


def main() -> int:
    """Perform the steps and report each that had something to do."""
    leave_virtual_environment()
    try:
        asked = sys.argv[1] if len(sys.argv) > 1 else ""
        distribution = wanted_distribution(asked, os.environ)
        places = Places(Path(__file__).resolve().parents[1], distribution)
        hold_lock(places.common_state)
        for step in steps(places):
            if not is_done(step, places):
                print(f"setup: {step.title} ... ", end="", flush=True)
                begin = time.monotonic()
                perform(step, places)
                print(f"{time.monotonic() - begin:.0f} s", flush=True)
    except SetupError as error:
        print(f"\nsetup: {error}" if error.exit_status == 1 else f"setup: {error}", file=sys.stderr)
        return error.exit_status
    except OSError as error:
        print(f"setup: cannot write to the clone: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nsetup: interrupted; the next call goes on from here", file=sys.stderr)
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
