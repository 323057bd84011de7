# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Graphs of nodes that a file describes, as a system under test."""
