# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""How the robots of a fleet find one another, and over what network."""

from __future__ import annotations

import enum


class Discovery(str, enum.Enum):
    """Levels of the factor ``discovery``, which fleets alone have."""

    MULTICAST = "multicast"
    """All robots in one domain, told apart by their namespaces; the middleware's default."""
    DOMAINS = "domains"
    """A domain for each robot."""
    PEERS = "peers"
    """No multicast; each robot is told the addresses of all others."""
    SERVER = "server"
    """A Fast DDS discovery server that tells each robot what concerns it."""
    IGNORE = "ignore"
    """As multicast, and every participant ignores those of other machines."""

    def __str__(self) -> str:
        return self.value

    @property
    def joins_robots(self) -> bool:
        """Whether robots are to find one another."""
        return self not in (Discovery.DOMAINS, Discovery.IGNORE)


class Network(str, enum.Enum):
    """Levels of the factor ``network``, which fleets alone have."""

    ONE_SUBNET = "one_subnet"
    """All machines behind one bridge."""
    FIVE_SUBNETS = "five_subnets"
    """The robots behind five bridges alternately, with a router between them."""
    LOSSY = "drops_5_percent"
    """One bridge, which drops every twentieth packet on its way to each machine, at random."""

    def __str__(self) -> str:
        return self.value

    @property
    def subnets(self) -> int:
        """How many bridges there are."""
        return 5 if self is Network.FIVE_SUBNETS else 1

    @property
    def drops(self) -> float:
        """Share of packets that are dropped."""
        return 0.05 if self is Network.LOSSY else 0.0


def machine_of(node: str) -> str:
    """Return the machine that a node of a fleet runs on: the first part of its full name."""
    return node.lstrip("/").partition("/")[0]
