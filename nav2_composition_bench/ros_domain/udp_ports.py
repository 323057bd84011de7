# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""UDP ports of this machine; apart from the domains, since the guardian has no psutil."""

from __future__ import annotations

import psutil


def used_udp_ports() -> frozenset[int]:
    """Local UDP ports in use, IPv4 and IPv6."""
    return frozenset(each.laddr.port for each in psutil.net_connections("udp") if each.laddr)
