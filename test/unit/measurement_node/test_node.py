# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""The managed node before it can be made; rclpy's part of it is a fake."""

from __future__ import annotations

from typing import Any

import pytest
from rclpy.context import Context
from rclpy.exceptions import InvalidParameterTypeException
from rclpy.node import Node
from rclpy.parameter import Parameter

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.measurement_node.node import MeasurementNode


def test_a_parameter_that_rclpy_itself_refuses_is_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: Any, **__: Any) -> None:  # as by ``-p use_sim_time:=abc``
        given = Parameter("use_sim_time", value="abc")
        raise InvalidParameterTypeException(given, Parameter.Type.BOOL.name)

    monkeypatch.setattr(Node, "__init__", refused)
    with pytest.raises(UserError, match="'use_sim_time' to 'abc' .* expecting type 'BOOL'") as told:
        MeasurementNode(Context())
    assert "\n" not in str(told.value)
