# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Processes of the machine: started, watched, ended on every path."""
