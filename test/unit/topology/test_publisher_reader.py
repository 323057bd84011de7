# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from topology_factory import fault, graph, node, pub, sub, written

from nav2_composition_bench.topology.entities import Image

PICTURE: dict[str, Any] = {"kind": "image", "width": 640, "height": 480}


def test_what_is_left_out_has_the_defaults_of_irobots_framework() -> None:
    (found,) = graph(node("a", pub("x"))).nodes[0].publishers
    assert (found.pass_by, found.count, found.skip_every, found.image) == ("unique_ptr", 0, 0, None)
    assert (found.qos.depth, found.qos.reliability) == (10, "reliable")


def test_the_size_is_the_types_own_or_what_the_file_says() -> None:
    said = graph(
        node("a", pub("x", kind="stamped4_int32"), pub("y", kind="stamped_vector", msg_size=5000),
             pub("z", kind="stamped1kb", msg_size=1024)),
    )  # fmt: skip
    assert [each.size_bytes for each in said.nodes[0].publishers] == [16, 5000, 1024]


def test_images_are_raw_or_compressed() -> None:
    said = graph(
        node("a", pub("x", **PICTURE), pub("y", **PICTURE, payload="jpeg", jpeg_quality=30))
    )
    raw, compressed = said.nodes[0].publishers
    assert raw.image == Image("raw", 640, 480) and raw.size_bytes == 640 * 480 * 3
    assert compressed.image == Image("jpeg", 640, 480, 30)


@pytest.mark.parametrize(
    "said, expected",
    [
        ({"kind": "stamped_vector"}, " lacks msg_size, the data bytes of a stamped_vector; add it"),
        ({"kind": "stamped_vector", "msg_size": 0}, ".msg_size is 0, must be at least 1"),
        (
            {"kind": "stamped_vector", "msg_size": 10**9},
            ".msg_size is 1000000000, must be at most 67108864",
        ),
        (
            {**PICTURE, "msg_size": 1000},
            ".msg_size is 1000, and the image has 921600 bytes; leave it out",
        ),
        ({"width": 640}, ".width is of type image alone; leave it out"),
        ({"payload": "jpeg"}, ".payload is of type image alone; leave it out"),
        ({"kind": "image", "height": 480}, " lacks width, in pixels; add it"),
        ({**PICTURE, "payload": "jpeg"}, " lacks jpeg_quality, 1 to 100; add it"),
        (
            {**PICTURE, "jpeg_quality": 30},
            ".jpeg_quality is of payload jpeg alone; leave it out",
        ),
        (
            {**PICTURE, "payload": "jpg"},
            ".payload 'jpg' is unknown; did you mean 'jpeg'? known: raw, jpeg",
        ),
        (
            {"kind": "image", "width": 8192, "height": 8192},
            ".width and height make 201326592 bytes; at most 67108864 are possible",
        ),
        ({"count": 0}, ".count is 0, must be at least 1"),
        (
            {"msg_pass_by": "loaned"},
            ".msg_pass_by 'loaned' is unknown; did you mean 'loaned_msg'? known: unique_ptr,"
            " shared_ptr, loaned_msg",
        ),
    ],
)
def test_a_publisher_that_cannot_be_is_refused(
    tmp_path: Path, said: dict[str, Any], expected: str
) -> None:
    path = written(tmp_path, node("a", pub("x", **said)))
    assert fault(path) == f"test.json:3: nodes[0].publishers[0]{expected}"


def test_what_has_no_fixed_size_is_handed_over_by_default_in_place_of_a_loan() -> None:
    loan: dict[str, Any] = {"msg_pass_by": "loaned_msg"}
    said = graph(
        node("a", pub("x", **PICTURE, **loan), pub("y", kind="stamped10b", **loan)),
        node(
            "b", subscribers=[sub("x", kind="image", **loan), sub("y", kind="stamped10b", **loan)]
        ),
    )
    assert [each.pass_by for each in said.nodes[0].publishers] == ["unique_ptr", "loaned_msg"]
    assert [each.pass_by for each in said.nodes[1].subscriptions] == ["shared_ptr", "loaned_msg"]


def test_a_type_of_fixed_size_keeps_it_whatever_msg_size_says() -> None:
    said = graph(node("a", pub("x", kind="stamped100b", msg_size=50)))
    assert said.nodes[0].publishers[0].size_bytes == 100


def test_a_node_publishes_a_topic_once(tmp_path: Path) -> None:
    path = written(tmp_path, node("a", pub("x"), pub("/x")))
    assert fault(path) == (
        "test.json:3: nodes[0].publishers[1].topic_name '/x' is published by this node already;"
        " name it once"
    )
