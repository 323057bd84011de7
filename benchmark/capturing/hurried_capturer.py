# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A capturer that does in minutes what ``nav2-bench capture`` does in hours.

``hurried_capturer.py SECONDS LOOKS`` captures the system on its domain: it looks as often who is
there while CPU is counted, and hears as many messages a second as come. Its last line is the number
of messages that it heard.
"""

from __future__ import annotations

import os
import sys
from functools import partial

from nav2_composition_bench.capturing import capturer, listening, quiet
from nav2_composition_bench.capturing.capturer import CaptureOptions, Capturer
from nav2_composition_bench.capturing.watcher import Watcher

QUIET_SHARE = 0.2
"""Counting CPU keeps nothing of a message, so that the time is for messages."""


def main(duration_s: float, looks: int) -> int:
    """Capture, and say what is under way."""
    vars(capturer).update(_QUIET_SHARE=QUIET_SHARE)
    vars(quiet).update(_LOOK_EVERY_S=duration_s * QUIET_SHARE / looks)
    vars(listening).update(BUDGET_HZ=float("inf"))
    options = CaptureOptions(duration_s, int(os.environ["ROS_DOMAIN_ID"]))
    with Watcher() as watcher:
        sighting = Capturer(watcher, options, partial(print, flush=True)).capture()
    print(sighting.cost.messages, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), int(sys.argv[2])))
