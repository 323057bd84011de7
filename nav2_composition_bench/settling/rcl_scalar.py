# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What rcl takes a scalar of a parameter file for, which YAML 1.1 and PyYAML take for another.

The rules are those of ``get_value`` in rcl_yaml_param_parser: words for truth values, then the C
library's ``strtol`` with base 0, then its ``strtod``; what neither reads to its end is a text.
"""

from __future__ import annotations

import math
import re

Scalar = bool | int | float | str

_TRUE = frozenset(["y", "Y", "yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"])
_FALSE = frozenset(["n", "N", "no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"])
_INTEGER = re.compile(r"([-+]?)(?:0[xX]([0-9a-fA-F]+)|(0[0-7]*)|([1-9][0-9]*))")
_DECIMAL = re.compile(r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?")
_HEXADECIMAL = re.compile(
    r"[-+]?0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][-+]?[0-9]+)?"
)
_SPECIAL = re.compile(r"([-+]?)(?:(inf(?:inity)?)|nan(?:\(\w*\))?)", re.IGNORECASE)
_OF_YAML = re.compile(r"([-+]?)\.(?:(inf|Inf|INF)|nan|NaN|NAN)")
_INT64 = range(-(2**63), 2**63)


def rcl_scalar(text: str) -> Scalar:
    """Return what rcl reads where the text stands without quotes.

    A number too small for a double is zero or nearly so here, and a text to rcl.
    """
    if text in _TRUE or text in _FALSE:
        return text in _TRUE
    if (integer := _INTEGER.fullmatch(text)) is not None:
        sign, hexadecimal, octal, decimal = integer.groups()
        digits, base = (hexadecimal, 16) if hexadecimal else (octal, 8) if octal else (decimal, 10)
        if (value := int(sign + digits, base)) in _INT64:
            return value
    if (special := _SPECIAL.fullmatch(text) or _OF_YAML.fullmatch(text)) is not None:
        return float(special[1] + ("inf" if special[2] else "nan"))
    try:
        if _DECIMAL.fullmatch(text) and not math.isinf(number := float(text)):
            return number
        if _HEXADECIMAL.fullmatch(text):
            return float.fromhex(text)
    except OverflowError:  # of the hexadecimal form
        pass
    return text
