# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The profile and variables with which Fast DDS sends a topology's messages one way alone.

Under ``ROS_AUTOMATIC_DISCOVERY_RANGE=LOCALHOST`` rmw_fastrtps adds transports of its own behind
those of a profile, and it turns data sharing off unless it is told to leave the profile's quality
of service alone. So the range is ``SYSTEM_DEFAULT`` here, and the profile does what ``LOCALHOST``
would do: unicast discovery on the loopback interface. Elements are those of Fast DDS's
``fastRTPS_profiles.xsd``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.settling.middlewares import middlewares_of
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.factor import DEFAULT_RMW, INTRA_PROCESS, TRANSPORT
from nav2_composition_bench.study.transport import Transport
from nav2_composition_bench.topology.graph import Topology

_PROFILE_VARIABLES = (
    "FASTRTPS_DEFAULT_PROFILES_FILE",  # its name in Fast DDS 2
    "FASTDDS_DEFAULT_PROFILES_FILE",  # from Fast DDS 3 on
)
_MIB = 1 << 20
_MIN_SEGMENT_BYTES, _USUAL_SEGMENT_BYTES = 8 * _MIB, 64 * _MIB
_MIN_PEERS, _MAX_PEERS = 32, 120
"""rmw_fastrtps's own number, and what the UDP ports of one domain suffice for."""
_PEERS_OF_OTHERS = 8
"""Participants of a run that are not of the system."""

_XML = """<?xml version="1.0" encoding="UTF-8"?>
<dds xmlns="http://www.eprosima.com/XMLSchemas/fastRTPS_Profiles">
  <profiles>
    <transport_descriptors>
{descriptors}    </transport_descriptors>
    <participant profile_name="system" is_default_profile="true">
      <rtps>
        <userTransports>
{transports}        </userTransports>
        <useBuiltinTransports>false</useBuiltinTransports>
        <builtin>
          <metatrafficUnicastLocatorList>{loopback}</metatrafficUnicastLocatorList>
          <initialPeersList>{loopback}</initialPeersList>
          <readerHistoryMemoryPolicy>{policy}</readerHistoryMemoryPolicy>
          <writerHistoryMemoryPolicy>{policy}</writerHistoryMemoryPolicy>
        </builtin>
      </rtps>
    </participant>
    <data_writer profile_name="writer" is_default_profile="true">{spare}{endpoint}</data_writer>
    <data_reader profile_name="reader" is_default_profile="true">{endpoint}</data_reader>
  </profiles>
  <library_settings>
    <intraprocess_delivery>OFF</intraprocess_delivery>
  </library_settings>
</dds>
"""
_LOOPBACK = "<locator><udpv4><address>127.0.0.1</address></udpv4></locator>"
_POLICY = "PREALLOCATED_WITH_REALLOC"
"""What rmw_fastrtps asks for itself: a preallocated history holds no message that outgrows it."""
_SPARE = (
    "<topic><resourceLimitsQos><extra_samples>{count}</extra_samples></resourceLimitsQos></topic>"
)
_MIN_SPARE, _MAX_SPARE = 2, 1000
_SHARING = (Transport.DATA_SHARING, Transport.LOAN)


@dataclass(frozen=True)
class TransportPlan:
    """What the processes of a system get for a transport.

    :param profile: text of the profile; None for what the middleware does by itself.
    :param environment: variables besides, ``FASTRTPS_DEFAULT_PROFILES_FILE`` among them.
    """

    profile: str | None
    environment: dict[str, str]


def transport_plan(transport: Transport, graph: Topology, profile_file: Path) -> TransportPlan:
    """Return what makes the messages of a graph go one way.

    :param profile_file: where the profile will stand.
    """
    if transport is Transport.DEFAULT:
        return TransportPlan(None, {})
    environment = {
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "SYSTEM_DEFAULT",
        **dict.fromkeys(_PROFILE_VARIABLES, str(profile_file)),
    }
    if transport in _SHARING:
        environment["RMW_FASTRTPS_USE_QOS_FROM_XML"] = "1"
    if transport is Transport.LOAN:
        environment["ROS_DISABLE_LOANED_MESSAGES"] = "0"  # rclcpp's subscriptions ask for none else
    return TransportPlan(_profile(transport, graph), environment)


def refuse_other_settings(arms: Iterable[Arm], environment: Mapping[str, str]) -> None:
    """Refuse settings of the shell that some arms would run under and others not.

    :param environment: variables of the shell.
    :raises UserError: for one of Fast DDS that the profile of a transport replaces.
    """
    chosen = [arm.name for arm in arms if arm[TRANSPORT] is not Transport.DEFAULT]
    for name in (*_PROFILE_VARIABLES, "FASTDDS_BUILTIN_TRANSPORTS"):
        if chosen and environment.get(name):
            raise UserError(
                f"the shell sets {name}, in whose place arm {chosen[0]} has a profile for its"
                " transport, so that arms would differ in more than that; unset it"
            )


def transport_lacks(arm: Arm, graph: Topology) -> Iterator[str]:
    """Yield one clause for each reason why an arm's messages cannot go its way."""
    transport = arm[TRANSPORT]
    if transport is Transport.DEFAULT:
        return
    for rmw in middlewares_of(arm, graph):
        if rmw != DEFAULT_RMW:
            yield (
                f"transport {transport} is a profile of {DEFAULT_RMW} alone, and {rmw} chooses its"
                f" way by itself; take transport {Transport.DEFAULT}"
            )
            break
    if arm[INTRA_PROCESS]:
        yield (
            f"intra_process passes messages by pointer, which no transport does; leave it off or"
            f" take transport {Transport.DEFAULT}"
        )
    if transport in _SHARING:
        for node in graph.nodes:
            for publisher in node.publishers:
                if publisher.matches and not publisher.type.is_bounded:
                    yield (
                        f"transport {transport} needs messages of fixed size, and topic"
                        f" {publisher.topic} of {node.full_name} is of type {publisher.type}"
                    )
                    return


def segment_bytes(graph: Topology) -> int:
    """Return the size of each participant's segment of shared memory.

    64 MiB, with which messages of 1 MB go as fast as Fast DDS can; with its own 0.5 MB reliable
    ones take ten times as long and most others are lost. It is all taken from /dev/shm at once, so
    less where 64 of the largest messages fit into less, and more where 16 do not fit.
    """
    sizes = [publisher.size_bytes for node in graph.nodes for publisher in node.publishers]
    largest = max(sizes, default=0)
    usual = min(_USUAL_SEGMENT_BYTES, max(_MIN_SEGMENT_BYTES, 64 * largest))
    return max(usual, 16 * largest)


def _spare_samples(graph: Topology) -> int:
    """Return how many samples beyond its depth a history has for loans, 64 MiB of them at most.

    Each further subscription that joins a publisher which sends already may keep a whole depth for
    ever (Fast DDS issue 6134): with four at 100 Hz every third start left a publisher without a
    loan.
    """
    publishers = [publisher for node in graph.nodes for publisher in node.publishers]
    wanted = [each.qos.depth * (each.matches - 1) for each in publishers if each.matches > 1]
    affordable = _USUAL_SEGMENT_BYTES // max((each.size_bytes for each in publishers), default=1)
    return _MIN_SPARE + min(max(wanted, default=0), affordable, _MAX_SPARE)


def _profile(transport: Transport, graph: Topology) -> str:
    peers = max(_MIN_PEERS, min(_MAX_PEERS, len(graph.nodes) + _PEERS_OF_OTHERS))
    descriptors = {
        "udp": (
            f"<type>UDPv4</type><maxInitialPeersRange>{peers}</maxInitialPeersRange>"
            "<interfaceWhiteList><address>127.0.0.1</address></interfaceWhiteList>"
        )
    }
    if transport is not Transport.UDP:
        size = segment_bytes(graph)
        descriptors["shm"] = f"<type>SHM</type><segment_size>{size}</segment_size>"
    identifiers = [f"<transport_id>{name}</transport_id>" for name in descriptors]
    sharing = "AUTOMATIC" if transport in _SHARING else "OFF"
    return _XML.format(
        descriptors="".join(
            f"      <transport_descriptor>{identifier}{descriptor}</transport_descriptor>\n"
            for identifier, descriptor in zip(identifiers, descriptors.values())
        ),
        transports="".join(f"          {identifier}\n" for identifier in identifiers),
        loopback=_LOOPBACK,
        policy=_POLICY,
        spare=_SPARE.format(count=_spare_samples(graph)) if transport is Transport.LOAN else "",
        endpoint=(
            f"<qos><data_sharing><kind>{sharing}</kind></data_sharing></qos>"
            f"<historyMemoryPolicy>{_POLICY}</historyMemoryPolicy>"
        ),
    )
