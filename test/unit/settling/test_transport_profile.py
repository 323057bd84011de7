# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import pytest
from topology_factory import graph, node, pub, sub

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.settling.transport_profile import (
    refuse_other_settings,
    segment_bytes,
    transport_lacks,
    transport_plan,
)
from nav2_composition_bench.study.arm import Arm
from nav2_composition_bench.study.placement import ISOLATED
from nav2_composition_bench.study.transport import Transport
from nav2_composition_bench.topology.graph import Topology

FILE = Path("/trial/profile.xml")
SPACE = "{http://www.eprosima.com/XMLSchemas/fastRTPS_Profiles}"
MIB = 1 << 20
CHOSEN = [each for each in Transport if each is not Transport.DEFAULT]


def pair(kind: str = "stamped100b", **more: Any) -> Topology:
    listener = node("b", subscribers=[sub("data", kind=kind)])
    return graph(node("a", pub("data", kind=kind, **more)), listener)


def profile(transport: Transport, topology: Topology | None = None) -> ElementTree.Element:
    text = transport_plan(transport, topology or pair(), FILE).profile
    assert text is not None
    return ElementTree.fromstring(text.encode())


def texts(root: ElementTree.Element, name: str) -> list[str | None]:
    return [each.text for each in root.iter(f"{SPACE}{name}")]


def clauses(topology: Topology, **changes: Any) -> list[str]:
    arm = Arm("arm", {"composition": ISOLATED, "topology": "pair", **changes})
    return list(transport_lacks(arm, topology))


def test_by_default_the_middleware_is_left_alone() -> None:
    plan = transport_plan(Transport.DEFAULT, pair(), FILE)
    assert plan.profile is None and plan.environment == {}


def arm_of(name: str, transport: Transport) -> Arm:
    levels = {"composition": ISOLATED, "topology": "pair", "transport": transport}
    return Arm(name, levels)


@pytest.mark.parametrize(
    "name",
    [
        "FASTRTPS_DEFAULT_PROFILES_FILE",
        "FASTDDS_DEFAULT_PROFILES_FILE",
        "FASTDDS_BUILTIN_TRANSPORTS",
    ],
)
def test_settings_of_the_shell_that_a_profile_replaces_are_refused(name: str) -> None:
    usual, own = arm_of("usual", Transport.DEFAULT), arm_of("own", Transport.UDP)
    with pytest.raises(UserError, match=f"the shell sets {name}, .* arm own .*; unset it"):
        refuse_other_settings([usual, own], {name: "/mine.xml"})
    refuse_other_settings([usual], {name: "/mine.xml"})
    refuse_other_settings([usual, own], {name: ""})


def test_settings_of_the_shell_that_reach_every_arm_alike_are_kept() -> None:
    own = arm_of("own", Transport.UDP)
    refuse_other_settings([own], {"CYCLONEDDS_URI": "<CycloneDDS/>"})


@pytest.mark.parametrize("transport", CHOSEN)
def test_a_profile_keeps_to_loopback_and_turns_delivery_inside_the_process_off(
    transport: Transport,
) -> None:
    root = profile(transport)
    assert texts(root, "useBuiltinTransports") == ["false"]
    assert texts(root, "intraprocess_delivery") == ["OFF"]
    assert set(texts(root, "address")) == {"127.0.0.1"}
    defined = [each[0].text for each in root.iter(f"{SPACE}transport_descriptor")]
    (used,) = root.iter(f"{SPACE}userTransports")
    assert [each.text for each in used] == defined


@pytest.mark.parametrize(
    ("transport", "types", "sharing"),
    [
        (Transport.UDP, ["UDPv4"], "OFF"),
        (Transport.SHARED_MEMORY, ["UDPv4", "SHM"], "OFF"),
        (Transport.DATA_SHARING, ["UDPv4", "SHM"], "AUTOMATIC"),
        (Transport.LOAN, ["UDPv4", "SHM"], "AUTOMATIC"),
    ],
)
def test_each_transport_has_its_own_means(
    transport: Transport, types: list[str], sharing: str
) -> None:
    root = profile(transport)
    assert texts(root, "type") == types
    kinds = [kind for policy in root.iter(f"{SPACE}data_sharing") for kind in texts(policy, "kind")]
    assert kinds == [sharing, sharing]


def test_the_environment_names_the_profile_and_hands_discovery_to_it() -> None:
    environment = transport_plan(Transport.UDP, pair(), FILE).environment
    assert environment == {
        "ROS_AUTOMATIC_DISCOVERY_RANGE": "SYSTEM_DEFAULT",
        "FASTRTPS_DEFAULT_PROFILES_FILE": str(FILE),
        "FASTDDS_DEFAULT_PROFILES_FILE": str(FILE),
    }
    sharing = transport_plan(Transport.DATA_SHARING, pair(), FILE).environment
    assert sharing == {**environment, "RMW_FASTRTPS_USE_QOS_FROM_XML": "1"}
    lent = transport_plan(Transport.LOAN, pair(), FILE).environment
    assert lent == {**sharing, "ROS_DISABLE_LOANED_MESSAGES": "0"}


@pytest.mark.parametrize(
    ("kind", "size_bytes"),
    [
        ("stamped100b", 8 * MIB),
        ("stamped500kb", 64 * 500 * 1024),
        ("stamped1mb", 64 * MIB),
        ("stamped8mb", 128 * MIB),
    ],
)
def test_segments_are_as_large_as_the_messages_ask(kind: str, size_bytes: int) -> None:
    assert segment_bytes(pair(kind)) == size_bytes
    assert texts(profile(Transport.LOAN, pair(kind)), "segment_size") == [str(size_bytes)]


@pytest.mark.parametrize(
    ("listeners", "kind", "depth", "spare"),
    [
        (0, "stamped100b", 10, 2),
        (1, "stamped100b", 10, 2),
        (4, "stamped100b", 10, 32),
        (4, "stamped100b", 1000, 1002),
        (4, "stamped4mb", 10, 18),
    ],
)
def test_each_further_subscription_can_keep_a_depth_of_loans(
    listeners: int, kind: str, depth: int, spare: int
) -> None:
    others = [
        node(f"n{number}", subscribers=[sub("data", kind=kind)]) for number in range(listeners)
    ]
    root = profile(
        Transport.LOAN, graph(node("a", pub("data", kind=kind, qos_depth=depth)), *others)
    )
    (writer,) = root.iter(f"{SPACE}data_writer")
    assert texts(writer, "extra_samples") == [str(spare)] == texts(root, "extra_samples")


def test_histories_without_loans_have_nothing_to_spare() -> None:
    assert texts(profile(Transport.DATA_SHARING), "extra_samples") == []


@pytest.mark.parametrize(("nodes", "peers"), [(2, "32"), (70, "78"), (500, "120")])
def test_every_process_is_among_the_peers_as_far_as_there_are_ports(nodes: int, peers: str) -> None:
    topology = graph(*(node(f"n{number}") for number in range(nodes)))
    assert texts(profile(Transport.UDP, topology), "maxInitialPeersRange") == [peers]


def test_nothing_is_lacking_by_default_whatever_the_middleware() -> None:
    image = pair("stamped_vector", msg_size=5)
    assert clauses(image, rmw="rmw_cyclonedds_cpp", intra_process=True) == []
    assert clauses(image, transport=Transport.SHARED_MEMORY) == []


def test_another_middleware_is_refused_by_name() -> None:
    assert clauses(pair(), rmw="rmw_cyclonedds_cpp", transport=Transport.UDP) == [
        "transport udp is a profile of rmw_fastrtps_cpp alone, and rmw_cyclonedds_cpp chooses its"
        " way by itself; take transport default"
    ]


def test_a_transport_for_messages_by_pointer_is_refused() -> None:
    (clause,) = clauses(pair(), intra_process=True, transport=Transport.UDP)
    assert clause.startswith("intra_process passes messages by pointer, which no transport does")


@pytest.mark.parametrize("transport", [Transport.DATA_SHARING, Transport.LOAN])
def test_sharing_messages_of_no_fixed_size_is_refused_with_the_topic(transport: Transport) -> None:
    assert clauses(pair("stamped_vector", msg_size=5), transport=transport) == [
        f"transport {transport} needs messages of fixed size, and topic /data of /a is of type"
        " stamped_vector"
    ]
