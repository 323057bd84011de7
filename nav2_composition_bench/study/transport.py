# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The ways by which the messages of a topology can go."""

from __future__ import annotations

import enum


class Transport(str, enum.Enum):
    """Levels of the factor ``transport``, which topologies alone have."""

    DEFAULT = "default"
    """What the middleware does by itself."""
    UDP = "udp"
    """UDP datagrams over the loopback interface."""
    SHARED_MEMORY = "shared_memory"
    """Fast DDS's transport: a copy into the sender's segment, a copy out of it."""
    DATA_SHARING = "data_sharing"
    """The histories of publishers lie in memory that subscriptions map."""
    LOAN = "loan"
    """The same, and messages are made and read there, so that nothing is copied."""

    def __str__(self) -> str:
        return self.value
