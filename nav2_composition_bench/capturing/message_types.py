# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Types that rclpy can subscribe to in raw form, be they of Python or of C++ alone."""

from __future__ import annotations

import contextlib
import ctypes
import importlib
import os
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from nav2_composition_bench.capturing.known_types import FEEDBACK
from nav2_composition_bench.files.package_files import PACKAGE

_PARTS = ("fastrtps_cpp", "introspection_cpp", "cpp")
"""Libraries of a package's types of C++; the last one looks for the others by their names alone."""
_UNUSED = ("_CREATE_ROS_MESSAGE", "_CONVERT_FROM_PY", "_CONVERT_TO_PY", "_DESTROY_ROS_MESSAGE")
"""What rclpy asks a type of messages for, and needs for messages of Python alone."""


@cache
def message_class(type_name: str) -> Any | None:
    """Return the class of a type of messages; None where it is not installed.

    :param type_name: as in ``std_msgs/msg/String``, or ``nav2_msgs/action/Spin_FeedbackMessage``.
    """
    parts = type_name.split("/")
    if len(parts) != 3 or not all(part.isidentifier() for part in parts):
        return None
    package, kind, name = parts
    with contextlib.suppress(ImportError, AttributeError):
        module = importlib.import_module(f"{package}.{kind}")
        if kind == "msg":
            return getattr(module, name)
        return getattr(module, name.removesuffix(FEEDBACK)).Impl.FeedbackMessage
    return _of_cpp(package, kind, name)


def _of_cpp(package: str, kind: str, name: str) -> Any | None:
    """Return a class that has nothing but what a raw subscription needs."""
    symbol = f"rosidl_typesupport_cpp__get_message_type_support_handle__{package}__{kind}__{name}"
    for directory in _directories():
        library = _library(directory, package)
        if library is None:
            continue
        with contextlib.suppress(AttributeError):
            handle = library[symbol]
            handle.restype = ctypes.c_void_p
            described = {"_TYPE_SUPPORT": _capsule(handle()), **dict.fromkeys(_UNUSED, False)}
            return type(f"Metaclass_{name}", (type,), described)(name, (), {})
    return None


@cache
def _library(directory: Path, package: str) -> ctypes.CDLL | None:
    found = None
    for part in _PARTS:
        path = directory / f"lib{package}__rosidl_typesupport_{part}.so"
        if path.is_file():
            try:
                found = ctypes.CDLL(str(path))
            except OSError:  # built for another Python or ROS 2
                return None
        elif part == _PARTS[-1]:
            return None
    return found


def _directories() -> Iterator[Path]:
    yield Path(sys.prefix) / "lib" / PACKAGE
    for prefix in filter(None, os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep)):
        yield Path(prefix) / "lib"


def _capsule(pointer: int) -> Any:
    new = ctypes.pythonapi.PyCapsule_New
    new.restype = ctypes.py_object
    new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    return new(pointer, None, None)
