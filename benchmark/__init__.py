# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Measure the tools themselves: what the observer costs, whether the host side keeps up."""
