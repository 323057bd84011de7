# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What other placements would cost: advice from measured arms, and a search in a model of loops."""
