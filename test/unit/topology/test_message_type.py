# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.topology.message_type import IMAGE, MESSAGE_TYPES, SERVICE_TYPES, VECTOR


@pytest.mark.parametrize(
    "name, data_bytes",
    [
        ("stamped10b", 10),
        ("stamped250b", 250),
        ("stamped1kb", 1024),
        ("stamped600kb", 600 * 1024),
        ("stamped900kb", 640 * 480 * 3),
        ("stamped8mb", 8 * 1024 * 1024),
        ("stamped12_float32", 48),
        ("stamped3_float32", 12),
        ("stamped4_int32", 16),
        ("stamped_int64", 8),
    ],
)
def test_types_have_the_sizes_that_their_names_say(name: str, data_bytes: int) -> None:
    assert MESSAGE_TYPES[name].data_bytes == data_bytes


def test_vectors_and_images_alone_have_no_fixed_size() -> None:
    assert [kind for kind in MESSAGE_TYPES.values() if not kind.is_bounded] == [VECTOR, IMAGE]


def test_services_use_types_of_messages() -> None:
    assert set(SERVICE_TYPES) < set(MESSAGE_TYPES)
