# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Real bridges between network namespaces."""

from __future__ import annotations

import subprocess
import sys

import pytest
from two_machines import why_not

from nav2_composition_bench.fleet.network import FleetNetwork
from nav2_composition_bench.study.fleet import Network

SENT, PAYLOAD_BYTES, HEADERS_BYTES = 4000, 100, 14 + 20 + 8  # Ethernet, IPv4, UDP
SENDING = """
import socket, sys
to = (sys.argv[1], 9)
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
    for _ in range(int(sys.argv[2])):
        sender.sendto(bytes(int(sys.argv[3])), to)
"""


@pytest.mark.parametrize(("kind", "share"), [(Network.LOSSY, 0.05), (Network.ONE_SUBNET, 0.0)])
def test_a_bridge_drops_its_share_of_the_packets(kind: Network, share: float) -> None:
    if (reason := why_not()) is not None:
        pytest.skip(reason)
    with FleetNetwork(["sender", "receiver"], (), kind) as network:
        numbers = map(str, (SENT, PAYLOAD_BYTES))
        command = [sys.executable, "-c", SENDING, network.addresses["receiver"], *numbers]
        subprocess.run(network.command("sender", command), check=True)
        sent = network.traffic(["sender"]).sent_packets
        arrived = network.traffic(["receiver"]).received_bytes / (PAYLOAD_BYTES + HEADERS_BYTES)
    assert sent >= SENT
    assert 1 - arrived / sent == pytest.approx(share, abs=0.02)
