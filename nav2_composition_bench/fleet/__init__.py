# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Fleets of robots on one machine: a network namespace for each, and how they find one another."""
