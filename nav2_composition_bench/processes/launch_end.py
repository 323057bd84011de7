# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How a launch ends with one of its programs."""

from __future__ import annotations

from typing import Any

from nav2_composition_bench.errors import UserError


def end_with(event: Any, context: Any) -> list[Any]:
    """Return what launch does when a process has exited that everything else ends with.

    launch takes an exception for the reason to end all that runs, with status 1, and has no other
    status then.

    :param event: launch's ``ProcessExited``.
    :param context: launch's ``LaunchContext``.
    :raises UserError: if the process failed.
    """
    from launch.actions import Shutdown  # here, since only launch files have it

    if context.is_shutdown:  # a second shutdown would be an error of launch
        return []
    if event.returncode:
        raise UserError(f"{event.process_name} ended with exit status {event.returncode}")
    return [Shutdown(reason="it has ended")]
