# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""A recorder that does in minutes what ``nav2-bench record`` does in hours.

``hurried_recorder.py SECONDS LOOKS`` records the system on its domain: it looks as often who is
there while CPU is counted, and hears as many messages a second as come. Its last line is the number
of messages that it heard.
"""

from __future__ import annotations

import os
import sys
from functools import partial

from nav2_composition_bench.recording import listening, quiet, recorder
from nav2_composition_bench.recording.recorder import Recorder, RecordOptions
from nav2_composition_bench.recording.watcher import Watcher

QUIET_SHARE = 0.2
"""Counting CPU keeps nothing of a message, so that the time is for messages."""


def main(duration_s: float, looks: int) -> int:
    """Record, and say what is under way."""
    vars(recorder).update(_QUIET_SHARE=QUIET_SHARE)
    vars(quiet).update(_LOOK_EVERY_S=duration_s * QUIET_SHARE / looks)
    vars(listening).update(BUDGET_HZ=float("inf"))
    options = RecordOptions(duration_s, int(os.environ["ROS_DOMAIN_ID"]))
    with Watcher() as watcher:
        sighting = Recorder(watcher, options, partial(print, flush=True)).record()
    print(sighting.cost.messages, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(float(sys.argv[1]), int(sys.argv[2])))
