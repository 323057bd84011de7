# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""Which nodes of a topology should share an event loop: a model, and a search in it."""
