# Copyright 2026 nav2_composition_bench developers
# SPDX-License-Identifier: Apache-2.0
"""What the yardstick tells of the machine, and what it takes for the machine's doing."""
