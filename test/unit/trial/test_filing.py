# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.trial.filing import machine_name


def test_a_machine_has_a_name_without_being_asked() -> None:
    assert machine_name(None)
    assert machine_name("my-board_2") == "my-board_2"


@pytest.mark.parametrize("name", ["", "a/b", "..", "-x"])
def test_a_machine_name_that_is_no_directory_name_is_refused(name: str) -> None:
    with pytest.raises(UserError, match="machine is '.*', must be usable"):
        machine_name(name)
