# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The machines of a fleet: a network namespace each, behind bridges that stand for subnets."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from nav2_composition_bench.fleet.namespaces import (
    delete,
    namespace_name,
    run_command,
    run_ip,
)
from nav2_composition_bench.fleet.packet_loss import drop_packets
from nav2_composition_bench.processes.interruption import stopping_signals_held
from nav2_composition_bench.study.fleet import Network

_ROUTER = "router"
_PER_BYTE = 250
"""Addresses that differ by the last byte alone."""
_QUIET = "addrgenmode none"
"""An interface without an address of IPv6 sends nothing by itself."""
_OWN_SHARED_MEMORY = 'mount -t tmpfs fleet /dev/shm && exec "$@"'
"""Robots are machines of their own, which share no memory; it goes with the process."""


@dataclass(frozen=True)
class Traffic:
    """What machines have sent and received, as their bridges' ports count."""

    sent_packets: int
    sent_bytes: int
    received_bytes: int

    def since(self, before: Traffic) -> Traffic:
        """Return what was added."""
        return Traffic(
            self.sent_packets - before.sent_packets,
            self.sent_bytes - before.sent_bytes,
            self.received_bytes - before.received_bytes,
        )


@dataclass(frozen=True)
class _Place:
    """Where a machine is.

    :param port: its end of the cable at the bridge.
    :param subnet: from 1.
    """

    namespace: str
    port: str
    subnet: int
    address: str
    hardware: str


class FleetNetwork:
    """A context manager that makes the machines and takes them away again.

    :param machines: names; each goes to the next subnet, and after the last to the first again.
    :param fixed: further machines, all behind the first bridge.

    Entering raises UserError where it cannot be made; nothing of it is left then.

    :ivar drops_by: by what packets are dropped; None where none are.
    """

    drops_by: str | None = None

    def __init__(self, machines: Sequence[str], fixed: Sequence[str], network: Network) -> None:
        self._network = network
        self._router = namespace_name(_ROUTER)
        subnets = [index % network.subnets + 1 for index, _ in enumerate(machines)]
        self._places: dict[str, _Place] = {}
        pairs = zip([*machines, *fixed], [*subnets, *(1 for _ in fixed)])
        for number, (machine, subnet) in enumerate(pairs):
            host = f"{number // _PER_BYTE}.{number % _PER_BYTE + 1}"
            self._places[machine] = _Place(
                namespace_name(machine),
                f"p{number}",
                subnet,
                f"10.{subnet}.{host}",
                f"02:00:00:00:{number >> 8:02x}:{number & 255:02x}",
            )

    def __enter__(self) -> FleetNetwork:
        try:
            self._make()
        except BaseException:
            self._remove()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self._remove()

    @property
    def addresses(self) -> Mapping[str, str]:
        """Machine → its address."""
        return {machine: place.address for machine, place in self._places.items()}

    def command(self, machine: str, command: Sequence[str]) -> list[str]:
        """Return the command line that runs a command on a machine, with the pid of its start."""
        words = ["sh", "-c", _OWN_SHARED_MEMORY, "sh", *command]
        return ["ip", "netns", "exec", self._places[machine].namespace, *words]

    def traffic(self, machines: Sequence[str]) -> Traffic:
        """Return what machines have sent and received so far, all together.

        :raises UserError: if it cannot be read.
        """
        text = run_command(["ip", "-n", self._router, "-s", "-j", "link", "show"])
        counted = {link["ifname"]: link["stats64"] for link in json.loads(text)}
        # What the bridge's end of a cable receives the machine has sent.
        ports = [counted[self._places[machine].port] for machine in machines]
        return Traffic(
            sum(port["rx"]["packets"] for port in ports),
            sum(port["rx"]["bytes"] for port in ports),
            sum(port["tx"]["bytes"] for port in ports),
        )

    def _make(self) -> None:
        places = self._places.values()
        names = [self._router, *(place.namespace for place in places)]
        run_ip([f"netns add {name}" for name in names])
        subnets = range(1, self._network.subnets + 1)
        lines = []
        for subnet in subnets:
            lines += [
                f"link add sn{subnet} address {_gateway(subnet)} type bridge mcast_snooping 0",
                f"link set sn{subnet} {_QUIET}",
                f"address add 10.{subnet}.255.254/16 dev sn{subnet}",
                f"link set sn{subnet} up",
            ]
        for place in places:
            lines += [
                f"link add {place.port} type veth peer name eth0 address {place.hardware}"
                f" netns {place.namespace}",
                f"link set {place.port} {_QUIET}",
                f"link set {place.port} master sn{place.subnet} up",
            ]
        lines += [
            _neighbour(place.address, place.hardware, f"sn{place.subnet}") for place in places
        ]
        run_ip(lines, "-n", self._router)
        if len(subnets) > 1:
            switch = "echo 1 > /proc/sys/net/ipv4/ip_forward"
            run_command(["ip", "netns", "exec", self._router, "sh", "-c", switch])
        for place in places:
            self._set_up(place)
        if self._network.drops:
            ports = [place.port for place in places]
            self.drops_by = drop_packets(self._router, ports, self._network.drops)

    def _set_up(self, place: _Place) -> None:
        # The kernel's table of neighbours is one for all namespaces and holds about a thousand,
        # which entries that were not learnt do not count against.
        gateway = f"10.{place.subnet}.255.254"
        others = [each for each in self._places.values() if each.subnet == place.subnet]
        known = [_neighbour(each.address, each.hardware) for each in others if each is not place]
        run_ip(
            [
                f"link set eth0 {_QUIET}",
                f"address add {place.address}/16 dev eth0",
                "link set lo up multicast on",
                "link set eth0 up multicast on",
                f"route add default via {gateway}",
                "route add 224.0.0.0/4 dev eth0",
                _neighbour(gateway, _gateway(place.subnet)),
                *known,
            ],
            "-n",
            place.namespace,
        )

    def _remove(self) -> None:
        with stopping_signals_held():
            delete([*(place.namespace for place in self._places.values()), self._router])


def _gateway(subnet: int) -> str:
    """Return the hardware address of the router in a subnet."""
    return f"02:00:00:01:00:{subnet:02x}"


def _neighbour(address: str, hardware: str, device: str = "eth0") -> str:
    return f"neighbour add {address} lladdr {hardware} dev {device} nud permanent"
