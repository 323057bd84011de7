# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Find a node's class by its plugin name: the dotted path of the class."""

from __future__ import annotations

import importlib

from rclpy.node import Node

from nav2_composition_bench.errors import UserError
from nav2_composition_bench.reference_stack.runtime.managed_node import NodeFactory


def load_node_class(plugin: str) -> NodeFactory:
    """Import a node class.

    :param plugin: e.g. ``nav2_composition_bench.reference_stack.localization.amcl.Amcl``.
    :raises UserError: if there is no such module or class, or it is not a node.
    """
    module_name, _, class_name = plugin.rpartition(".")
    if not module_name:
        raise UserError(f"unknown plugin '{plugin}': want the dotted path of a class")
    try:
        module = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is None or not module_name.startswith(error.name):
            raise
        raise UserError(f"unknown plugin '{plugin}': no module '{error.name}'") from error
    node_class = getattr(module, class_name, None)
    if node_class is None:
        raise UserError(f"unknown plugin '{plugin}': '{module_name}' has no '{class_name}'")
    if not (isinstance(node_class, type) and issubclass(node_class, Node)):
        raise UserError(f"plugin '{plugin}' is not a node class")
    return node_class
